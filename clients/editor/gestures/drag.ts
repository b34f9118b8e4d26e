/**
 * drag: moves the selected elements with the pointer.
 *
 * Frames and lanes carry their members, waypoints move with both ends, and boxes dragged into a frame come in front of it: the
 * preview is what is written. With Shift the direction is horizontal or vertical, with Ctrl or Command nothing snaps, with Alt
 * copies are added. A box without arrows that is dropped on one goes between its ends. A read-out has the new place. What does not snap moves to whole pixels. With a grid
 * everything snaps to it, and to nothing else. The frame or lane that would contain the box is outlined. A
 * selection that cannot be moved (something that it carries is locked) stays, and the reason is reported at the end.
 */
import { type Box, type Element, isBox } from '#schema/element.ts';
import type { Edit } from '#schema/changeset.ts';
import { isProblem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import type { Offset } from '#core/placement/follow.ts';
import { type Container, parentOf } from '#core/tab/membership.ts';
import { union } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';

import { type Change, planChange } from '../changes/change.ts';
import { putCopies, takenAlong } from '../changes/copies.ts';
import { moveElements, shiftedLike } from '../changes/move.ts';
import { insertOn } from '../changes/insert-on.ts';
import { centreOf, outerRect } from '../changes/turned.ts';
import { arrowUnder } from './arrow-under.ts';
import { type Gesture, type GestureContext, hasMoved, noOutcome, type Pointer, type GesturePreview } from './gesture.ts';
import { neighbours, snapReach } from '../state/neighbors.ts';
import { onGrid } from './on-grid.ts';
import { type Guide, snap } from './snap.ts';

export function drag(start: Pointer, ids: ReadonlySet<string>, { tab }: GestureContext, entered: string | null = null): Gesture {
  const along = movedAlong(tab, ids);
  const moving = new Set(along.map(({ id }) => id));
  const leads = [...ids].map((id) => tab.get(id)).filter((element) => element !== undefined && isBox(element)) as Box[];
  const around = leads.reduce<Rect | null>((rect, box) => (rect === null ? outerRect(box) : union(rect, outerRect(box))), null);

  // A rotated box has its own corner for its place.
  const from = leads.length === 1 ? (leads[0] ?? null) : around;

  const shiftTo = (pointer: Pointer, ground: GestureContext): Offset & { readonly guides: readonly Guide[] } => {
    let [dx, dy] = [pointer.at[0] - start.at[0], pointer.at[1] - start.at[1]];
    if (pointer.shift && Math.abs(dx) >= Math.abs(dy)) dy = 0;
    else if (pointer.shift) dx = 0;
    const shift = onPixels(leads[0], { dx, dy });
    if (around === null || pointer.mod) return { ...shift, guides: [] };
    if (ground.grid !== null) return { ...onLines(around, { dx, dy }, ground.grid), guides: [] };
    const at = { ...around, x: around.x + dx, y: around.y + dy };
    const stuck = snap(at, neighbours(ground, pointer.alt ? noIds : moving), snapReach(ground));
    return {
      dx: stuck.guides.some(({ axis }) => axis === 'x') && !(pointer.shift && dx === 0) ? tidy(dx + stuck.dx) : shift.dx,
      dy: stuck.guides.some(({ axis }) => axis === 'y') && !(pointer.shift && dy === 0) ? tidy(dy + stuck.dy) : shift.dy,
      guides: stuck.guides,
    };
  };

  /** The arrow on which the box is dropped. */
  const splitBy = (pointer: Pointer, { dx, dy }: Offset, ground: GestureContext): string | null => {
    const [box] = leads;
    if (box === undefined || ids.size !== 1 || pointer.alt || pointer.mod) return null;
    const at = [pointer.at, centreOf({ ...box, x: box.x + dx, y: box.y + dy })] as const;
    return arrowUnder(at, box, ground)?.id ?? null;
  };

  let raised: { readonly over: string; readonly keys: ReadonlyMap<string, string> } = { over: '', keys: noKeys };
  /** The stacking keys that the drag changes; planned again only when the roots enter or leave a frame. */
  const raisedOver = (holders: readonly Container[], shift: Offset, ground: GestureContext): ReadonlyMap<string, string> => {
    const over = holders.map(({ id }) => id).join();
    if (over !== raised.over) raised = { over, keys: over === '' ? noKeys : changedKeys(ground.tab, moveElements(ids, shift)) };
    return raised.keys;
  };

  return {
    move(pointer, ground): GesturePreview {
      if (!hasMoved(start, pointer) || along.length === 0) return {};
      const { guides, ...shift } = shiftTo(pointer, ground);
      const preview = new Map<string, Element>();
      for (const { before, after, id } of along) {
        // Elements that another person has deleted meanwhile are left out.
        if (before !== null && after !== null && ground.tab.get(id) !== undefined)
          preview.set(id, shiftedLike(before, after, shift));
      }
      const holders = leads.length > mostLeads ? [] : holdersOf(leads, preview, ground.tab);
      for (const [id, z] of pointer.alt ? noKeys : raisedOver(holders, shift, ground)) {
        const element = preview.get(id) ?? ground.tab.get(id);
        if (element !== undefined) preview.set(id, { ...element, z });
      }
      const [holder] = leads.length === 1 ? holders : [];
      const split = splitBy(pointer, shift, ground);
      if (split !== null && leads[0] !== undefined) showEdits(ground.tab, insertOn(leads[0].id, split, shift), preview);
      return {
        preview,
        guides,
        target: split ?? (holder === undefined || moving.has(holder.id) ? null : holder.id),
        ...(from !== null && { words: `${Math.round(from.x + shift.dx)}, ${Math.round(from.y + shift.dy)}` }),
        cursor: pointer.alt ? 'copy' : 'move',
      };
    },
    end(pointer, ground) {
      if (!hasMoved(start, pointer)) return noOutcome;
      const { dx, dy } = shiftTo(pointer, ground);
      const split = splitBy(pointer, { dx, dy }, ground);
      if (split !== null && leads[0] !== undefined) return { change: insertOn(leads[0].id, split, { dx, dy }) };
      if (!pointer.alt) return { change: moveElements(ids, { dx, dy }) };
      const copies: string[] = [];
      const taken = takenAlong(new Set([...ids, ...moving]), tab);
      const change = putCopies(taken, { dx, dy }, (_old, id) => copies.push(id), entered);
      return { change, select: () => copies, copiedBy: { dx, dy } };
    },
  };
}

const noIds: ReadonlySet<string> = new Set();
const noKeys: ReadonlyMap<string, string> = new Map();

/** Above this number of dragged boxes, the frames around them are not looked up at each move. */
const mostLeads = 64;

/** The frames and lanes that contain the boxes in the preview. */
function holdersOf(leads: readonly Box[], preview: ReadonlyMap<string, Element>, tab: TabView): Container[] {
  const shown = leads.map(({ id }) => preview.get(id));
  return shown
    .map((lead) => (lead !== undefined && isBox(lead) ? parentOf(lead, tab) : null))
    .filter((holder) => holder !== null);
}

/** Adds what a change makes of the elements to a preview. */
function showEdits(tab: TabView, change: Change, preview: Map<string, Element>): void {
  const edits = planChange(tab, change, { newSuffix: () => 'preview0' });
  if (!isProblem(edits)) for (const { id, after } of edits) if (after !== null) preview.set(id, after);
}

/** The stacking keys of the elements that a change restacks. */
function changedKeys(tab: TabView, change: Change): ReadonlyMap<string, string> {
  const edits = planChange(tab, change);
  const restacked = isProblem(edits) ? [] : edits.filter(({ before, after }) => before !== null && after?.z !== before.z);
  return new Map(restacked.flatMap(({ id, after }) => (after === null ? [] : [[id, after.z]])));
}

/** What a move of the elements changes, as the edits of a move by one pixel; empty if they cannot be moved. */
function movedAlong(tab: TabView, ids: ReadonlySet<string>): readonly Edit[] {
  for (const by of [1, -1]) {
    const edits = planChange(tab, moveElements(ids, { dx: by, dy: by }));
    // Elements that are only restacked do not move.
    if (!isProblem(edits)) return edits.filter(({ before, after }) => !jsonEqual(before, { ...after, z: before?.z }));
  }
  return [];
}

/** The shift that moves the box to whole pixels. */
function onPixels(box: Box | undefined, { dx, dy }: Offset): Offset {
  const [x, y] = [box?.x ?? 0, box?.y ?? 0];
  return { dx: dx === 0 ? 0 : tidy(Math.round(x + dx) - x), dy: dy === 0 ? 0 : tidy(Math.round(y + dy) - y) };
}

/** The shift that moves the corner of a rectangle to the grid. */
function onLines({ x, y }: Rect, { dx, dy }: Offset, grid: number): Offset {
  return { dx: dx === 0 ? 0 : tidy(onGrid(x + dx, grid) - x), dy: dy === 0 ? 0 : tidy(onGrid(y + dy, grid) - y) };
}

const tidy = (value: number): number => Math.round(value * 100) / 100 + 0;
