/** canvas-state: what the parts of the canvas tell each other: the gesture under way, what is under the pointer, what is edited. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { CellPlace } from '../changes/table-cells.ts';
import type { GesturePreview } from '../gestures/gesture.ts';
import type { Hover } from '../gestures/pointing.ts';
import { Signal } from './signal.ts';

/** The words that are being written. */
export type Editing =
  | { readonly kind: 'label'; readonly id: string }
  | { readonly kind: 'cell'; readonly id: string; readonly at: CellPlace };

export type TakenStep = {
  /** Told over the canvas; null where the view did not travel. */
  readonly words: string | null;
  /** Rectangles where something was, or is. */
  readonly areas: readonly Rect[];
};

export type BegunArticle = { readonly name: string; readonly markdown: string };

export class CanvasState {
  readonly preview = new Signal<GesturePreview | null>(null);
  readonly hover = new Signal<Hover | null>(null);
  readonly editing = new Signal<Editing | null>(null);
  /** What the last step of the undo did, where that is not seen in the drawing itself. */
  readonly taken = new Signal<TakenStep | null>(null);
  /** The colours and forms that new elements begin with, by what was last given to one of their kind. */
  readonly styles = new Map<string, { readonly [name: string]: string }>();
  /** What the article dialog begins with: a file that was dropped, an article that is to be replaced. */
  readonly article = new Signal<BegunArticle>({ name: '', markdown: '' });
  /** Where the pointer is on the canvas; null when it is elsewhere. */
  pointer: Point | null = null;
  /** Ends the gesture under way. */
  cancel: () => boolean = () => false;
  #host: HTMLElement | null = null;
  #isLent = false;

  /** The element that takes the keyboard of the canvas. */
  attach(host: HTMLElement | null): void {
    this.#host = host;
  }

  focus(): void {
    this.#host?.focus({ preventScroll: true });
  }

  /** Runs `act` as if the keyboard were on the canvas: for the palette, which has it while it offers and runs commands. */
  asFocused<T>(act: () => T): T {
    this.#isLent = true;
    try {
      return act();
    } finally {
      this.#isLent = false;
    }
  }

  /** The keyboard is on the canvas, or nowhere. */
  hasFocus(): boolean {
    if (this.#isLent) return true;
    return this.#host !== null && (document.activeElement === this.#host || document.activeElement === document.body);
  }
}
