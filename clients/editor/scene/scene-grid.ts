/**
 * scene-grid: the dots of the grid to which drawing snaps, above the background and the pages.
 *
 * It reaches beyond the view, so that it is rarely redrawn. When zoomed out only each fifth dot is drawn, as all would be a haze.
 */
import { node, sequence } from '#core/render/markup.ts';
import type { Theme } from '#core/render/theme.ts';
import { grown, holds } from '#core/tab/rect.ts';
import type { Rect } from '#schema/tab.ts';

import { parseMarkup } from './parse-markup.ts';

/** Window pixels between dots, at least. */
const leastPx = 9;
const coarser = 5;

export class SceneGrid {
  readonly #sheet: SVGSVGElement;
  /** Pixels of the canvas; null: no grid is shown. */
  #stepPx: number | null = null;
  #current: { readonly rect: Rect; readonly stepPx: number } | null = null;

  constructor(sheet: SVGSVGElement) {
    this.#sheet = sheet;
  }

  set(stepPx: number | null): void {
    this.#stepPx = stepPx;
    this.forget();
    if (stepPx === null) this.#sheet.replaceChildren();
  }

  forget(): void {
    this.#current = null;
  }

  /** Draws the grid of the visible part, unless it is drawn already. */
  show(visible: Rect, zoom: number, { muted }: Pick<Theme, 'muted'>): void {
    if (this.#stepPx === null) return;
    const stepPx = this.#stepPx * zoom < leastPx ? this.#stepPx * coarser : this.#stepPx;
    const drawn = this.#current;
    if (drawn !== null && drawn.stepPx === stepPx && holds(drawn.rect, visible)) return;
    const rect = grown(visible, Math.max(visible.width, visible.height));
    this.#current = { rect, stepPx };
    // The dots are where the lines cross: in the middle of tiles that begin half a step before them.
    const [half, width, height] = [stepPx / 2, stepPx, stepPx];
    const tile = node('circle', { cx: half, cy: half, r: stepPx / 18, fill: muted, opacity: 0.5 });
    const pattern = node('pattern', { id: 'grid-dots', x: -half, y: -half, width, height, patternUnits: 'userSpaceOnUse' }, tile);
    this.#sheet.replaceChildren(
      ...parseMarkup([node('g', {}, sequence([node('defs', {}, pattern), node('rect', { ...rect, fill: 'url(#grid-dots)' })]))]),
    );
  }
}
