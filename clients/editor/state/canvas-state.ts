/** canvas-state: what the parts of the canvas share: the current gesture, what is under the pointer, what is being edited. */
import type { Element, Point } from '#schema/element.ts';
import type { ProposalDetail } from '#schema/proposal.ts';
import type { Rect } from '#schema/tab.ts';

import type { Cropping } from '../changes/cropping.ts';
import type { Looks } from '../changes/draw.ts';
import type { CellPlace } from '../changes/table-cells.ts';
import type { GesturePreview, LooseEnd } from '../gestures/gesture.ts';
import type { Hover } from '../gestures/pointing.ts';
import type { LastCopy } from './last-copy.ts';
import type { EyedropperTarget } from './eyedropper-target.ts';
import { type InkLooks, usualInk } from './ink.ts';
import { LaserTrails } from './laser-trails.ts';
import { Reactions } from './reactions.ts';
import { Signal } from './signal.ts';

/** The text that is being edited. */
export type Editing =
  | { readonly kind: 'label'; readonly id: string }
  | { readonly kind: 'cell'; readonly id: string; readonly at: CellPlace };

export type BegunComment = {
  /** The element that the comment is on. */
  readonly on: string;
  /** It was placed for the comment, and is removed if nothing is written. */
  readonly isNew: boolean;
};

export type TakenStep = {
  /** Shown over the canvas; null if the view did not move. */
  readonly words: string | null;
  /** Rectangles where something was, or is. */
  readonly areas: readonly Rect[];
};

export type BegunArticle = { readonly name: string; readonly markdown: string };

export class CanvasState {
  readonly preview = new Signal<GesturePreview | null>(null);
  readonly hover = new Signal<Hover | null>(null);
  readonly editing = new Signal<Editing | null>(null);
  /** The comment whose field has, or is to have, the focus; null for none. */
  readonly comment = new Signal<BegunComment | null>(null);
  /** The id of the comment that a link names, which is brought into view; null for none. */
  readonly linkedComment = new Signal<string | null>(null);
  /** The id of the card that a link names, which is opened; null for none. */
  readonly linkedCard = new Signal<string | null>(null);
  /** The group in which elements are selected one by one; null for none. */
  readonly entered = new Signal<string | null>(null);
  /** The end of the arrow that was drawn last, while a box is offered there. */
  readonly looseEnd = new Signal<LooseEnd | null>(null);
  /** The element whose text is being edited, with what is typed, as large as it becomes. */
  readonly edited = new Signal<Element | null>(null);
  /** The image that is being cropped; null for none. */
  readonly crop = new Signal<Cropping | null>(null);
  /** The field for which a color is being taken from the canvas; null if none is. */
  readonly eyedropper = new Signal<EyedropperTarget | null>(null);
  /** What the open layout of the selection would change, by id, shown in place of the tab's elements; null if it is not open. */
  readonly layout = new Signal<ReadonlyMap<string, Element> | null>(null);
  /** The proposal that is shown on the canvas; null for none. */
  readonly proposal = new Signal<ProposalDetail | null>(null);
  /** Its elements on this tab, by id, shown in place of the tab's. */
  readonly proposed = new Signal<ReadonlyMap<string, Element> | null>(null);
  /** The id of its part that a person looks at. */
  readonly proposedPart = new Signal<string | null>(null);
  /** The elements that a search has found, which are marked. */
  readonly found = new Signal<ReadonlySet<string>>(new Set());
  /** What the last undo or redo did, if the drawing itself does not show it. */
  readonly taken = new Signal<TakenStep | null>(null);
  /** Whether drawing snaps to the grid, which is shown. */
  readonly grid = new Signal(false);
  /** Whether typing replaces the text of the selected element, in place of running commands with one key. */
  readonly typeToEdit = new Signal(false);
  /** The style of new elements: the last one that was set on an element of the same kind. */
  readonly styles = new Map<string, Looks>();
  /** The style of new freehand lines. */
  readonly ink = new Signal<InkLooks>(usualInk);
  /** The lines of laser pointers on the tab. */
  readonly laser = new LaserTrails();
  readonly reactions = new Reactions();
  /** Whether the menu of reactions is open. */
  readonly reacting = new Signal(false);
  /** Whether the menu that starts the timer is open. */
  readonly timing = new Signal(false);
  /** Whether the menu that starts a vote is open. */
  readonly startingVote = new Signal(false);
  /** What the article dialog begins with: a dropped file, or an article to replace. */
  readonly article = new Signal<BegunArticle>({ name: '', markdown: '' });
  lastCopy: LastCopy | null = null;
  /** Where the pointer is on the canvas; null when it is elsewhere. */
  pointer: Point | null = null;
  /** Cancels the current gesture. */
  cancel: () => boolean = () => false;
  #host: HTMLElement | null = null;
  #isLent = false;

  /** The element that gets the focus of the canvas. */
  attach(host: HTMLElement | null): void {
    this.#host = host;
  }

  /** A point of the browser's window in that of the canvas; null before it is shown. */
  inWindow(clientX: number, clientY: number): { readonly x: number; readonly y: number } | null {
    if (this.#host === null) return null;
    const { left, top } = this.#host.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** The element that has the focus of the canvas. */
  get host(): HTMLElement | null {
    return this.#host;
  }

  focus(): void {
    this.#host?.focus({ preventScroll: true });
  }

  /** Runs `act` as if the focus were on the canvas: for the palette, which has it while it offers and runs commands. */
  asFocused<T>(act: () => T): T {
    this.#isLent = true;
    try {
      return act();
    } finally {
      this.#isLent = false;
    }
  }

  /** The focus is on the canvas, or on nothing. */
  hasFocus(): boolean {
    if (this.#isLent) return true;
    return this.#host !== null && (document.activeElement === this.#host || document.activeElement === document.body);
  }
}
