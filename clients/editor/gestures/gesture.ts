/**
 * gesture: what a pointer does from press to release, as a value that receives its moves.
 *
 * A gesture changes nothing by itself: while it runs it returns what is to be shown, at its end what is to be done. It does not
 * depend on the browser, so that it can be tested without one.
 */
import type { Element, Point, Side } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Offset } from '#core/placement/follow.ts';
import type { TabView } from '#core/tab/view.ts';

import type { Change } from '../changes/change.ts';
import type { Looks } from '../changes/draw.ts';
import type { HitChoice } from '../scene/hit.ts';
import type { CommentPlace } from './comment-press.ts';
import type { PressedVote } from './vote-press.ts';
import type { Guide } from './snap.ts';

/** The pointer at one moment. */
export type Pointer = {
  /** On the canvas. */
  readonly at: Point;
  /** In the window. */
  readonly screen: Point;
  readonly shift: boolean;
  readonly alt: boolean;
  /** Ctrl, or Command. */
  readonly mod: boolean;
  /** 0 to 1; 0.5 for devices without pressure. */
  readonly pressure: number;
  readonly kind: 'mouse' | 'pen' | 'touch';
  /** The end of a pen that erases. */
  readonly isEraser?: boolean;
};

/** What a gesture can look up. */
export type GestureContext = {
  readonly tab: TabView;
  /** Window pixels per canvas pixel. */
  readonly zoom: number;
  /** The visible part of the canvas. */
  readonly visible: Rect;
  /** The distance of the lines to which everything snaps; null: there is no grid, and things snap to each other. */
  readonly grid: number | null;
  /** The topmost element at the point, or within `slack` canvas pixels of it. */
  hit(point: Point, slack: number, choice?: HitChoice): string | null;
  /** Elements that touch the rectangle. */
  within(rect: Rect): Iterable<string>;
};

/** What is shown while a gesture runs. */
export type GesturePreview = {
  /** Elements of the tab as they would be, and new ones. */
  readonly preview?: ReadonlyMap<string, Element>;
  /** Elements that are about to be removed, as they are shown. */
  readonly faded?: ReadonlyMap<string, Element>;
  readonly guides?: readonly Guide[];
  readonly marquee?: Rect;
  /** Outlined as the target of a drop or a connection. */
  readonly target?: string | null;
  readonly side?: Side | null;
  readonly selection?: ReadonlySet<string>;
  /** The freehand line so far. */
  readonly ink?: { readonly points: readonly Point[]; readonly looks: Looks };
  /** A short text beside the pointer: a size, an angle. */
  readonly words?: string;
  readonly cursor?: string;
};

/** The end of a new arrow that is connected to nothing, where a box is offered. */
export type LooseEnd = {
  /** The id of the arrow. */
  readonly arrow: string;
  readonly at: Point;
  /** Where the arrow points. */
  readonly towards: Side;
  /** The name of the step of the undo that drew the arrow. */
  readonly step: string;
};

/** What is done when a gesture ends. */
export type GestureOutcome = {
  readonly change?: Change;
  /** The name of its step of the undo, which later edits with the same name can join. */
  readonly step?: string;
  /** Where a box is offered; called once the change has been made. */
  readonly offer?: () => LooseEnd;
  /** Selected afterwards; called once the change has been made. */
  readonly select?: () => Iterable<string>;
  /** How far copies, which are selected, are from what they are copies of. */
  readonly copiedBy?: Offset;
  /** The element whose label is edited next. */
  readonly edit?: () => string | null;
  /** Where a comment begins. */
  readonly comment?: CommentPlace;
  /** A vote that was placed, or taken back. */
  readonly vote?: PressedVote;
  /** The tool was used. */
  readonly used?: boolean;
};

export interface Gesture {
  move(pointer: Pointer, ground: GestureContext): GesturePreview;
  end(pointer: Pointer, ground: GestureContext): GestureOutcome;
}

export const noOutcome: GestureOutcome = {};

export const rectBetween = (a: Point, b: Point): Rect => ({
  x: Math.min(a[0], b[0]),
  y: Math.min(a[1], b[1]),
  width: Math.abs(b[0] - a[0]),
  height: Math.abs(b[1] - a[1]),
});

/** The window pixels that a pressed pointer can move without dragging. */
export const clickSlack = { mouse: 3, pen: 5, touch: 9 } as const;

export const hasMoved = (from: Pointer, to: Pointer): boolean =>
  Math.hypot(to.screen[0] - from.screen[0], to.screen[1] - from.screen[1]) > clickSlack[from.kind];

/** Window pixels beside an element that still hit it. */
export const hitSlackPx = { mouse: 4, pen: 6, touch: 12 } as const;
