/**
 * pointing: which gesture a press of the pointer begins, and how it goes on.
 *
 * A grip of the selection, and the label of the only selected arrow (slide-label.ts), come before the element under it, then a dot of the box under the pointer (grip-at.ts). An element is
 * selected as it is pressed, and then dragged, a message of a sequence up or down to another row; with Shift, Ctrl or Command a click adds or removes it. A group is
 * selected as a whole unless it was entered; with Ctrl or Command a click selects one of its elements. On the canvas, inside a
 * frame that is not selected, and on locked elements a drag draws a selection rectangle; a click selects what is there, or
 * nothing. Without the right to edit a person selects and pans. A cancelled gesture leaves everything as it was.
 */
import { type Box, type Element, isArrow, type Point } from '#schema/element.ts';

import { isMessage } from '#core/arrows/message-line.ts';
import type { Offset } from '#core/placement/follow.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import type { TabView } from '#core/tab/view.ts';

import type { Change } from '../changes/change.ts';
import type { Looks } from '../changes/draw.ts';
import { groupToEnter, unitOf } from '../state/groups.ts';
import { isInkTool } from '../state/ink.ts';
import { drawnKindOf } from '../state/tools.ts';
import { type CommentPlace, commentPress } from './comment-press.ts';
import { connectAnywhere, connectFrom } from './connecting.ts';
import { drag } from './drag.ts';
import { drawGesture } from './drawing.ts';
import { erase } from './erase.ts';
import {
  type Gesture,
  type GestureContext,
  hasMoved,
  hitSlackPx,
  type GestureOutcome,
  type LooseEnd,
  type Pointer,
  type GesturePreview,
} from './gesture.ts';
import { gripAt } from './grip-at.ts';
import { cursorOf, dotGrips, dotOutsidePx, type Grip, gripsOf, isTooSmallForDots } from './handles.ts';
import { isCanvasInside } from './inside-frame.ts';
import { marquee } from './marquee.ts';
import { moveMessage } from './move-message.ts';
import { pan } from './pan.ts';
import { penLine } from './pen-line.ts';
import { type LaserLine, pointLaser } from './point-laser.ts';
import { resizeBy } from './resize-by.ts';
import { bend, reattach } from './rewiring.ts';
import { shiftPart } from './shift-part.ts';
import { labelGripAt, slideLabel } from './slide-label.ts';
import { boxAt } from './tie.ts';
import { toolCursor } from './tool-cursor.ts';
import { turnBy } from './turn-by.ts';
import { type PressedVote, votePress } from './vote-press.ts';

/** What pointing works on. */
export type Pointed = {
  ground(): GestureContext;
  readonly selection: { get(): ReadonlySet<string>; set(ids: Iterable<string>): void };
  /** The group in which elements are selected one by one. */
  readonly entered: { get(): string | null; set(group: string | null): void };
  readonly tool: { get(): { readonly name: string }; used(): void };
  mayEdit(): boolean;
  /** The fields of a new element of the tool. */
  looks(tool: string): Looks;
  readonly laser: LaserLine;
  comment(place: CommentPlace): void;
  vote(pressed: PressedVote): void;
  /** Window pixels. */
  panBy(dx: number, dy: number): void;
  /** Writes the change, as a step with this name; false if it was refused, which has been reported. */
  apply(change: Change, step?: string): boolean;
  /** The selected elements are copies, so far from what they are copies of. */
  copied(by: Offset): void;
  /** `isNew`: the element was added by this gesture. */
  editLabel(id: string, isNew: boolean): void;
  /** Offers a box at the end of an arrow. */
  offerBox(end: LooseEnd): void;
  show(shown: GesturePreview | null): void;
};

/** What is under a pointer that is not pressed. */
export type Hover = { readonly cursor: string; readonly grip: Grip | null; readonly dotted: string | null };

export class Pointing {
  readonly #on: Pointed;
  #gesture: Gesture | null = null;
  #last: Pointer | null = null;
  /** The box whose dots were shown under the pointer before it was pressed. */
  #dotted: string | null = null;

  constructor(on: Pointed) {
    this.#on = on;
  }

  get isBusy(): boolean {
    return this.#gesture !== null;
  }

  /** The press of the main button; `pans` if it only pans. */
  down(pointer: Pointer, pans: boolean): void {
    if (this.#gesture !== null) this.cancel();
    this.#last = pointer;
    this.#gesture = pans ? this.#pan(pointer) : this.#begin(pointer);
    this.#dotted = null;
    this.#on.show(this.#gesture.move(pointer, this.#on.ground()));
  }

  move(pointer: Pointer): void {
    if (this.#gesture === null) return;
    this.#last = pointer;
    this.#on.show(this.#gesture.move(pointer, this.#on.ground()));
  }

  /** The canvas was panned under a pointer at rest, or a modifier key changed. */
  again(change: (pointer: Pointer) => Pointer): void {
    if (this.#last !== null) this.move(change(this.#last));
  }

  up(pointer: Pointer): void {
    const gesture = this.#gesture;
    if (gesture === null) return;
    this.#gesture = null;
    this.#on.show(null);
    this.#do(gesture.end(pointer, this.#on.ground()));
  }

  /** Cancels the gesture, and leaves everything as it was. */
  cancel(): void {
    this.#gesture = null;
    this.#on.show(null);
  }

  /** What a press would hit. */
  hover(pointer: Pointer): Hover {
    const hover = this.#under(pointer, () => pointer.kind !== 'touch');
    this.#dotted = hover.dotted;
    return hover;
  }

  /** `hasDots` says whether the dots of a box under the pointer can be hit. */
  #under(pointer: Pointer, hasDots: (box: Box) => boolean): Hover {
    const tool = this.#on.tool.get().name;
    const ground = this.#on.ground();
    if (tool === 'hand') return { cursor: 'grab', grip: null, dotted: null };
    if (tool === 'laser' || tool === 'comment' || tool === 'vote') return { cursor: toolCursor(tool), grip: null, dotted: null };
    const mayEdit = this.#on.mayEdit();
    if (tool === 'arrow' && mayEdit) return { cursor: 'crosshair', grip: null, dotted: boxAt(pointer.at, ground)?.id ?? null };
    if (tool !== 'select') return { cursor: mayEdit ? toolCursor(tool) : 'default', grip: null, dotted: null };
    const selected = this.#on.selection.get();
    const grips = mayEdit ? gripsOf(ground.tab, selected, ground.zoom) : [];
    const box = mayEdit ? boxAt(pointer.at, ground) : null;
    const isOnly = box !== null && selected.size === 1 && selected.has(box.id);
    const isDotted = box !== null && !isOnly && !isTooSmallForDots(box, ground.zoom) && hasDots(box);
    const dots = isDotted ? dotGrips(box, dotOutsidePx.hovered / ground.zoom) : [];
    const near = gripAt(grips, pointer, ground, selected) ?? gripAt(dots, pointer, ground, selected);
    const grip = (mayEdit ? labelGripAt(pointer, ground, selected, near) : null) ?? near;
    const dotted = isDotted ? box.id : null;
    if (grip !== null) return { cursor: cursorOf(grip), grip, dotted: grip.kind === 'dot' ? dotted : null };
    const hit = ground.tab.get(ground.hit(pointer.at, hitSlackPx[pointer.kind] / ground.zoom) ?? '');
    const isHeld = hit !== undefined && (selected.has(hit.id) || !this.#isBackground(hit, pointer.at, ground));
    return { cursor: hit === undefined ? 'default' : isHeld && mayEdit ? 'move' : 'default', grip: null, dotted };
  }

  #begin(pointer: Pointer): Gesture {
    const { name } = this.#on.tool.get();
    const ground = this.#on.ground();
    if (pointer.isEraser === true) return this.#on.mayEdit() ? erase(pointer) : this.#pan(pointer);
    if (name === 'hand') return this.#pan(pointer);
    if (name === 'laser') return pointLaser(pointer, this.#on.laser);
    if (name === 'comment') return commentPress();
    if (name === 'vote') return votePress(pointer, this.#pan(pointer));
    if (name !== 'select' && this.#on.mayEdit()) {
      const kind = drawnKindOf(name);
      if (kind !== null) return drawGesture(pointer, kind, this.#on.looks(name));
      if (name === 'arrow') return connectAnywhere(pointer, ground, this.#on.looks(name));
      if (name === 'eraser') return erase(pointer);
      if (isInkTool(name)) return penLine(pointer, name, this.#on.looks(name));
    }
    const { grip } = this.#under(pointer, ({ id }) => pointer.kind !== 'touch' && id === this.#dotted);
    if (grip !== null && this.#on.mayEdit()) return this.#take(grip, pointer, ground);
    return this.#press(pointer, ground);
  }

  #take(grip: Grip, pointer: Pointer, ground: GestureContext): Gesture {
    const selected = this.#on.selection.get();
    switch (grip.kind) {
      case 'size':
        return resizeBy(pointer, grip.handle, selected, ground);
      case 'turn':
        return grip.isHidden ? this.#turnOrClick(pointer, ground) : turnBy(pointer, selected, ground);
      case 'end':
        return reattach(pointer, grip.arrow, grip.end);
      case 'bend':
        return bend(pointer, grip.arrow, grip.index, grip.isNew);
      case 'part':
        return shiftPart(pointer, grip.arrow, grip.index);
      case 'label':
        return slideLabel(pointer, grip);
      case 'dot':
        return connectFrom(pointer, grip.box, grip.side, this.#on.looks('arrow'));
    }
  }

  /** A click where no handle is drawn is one on what is there. */
  #turnOrClick(start: Pointer, ground: GestureContext): Gesture {
    const turn = turnBy(start, this.#on.selection.get(), ground);
    return {
      move: (pointer, now) => turn.move(pointer, now),
      end: (pointer, now) => (hasMoved(start, pointer) ? turn : this.#press(start, now)).end(pointer, now),
    };
  }

  #press(pointer: Pointer, ground: GestureContext): Gesture {
    const hit = ground.tab.get(ground.hit(pointer.at, hitSlackPx[pointer.kind] / ground.zoom) ?? '');
    const { selection } = this.#on;
    const was = selection.get();
    const clicked = hit === undefined ? () => (pointer.shift || pointer.mod ? was : []) : this.#clickOn(hit, pointer, ground.tab);
    if (hit === undefined || !this.#on.mayEdit() || (this.#isBackground(hit, pointer.at, ground) && !was.has(hit.id))) {
      const inner = this.#on.mayEdit() ? marquee(pointer, was, this.#on.entered.get()) : this.#pan(pointer);
      return clickOr(pointer, inner, clicked);
    }
    if (!was.has(hit.id)) selection.set(clicked());
    const isAlone = selection.get().size === 1 && selection.get().has(hit.id);
    const gesture =
      isAlone && isArrow(hit) && isMessage(hit)
        ? moveMessage(pointer, hit)
        : drag(pointer, selection.get(), ground, this.#on.entered.get());
    return clickOr(pointer, gesture, clicked);
  }

  /** What a click on the element selects. */
  #clickOn(element: Element, { shift, mod }: Pointer, tab: TabView): () => ReadonlySet<string> {
    const { entered, selection } = this.#on;
    const was = selection.get();
    const direct = mod ? groupToEnter(element, tab) : null;
    const ids = direct === null ? unitOf(element, entered.get(), tab).ids : [element.id];
    return () => {
      if (direct !== null) entered.set(direct);
      return shift || (mod && direct === null) ? toggled(was, ids) : new Set(ids);
    };
  }

  /** Whether a press counts as one on the canvas: inside a frame, and on locked elements. */
  #isBackground(element: Element, at: Point, { tab, zoom }: GestureContext): boolean {
    if (tab.settings.locked || isLocked(element, lockedLayersOf(tab.settings))) return true;
    return isCanvasInside(element, at, zoom);
  }

  #pan(pointer: Pointer): Gesture {
    return pan(pointer, (dx, dy) => this.#on.panBy(dx, dy));
  }

  #do({ change, step, select, copiedBy, edit, offer, comment, vote, used }: GestureOutcome): void {
    if (change !== undefined && !this.#on.apply(change, step)) {
      if (used === true) this.#on.tool.used();
      return;
    }
    if (select !== undefined) this.#on.selection.set(select());
    if (copiedBy !== undefined) this.#on.copied(copiedBy);
    if (used === true) this.#on.tool.used();
    const edited = edit?.() ?? null;
    if (edited !== null) this.#on.editLabel(edited, change !== undefined);
    if (offer !== undefined) this.#on.offerBox(offer());
    if (comment !== undefined) this.#on.comment(comment);
    if (vote !== undefined) this.#on.vote(vote);
  }
}

/** The gesture, or what a click selects if the pointer does not move. */
function clickOr(start: Pointer, gesture: Gesture, clicked: () => Iterable<string>): Gesture {
  return {
    move: (pointer, ground) => gesture.move(pointer, ground),
    end: (pointer, ground) => (hasMoved(start, pointer) ? gesture.end(pointer, ground) : { select: clicked }),
  };
}

/** Without these ids if all of them are selected, otherwise with them. */
function toggled(selected: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const next = new Set(selected);
  if (ids.every((id) => selected.has(id))) for (const id of ids) next.delete(id);
  else for (const id of ids) next.add(id);
  return next;
}
