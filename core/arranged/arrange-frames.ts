/**
 * Arranges the frames again whose members a changeset or a gesture touched, from the inside out (SPEC.md). Every plan does so after
 * its operations.
 */
import type { Edit } from '#schema/changeset.ts';
import { type Box, type Element, isArrow, isBox, isContainer } from '#schema/element.ts';
import type { Problem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { followShifts, type Offset } from '../placement/follow.ts';
import { growTo } from '../placement/frame-slot.ts';
import type { Planning } from '../planning/planning.ts';
import { addExact } from '../tab/exact.ts';
import { ancestorsOf } from '../tab/membership.ts';
import { pinsOf } from '../tab/tab-index.ts';
import type { TabView } from '../tab/view.ts';
import { type ArrangedFrame, isArranged, mayBeArranged } from '../tab/arranged-frames.ts';
import type { Arranged } from './arranger.ts';
import { arrangers } from './arranger-list.ts';
import { Family } from './family.ts';
import { freedFrom } from './freed.ts';

/** Refuses with element_locked, invalid_result. */
export function arrangeFrames(planning: Planning): Problem | null {
  const { draft } = planning;
  if (!mayBeArranged(planning)) return null;
  const edits = draft.edits();
  for (const freed of freedFrom(edits, planning)) planning.put(freed);
  return arrange(touchedBy(edits, planning), planning);
}

/** Arranges the frame now, for an operation that depends on where its members are. */
export const arrangeNow = (frame: ArrangedFrame, planning: Planning): Problem | null => arrange(new Set([frame.id]), planning);

function arrange(touched: ReadonlySet<string>, planning: Planning): Problem | null {
  const { draft, work } = planning;
  const family = new Family(draft, draft.base, work);
  const frames = Array.from(touched, (id) => draft.get(id)).filter(isArranged);
  for (const frame of frames) family.add(frame);
  const depth = (id: string): number => {
    const parent = family.parentOf(id);
    return parent === undefined ? 0 : 1 + depth(parent);
  };
  const insideOut = frames.toSorted((a, b) => depth(b.id) - depth(a.id) || (a.id < b.id ? -1 : 1));
  for (const { id } of insideOut) {
    const refusal = arrangeOne(id, family, planning);
    if (refusal !== null || work.exhausted) return refusal;
  }
  return null;
}

/** Arranges a frame; again if it grew over a box that was half in it before, and is a member now. */
function arrangeOne(id: string, family: Family, planning: Planning): Problem | null {
  const { draft, work } = planning;
  for (let frame = draft.get(id); isArranged(frame) && frame.arrange !== 'none'; frame = draft.get(id)) {
    const arranged = arrangers[frame.arrange]({ frame, family, tab: draft, base: draft.base, work });
    if (work.exhausted) return null;
    const refusal = new Placing(frame, family, planning).put(arranged);
    const now = draft.get(id);
    if (refusal !== null || work.exhausted || !isArranged(now) || !hasGrown(frame, now) || !family.takeJoined(now))
      return refusal;
  }
  return null;
}

const hasGrown = (before: Box, now: Box): boolean => now.width > before.width || now.height > before.height;

/** The arranged frames that edits concern: themselves, or something in them or attached to it, before or now. */
function touchedBy(edits: readonly Edit[], planning: Planning): Set<string> {
  const { draft, work } = planning;
  const touched = new Set<string>();
  const add = (element: Element | null | undefined, tab: TabView): void => {
    if (element === null || element === undefined) return;
    if (isArrow(element)) {
      for (const id of pinsOf(element)) add(tab.get(id), tab);
      return;
    }
    if (isArranged(element)) touched.add(element.id);
    for (const frame of ancestorsOf(element, tab, work.spend)) if (isArranged(frame)) touched.add(frame.id);
  };
  for (const { before, after } of edits) {
    add(before, draft.base);
    add(after, draft);
  }
  return touched;
}

/** Puts what an arranger made of a frame into the draft. */
class Placing {
  readonly #frame: ArrangedFrame;
  readonly #family: Family;
  readonly #planning: Planning;
  readonly #shifts = new Map<string, Offset>();

  constructor(frame: ArrangedFrame, family: Family, planning: Planning) {
    this.#frame = frame;
    this.#family = family;
    this.#planning = planning;
  }

  put({ frame, moved, put }: Arranged): Problem | null {
    const { draft } = this.#planning;
    const carried = this.#carried(moved);
    const changes = [...carried, ...put].filter((element) => !jsonEqual(draft.get(element.id), element));
    const isResized = frame.width !== this.#frame.width || frame.height !== this.#frame.height;
    const locked = this.#planning.refuseLocked([
      ...changes.map(({ id }) => draft.get(id)).filter((element) => element !== undefined),
      ...(isResized ? [this.#frame] : []),
    ]);
    if (locked !== null) return locked;
    const refusal = isResized ? this.#grow(frame) : null;
    if (refusal !== null) return refusal;
    const reason = `arranged in ${draft.refOf(frame.id)}`;
    for (const element of changes) {
      if (!this.#planning.work.spend(40)) return null;
      this.#noteShift(element);
      this.#planning.unplaced.delete(element.id);
      this.#put(element, reason);
    }
    const now = draft.get(frame.id);
    if (now !== undefined && isBox(now) && (now.width !== frame.width || now.height !== frame.height))
      this.#put({ ...now, width: frame.width, height: frame.height }, 'fits its members');
    return followShifts(this.#shifts, this.#planning);
  }

  /** Members of an arranged frame make room for each other when that frame is arranged. */
  #grow({ width, height }: Box): Problem | null {
    const { draft } = this.#planning;
    const parent = draft.get(this.#family.parentOf(this.#frame.id) ?? '');
    if (isArranged(parent)) return null;
    const larger = { width: Math.max(width, this.#frame.width), height: Math.max(height, this.#frame.height) };
    const refusal = growTo(larger, this.#frame, this.#planning);
    return refusal;
  }

  /** The members that move, with their own members. */
  #carried(moved: Arranged['moved']): Box[] {
    const { draft } = this.#planning;
    return Array.from(moved).flatMap(([id, { x, y }]) => {
      const root = draft.get(id);
      if (root === undefined || !isBox(root) || (root.x === x && root.y === y)) return [];
      const inside = isContainer(root) ? this.#family.deepMembersOf(id) : [];
      const [dx, dy] = [x - root.x, y - root.y];
      const members = inside.map((member) => draft.get(member)).filter((member) => member !== undefined && isBox(member));
      return [{ ...root, x, y }, ...members.map((box) => ({ ...box, x: addExact(box.x, dx), y: addExact(box.y, dy) }))];
    });
  }

  #noteShift(element: Element): void {
    const previous = this.#planning.draft.get(element.id);
    if (previous === undefined || !isBox(previous) || !isBox(element)) return;
    this.#shifts.set(element.id, { dx: addExact(element.x, -previous.x), dy: addExact(element.y, -previous.y) });
  }

  #put(element: Element, reason: string): void {
    if (this.#planning.targets.has(element.id)) this.#planning.put(element);
    else this.#planning.putAlong(element, this.#planning.reasons.get(element.id) ?? reason);
  }
}
