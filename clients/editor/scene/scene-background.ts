/**
 * scene-background: the background below all elements: that of the theme with its pattern, and the pages.
 *
 * It reaches beyond the view, in steps of several screens, so that it is rarely redrawn. When zoomed out far the pattern, which
 * would be a gray haze, is left out.
 */
import { background } from '#core/render/background.ts';
import { drawPage } from '#core/render/page.ts';
import type { Scene } from '#core/render/scene.ts';
import { node } from '#core/render/markup.ts';
import { grown, holds } from '#core/tab/rect.ts';
import type { Page, Rect } from '#schema/tab.ts';

import { parseMarkup } from './parse-markup.ts';

const patternFrom = 0.35;

export class SceneBackground {
  readonly #paper: SVGSVGElement;
  readonly #pages: SVGSVGElement;
  #current: { readonly rect: Rect; readonly hasPattern: boolean } | null = null;

  constructor(paper: SVGSVGElement, pages: SVGSVGElement) {
    this.#paper = paper;
    this.#pages = pages;
  }

  /** Draws the background of the visible part, unless it is drawn already. */
  show(visible: Rect, zoom: number, { theme }: Pick<Scene, 'theme'>): void {
    const hasPattern = zoom >= patternFrom && theme.pattern.kind !== 'none';
    const reach = Math.max(visible.width, visible.height);
    const drawn = this.#current;
    const serves = drawn !== null && drawn.hasPattern === hasPattern && drawn.rect.width < 16 * reach;
    if (serves && holds(drawn.rect, grown(visible, reach / 4))) return;
    const rect = grown(visible, 2 * reach);
    this.#current = { rect, hasPattern };
    const shown = hasPattern ? theme : { ...theme, pattern: { ...theme.pattern, kind: 'none' as const } };
    this.#paper.replaceChildren(...parseMarkup([node('g', {}, background(rect, shown))]));
  }

  /** Whether there is background under all of the visible part. */
  reaches(visible: Rect): boolean {
    return this.#current !== null && holds(this.#current.rect, visible);
  }

  /** The theme has changed. */
  forget(): void {
    this.#current = null;
  }

  showPages(pages: readonly Page[], scene: Scene): void {
    this.#pages.replaceChildren(...parseMarkup(pages.map((page, index) => node('g', {}, drawPage(page, index, scene)))));
  }
}
