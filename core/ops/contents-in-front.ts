/**
 * contents-in-front: keeps the contents of frames and lanes in front of them (SPEC.md). Every plan ends with it, so that no
 * operation or gesture hides an element behind a frame. It looks only at what the edits affect.
 */
import type { Edit } from '#schema/changeset.ts';
import { type Arrow, type Box, type Element, isArrow, isBox, isContainer } from '#schema/element.ts';
import { type Problem, problem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { contentsOf } from './contents.ts';
import { comesAfter, elementBelow, roomAbove } from './restack.ts';
import type { Container } from '../tab/membership.ts';
import { type Ancestry, boxesAt } from './ancestry.ts';
import { isPlacedAlike, Memberships } from './memberships.ts';
import type { Planning } from '../planning/planning.ts';
import { inStackingOrder } from './stacking-order.ts';

/** The net edits of a draft, and the memberships that were looked up on the way. */
type Restacked = { readonly edits: Edit[]; readonly memberships: Memberships };

/** Restacks the draft at the end of a plan. Refusal: work_limit_exceeded. */
export function keepContentsInFront(planning: Planning): Restacked | Problem {
  const { draft } = planning;
  const edits = draft.edits();
  const memberships = new Memberships({ before: draft.base, after: draft }, edits, planning.touchedBy);
  const hasChanged = new Restacking(planning, edits, memberships).run();
  planning.unstacked.clear();
  if (planning.work.exhausted) return problem('work_limit_exceeded');
  return { edits: hasChanged ? draft.edits() : edits, memberships };
}

/** Restacks the elements that changed since the last time, for an operation that reads or changes the stack. */
export function bringContentsForward(planning: Planning): void {
  const { draft, unstacked } = planning;
  const edits = Array.from(unstacked, (id): Edit => ({ id, before: draft.base.get(id) ?? null, after: draft.get(id) ?? null }));
  unstacked.clear();
  if (edits.length === 0) return;
  const memberships = new Memberships({ before: draft.base, after: draft }, edits, planning.touchedBy);
  new Restacking(planning, edits, memberships).run();
}

/** Ids of elements that may be hidden, each with the index of the operation that caused it. */
type Suspects = Map<string, number | undefined>;

/** An element that goes forward in the stack. */
type Riser = {
  readonly id: string;
  /** The element that it goes directly in front of, which keeps its key. */
  readonly anchor: string;
  /** Ids of the frames and lanes that it must be in front of. */
  readonly frames: readonly string[];
  readonly reason: string;
  readonly operation: number | undefined;
};

class Restacking {
  readonly #planning: Planning;
  readonly #edits: readonly Edit[];
  readonly #now: Ancestry;
  readonly #before: Ancestry;
  readonly #affected: ReadonlyMap<string, number | undefined>;
  /** Elements that the edits added, moved, attached to another element or put on another layer. */
  readonly #moved = new Set<string>();
  readonly #anchors = new Map<string, Element | null>();

  constructor(
    planning: Planning,
    edits: readonly Edit[],
    { affected, before: ancestryBefore, after: ancestryAfter }: Memberships,
  ) {
    this.#planning = planning;
    this.#edits = edits;
    this.#affected = affected;
    this.#before = ancestryBefore;
    this.#now = ancestryAfter;
    for (const { id, before, after } of edits) if (after !== null && isMoved(before, after)) this.#moved.add(id);
  }

  /** Returns false if there was nothing to do. */
  run(): boolean {
    const suspects = this.#findSuspects();
    if (suspects.size === 0) return false;
    this.#sinkBehindLocked(suspects);
    for (const [anchor, risers] of Map.groupBy(this.#risers(suspects), (riser) => riser.anchor)) this.#raise(risers, anchor);
    return true;
  }

  /** Affected elements that are behind a frame or lane which contains them. Most changes have none. */
  #findSuspects(): Suspects {
    const { draft, work } = this.#planning;
    const suspects: Suspects = new Map();
    const affected = new Map(this.#affected);
    for (const [id, operation] of affected) {
      const box = draft.get(id);
      if (box === undefined || !isBox(box) || !work.spend(2)) continue;
      if (this.#isBehindFrame(box, box)) suspects.set(id, operation);
      const parent = this.#now.parentOf(box);
      if (parent === null) continue;
      for (const arrow of draft.arrowsAt(id))
        if (work.spend(1) && this.#isBehindFrame(arrow, box)) suspects.set(arrow.id, operation);
      // A frame that got into another one brings its members into it.
      if (!isContainer(box) || !this.#hasOtherFrames(box)) continue;
      for (const inside of draft.boxesIn(box)) if (work.spend(1) && !affected.has(inside.id)) affected.set(inside.id, operation);
    }
    for (const { id, after } of this.#edits) {
      if (after === null || !isArrow(after) || !this.#moved.has(id)) continue;
      if (work.spend(2) && boxesAt(after, draft).some((box) => this.#isBehindFrame(after, box))) suspects.set(id, undefined);
    }
    return suspects;
  }

  /** True if the element is behind a frame or lane around the box, on the element's own layer. */
  #isBehindFrame(element: Element, box: Box): boolean {
    const top = this.#now.topAround(box, this.#layerOf(element));
    return top !== null && comesAfter(top, element);
  }

  /** True if the frames and lanes around this one are not the same as before. */
  #hasOtherFrames(frame: Container): boolean {
    const before = this.#planning.draft.base.get(frame.id);
    if (before === undefined || !isBox(before)) return true;
    const [now, then] = [this.#now.around(frame), this.#before.around(before)];
    for (;;) {
      const [a, b] = [now.next(), then.next()];
      if (!this.#planning.work.spend(1) || (a.done === true && b.done === true)) return false;
      if (a.done === true || b.done === true || a.value.id !== b.value.id) return true;
    }
  }

  /** Puts frames and lanes directly behind the lowest of their locked contents, outer frames first. */
  #sinkBehindLocked(suspects: Suspects): void {
    const { draft } = this.#planning;
    const lowest = new Map<
      string,
      { readonly frame: Container; readonly element: Element; readonly operation: number | undefined }
    >();
    for (const [id, operation] of suspects) {
      const element = draft.get(id);
      if (element === undefined || !this.#isFixed(element)) continue;
      for (const frame of this.#framesOf(element)) {
        const other = lowest.get(frame.id);
        if (comesAfter(element, frame) || this.#isFixed(frame)) continue;
        if (other === undefined || comesAfter(other.element, element)) lowest.set(frame.id, { frame, element, operation });
      }
    }
    const outermostFirst = [...lowest.values()].toSorted(
      (a, b) => areaOf(b.frame) - areaOf(a.frame) || (a.frame.id < b.frame.id ? 1 : -1),
    );
    for (const { frame, element, operation } of outermostFirst) {
      const isFree = this.#framesOf(frame).every((outer) => comesAfter(element, outer));
      if (!isFree) continue;
      const below = elementBelow(element, new Set([frame.id]), this.#planning);
      this.#put([{ id: frame.id, reason: `goes behind ${draft.refOf(element.id)}`, operation }], below);
    }
  }

  /** The elements that go forward: suspects, and the contents of frames among them. */
  #risers(suspects: Suspects): Riser[] {
    const { draft } = this.#planning;
    const risers: Riser[] = [];
    const seen = new Set<string>();
    const brought = new Set<string>();
    const open: { id: string; operation: number | undefined; carrier: string | null }[] = [];
    for (const [id, operation] of suspects) open.push({ id, operation, carrier: null });
    for (const { id, operation, carrier } of open) {
      const element = draft.get(id);
      if (element === undefined || seen.has(id) || this.#isFixed(element) || !this.#planning.work.spend(20)) continue;
      seen.add(id);
      const anchor = this.#anchorOf(element);
      if (anchor === null) continue;
      const frames = this.#framesOf(element);
      const covering = frames.find((frame) => comesAfter(frame, element)) ?? anchor;
      const reason =
        carrier === null ? `brought in front of ${draft.refOf(covering.id)}` : `comes along with ${draft.refOf(carrier)}`;
      risers.push({ id, anchor: anchor.id, frames: frames.map((frame) => frame.id), reason, operation });
      // The contents of a frame include those of the frames inside it.
      if (brought.has(id)) continue;
      for (const inside of contentsOf(element, this.#planning)) {
        brought.add(inside.id);
        open.push({ id: inside.id, operation, carrier: carrier ?? id });
      }
    }
    return risers;
  }

  /** The element that this one must go directly in front of, where one of its frames is or goes to; null if it may stay. */
  #anchorOf(element: Element): Element | null {
    const cached = this.#anchors.get(element.id);
    if (cached !== undefined) return cached;
    let anchor: Element | null = null;
    // From the outside in, so that the anchors of outer frames are cached first.
    for (const frame of this.#framesOf(element).toReversed()) {
      const candidate = (this.#isFixed(frame) ? null : this.#anchorOf(frame)) ?? frame;
      if (comesAfter(candidate, element) && (anchor === null || comesAfter(candidate, anchor))) anchor = candidate;
    }
    this.#anchors.set(element.id, anchor);
    return anchor;
  }

  /** Puts risers directly in front of their common anchor. */
  #raise(risers: readonly Riser[], anchor: string): void {
    const { draft, work } = this.#planning;
    const byId = new Map(risers.map((riser) => [riser.id, riser]));
    const elements = risers.map(({ id }) => draft.get(id)).filter((element) => element !== undefined);
    work.spend(20 * elements.length);
    const ordered = inStackingOrder(elements, ({ id }) => byId.get(id)?.frames ?? []);
    const block = ordered.flatMap(({ id }) => byId.get(id) ?? []);
    this.#put(block, draft.get(anchor) ?? null);
  }

  /** Puts elements directly in front of `below`, in this order, unless a locked element would need another key for that. */
  #put(block: readonly Pick<Riser, 'id' | 'reason' | 'operation'>[], below: Element | null): void {
    const planning = this.#planning;
    const { draft } = planning;
    const elements = block.map(({ id }) => draft.get(id)).filter((element) => element !== undefined);
    const [first] = elements;
    if (first === undefined) return;
    const makesRoom = `makes room for ${draft.refOf(first.id)}`;
    for (const { id } of elements) draft.remove(id);
    const { run, keys } = roomAbove(below, elements.length, planning);
    for (const element of elements) draft.put(element);
    const others = run.filter((one) => one !== null);
    if (keys.length < others.length + elements.length || others.some((other) => this.#isFixed(other))) return;
    const operations = new Map(block.map(({ id, reason, operation }) => [id, { reason, operation }]));
    for (const [at, one] of run.flatMap((other) => (other === null ? elements : [other])).entries()) {
      const { reason, operation } = operations.get(one.id) ?? { reason: makesRoom, operation: block[0]?.operation };
      planning.restack({ ...one, z: keys[at] ?? one.z }, reason, operation);
    }
  }

  /** The frames and lanes that the element must be in front of, from the inside out. */
  #framesOf(element: Element): Container[] {
    const { draft, work } = this.#planning;
    const layer = this.#layerOf(element);
    const frames: Container[] = [];
    for (const { id } of this.#now.framesOf(element)) {
      const frame = draft.get(id);
      if (frame === undefined || !isContainer(frame) || this.#layerOf(frame) !== layer || !work.spend(2)) continue;
      if (comesAfter(element, frame) || !this.#mayHide(frame, element)) frames.push(frame);
    }
    return frames;
  }

  /** True if the frame may hide the element: the key says so, or it did before and the element has not moved. */
  #mayHide(frame: Container, element: Element): boolean {
    if (this.#isStackedByKey(frame, element)) return true;
    return !this.#moved.has(element.id) && this.#before.isHiddenBy(frame.id, element.id);
  }

  /** True if the element, the frame or another of the element's frames was added with a `z` of its own and has not moved. */
  #isStackedByKey(frame: Container, element: Element): boolean {
    const { keyed } = this.#planning;
    if (keyed.size === 0 || ![frame, element].every((one) => this.#isWhereItWas(one))) return false;
    if (keyed.has(element.id) || keyed.has(frame.id)) return true;
    return this.#now
      .framesOf(element)
      .values()
      .some(({ id }) => keyed.has(id));
  }

  #isWhereItWas(element: Element): boolean {
    const original = this.#planning.original(element.id);
    return original !== undefined && !isMoved(original, element);
  }

  /** True if the element was locked before this changeset: then it is not restacked. */
  #isFixed({ id }: Element): boolean {
    const before = this.#planning.draft.base.get(id);
    return before !== undefined && this.#planning.isLocked(before);
  }

  #layerOf(element: Element): string {
    return this.#now.layerOf(element);
  }
}

const areaOf = ({ width, height }: Box): number => width * height;

/** True if the element is new, in another place, attached to something else or on another layer. */
function isMoved(before: Element | null, after: Element): boolean {
  if (before === null) return true;
  if (!isArrow(before) || !isArrow(after)) return isArrow(before) || isArrow(after) || !isPlacedAlike(before, after);
  const course = ({ from, to, points, layer }: Arrow): unknown => ({ from, to, points, layer });
  return !jsonEqual(course(before), course(after));
}
