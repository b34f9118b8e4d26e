/** quiet-side: the side of a selection on which its bar covers less of the drawing; it stays while the same bar is shown. */
import type { Rect } from '#schema/tab.ts';

import { type BarGround, type BarSide, quieterSide } from './bar-place.ts';
import type { Editor } from '../state/editor.ts';

type Size = Pick<Rect, 'width' | 'height'>;

export class QuietSide {
  readonly #editor: Editor;
  #side: BarSide | null = null;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** In window pixels. Above until the size of the bar is known. */
  at(selection: Rect, bar: Size, ground: BarGround): BarSide {
    if (bar.width === 0) return 'above';
    this.#side ??= quieterSide(selection, bar, ground, (rect) => this.#covered(rect));
    return this.#side;
  }

  /** How many elements touch the rectangle, other than those that are selected. */
  #covered(rect: Rect): number {
    const { scene, viewport, selection } = this.#editor;
    const { zoom } = viewport.get();
    const place = { ...viewport.toCanvas(rect), width: rect.width / zoom, height: rect.height / zoom };
    const selected = selection.get();
    return (scene.get()?.within(place) ?? []).filter((id) => !selected.has(id)).length;
  }
}
