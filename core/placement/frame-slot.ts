/** frame-slot: finds the next free slot in a frame or lane. If there is none, the frame grows and displaces what is in its way. */
import { type Box, type Element, isBox, isContainer } from '#schema/element.ts';
import { type Problem, problem } from '#schema/problem.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { type ArrangedFrame, isArranged } from '../tab/arranged-frames.ts';
import { kindOf, nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { ancestorsOf, type Container } from '../tab/membership.ts';
import { addExact } from '../tab/exact.ts';
import { bottom, holds, overlaps, right } from '../tab/rect.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import { followShifts, type Offset } from './follow.ts';
import type { Obstacles, SpotPoint } from '../planning/free-spot.ts';
import { type DisplacedBox, type Displacement, makeWay } from './make-way.ts';
import { defaultGap, framePadding, frameTop, slotGap } from './spacing.ts';

/** The top-left corner of the slot. Refuses with invalid_value, element_locked, invalid_result. */
export function placeInside(size: Size, frame: Element, obstacles: Obstacles, planning: Planning): SpotPoint | Problem {
  if (!isContainer(frame)) {
    const detail = `${nameOf(frame)} is not a frame or lane (${kindOf(frame)}).`;
    return problem('invalid_value', { detail, hint: 'Name a frame or lane after inside:.' });
  }
  const frames = framesAround(frame, ancestorsOf(frame, planning.draft, planning.work.spend));
  const slot = isArranged(frame)
    ? lastSlot(size, frame, obstacles)
    : nextSlot(size, frame, new Set(frames.map(({ id }) => id)), obstacles);
  const refusal = growAround({ ...slot, ...size }, frames, planning);
  return refusal ?? slot;
}

/** The frame and the frames around it that contain it. Other frames are obstacles like any other box. */
function framesAround(frame: Container, ancestors: readonly Container[]): Container[] {
  const frames = [frame];
  for (const ancestor of ancestors) {
    if (!holds(ancestor, frames.at(-1) ?? frame)) break;
    frames.push(ancestor);
  }
  return frames;
}

/**
 * Grows a frame to at least this size, and those around it; what is below or beside them makes room. Refuses with element_locked,
 * invalid_result.
 */
export function growTo({ width, height }: Size, frame: Container, planning: Planning): Problem | null {
  const { x, y } = frame;
  return holdRect({ x, y, width: width - framePadding, height: height - framePadding }, frame, planning);
}

/** Grows a frame until it contains the rectangle, as `inside:` does. Refuses with element_locked, invalid_result. */
export function holdRect(rect: Rect, frame: Container, planning: Planning): Problem | null {
  const frames = framesAround(frame, ancestorsOf(frame, planning.draft, planning.work.spend));
  return growAround(rect, frames, planning);
}

/** Behind all members of an arranged frame, in its direction; a note of a sequence is below them. */
function lastSlot(size: Size, frame: ArrangedFrame, { draft, work, ignored }: Obstacles): SpotPoint {
  const isRow = frame.arrange === 'sequence' || frame.direction === 'right';
  let [x, y] = [frame.x + framePadding, frame.y + frameTop];
  for (const box of draft.boxesIn(frame)) {
    if (!work.spend(2)) break;
    if (ignored.has(box.id) || box.id === frame.id || !holds(frame, box)) continue;
    if (isRow) x = Math.max(x, right(box) + slotGap);
    else y = Math.max(y, bottom(box) + slotGap);
  }
  return { x: Math.ceil(x), y: Math.ceil(y) };
}

function nextSlot(size: Size, frame: Container, around: ReadonlySet<string>, obstacles: Obstacles): SpotPoint {
  const { draft, work, memory, ignored } = obstacles;
  const left = Math.ceil(frame.x + framePadding);
  const last = Math.max(left, right(frame) - framePadding - size.width);
  const key = ignored.size > 0 ? null : `inside ${frame.id} ${left}`;
  const top = Math.ceil(frame.y + frameTop);
  let y = key === null ? top : Math.max(top, memory.reached(key, size.width, size.height, draft.freedPlaces));
  for (;;) {
    const band: Rect = { x: left, y, width: last + size.width - left, height: size.height };
    const inTheWay: Rect[] = [];
    for (const box of draft.boxesIn(band)) {
      if (!work.spend(2)) break;
      // What is outside of the frame makes room if the frame grows.
      if (ignored.has(box.id) || around.has(box.id) || !overlaps(box, frame)) continue;
      if (box.y < y + size.height && bottom(box) > y) inTheWay.push(box);
    }
    const x = firstGap(left, size.width, inTheWay);
    if (x <= last || work.exhausted) {
      if (key !== null) memory.note(key, size.width, size.height, y);
      return { x, y };
    }
    y = Math.ceil(inTheWay.reduce((least, box) => Math.min(least, bottom(box)), Infinity) + slotGap);
  }
}

/** The first x in a row at which nothing is in the way. */
function firstGap(left: number, width: number, boxes: readonly Rect[]): number {
  let x = left;
  for (const box of boxes.toSorted((a, b) => a.x - b.x)) {
    if (box.x >= x + width) break;
    if (right(box) > x) x = Math.ceil(right(box) + slotGap);
  }
  return x;
}

/**
 * Grows the frame and those around it until each contains the next inner one, the outermost first. What is below or beside a
 * frame moves on by as much as the frame grows.
 */
function growAround(slot: Rect, frames: readonly Container[], planning: Planning): Problem | null {
  const sizes = grownSizes(slot, frames);
  const view = new TabDraft(planning.draft);
  const changes = new Map<string, DisplacedBox>();
  const fixed = new Set(frames.map(({ id }) => id));
  for (const { id, ...size } of sizes.toReversed()) {
    for (const direction of ['down', 'right'] as const) {
      const frame = view.get(id);
      if (frame === undefined || !isContainer(frame)) continue;
      const missing = direction === 'down' ? size.height - frame.height : size.width - frame.width;
      if (missing <= 0) continue;
      const shift: Displacement = { direction, distance: missing };
      const movedBoxes = closeBeyond(frame, shift, view, planning);
      const way = makeWay(view, { movedBoxes, grown: [frame], fixed, members: planning.draft }, shift, planning.work);
      if (way === null) view.put({ ...frame, ...size });
      for (const change of way?.values() ?? []) {
        view.put(change.box);
        const earlier = changes.get(change.box.id);
        changes.set(change.box.id, change.how === 'grown' && earlier !== undefined ? { ...earlier, box: change.box } : change);
      }
      if (way === null) changes.set(id, { box: { ...frame, ...size }, how: 'grown', carriedBy: null });
    }
  }
  return putChanges(changes, frames, planning);
}

/** The sizes at which each frame contains the next inner one, and the innermost the slot; only those that must grow. */
function grownSizes(slot: Rect, frames: readonly Container[]): (Size & { readonly id: string })[] {
  const sizes: (Size & { readonly id: string })[] = [];
  let content = slot;
  for (const frame of frames) {
    const { id, x, y } = frame;
    const width = Math.max(frame.width, right(content) + framePadding - x);
    const height = Math.max(frame.height, bottom(content) + framePadding - y);
    if (width === frame.width && height === frame.height) break;
    sizes.push({ id, width, height });
    content = { x, y, width, height };
  }
  return sizes;
}

/** The boxes wholly beyond the frame that would be closer to it than the default gap, and closer than they are. */
function closeBeyond(frame: Container, { direction, distance }: Displacement, view: TabDraft, { work }: Planning): Box[] {
  const { x, y, width, height } = frame;
  const length = distance + defaultGap;
  const band: Rect =
    direction === 'down' ? { x, y: y + height, width, height: length } : { x: x + width, y, width: length, height };
  const boxes: Box[] = [];
  for (const box of view.boxesIn(band)) {
    if (!work.spend(2)) break;
    if (overlaps(box, band) && (direction === 'down' ? box.y >= y + height : box.x >= x + width)) boxes.push(box);
  }
  return boxes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function putChanges(
  changes: ReadonlyMap<string, DisplacedBox>,
  frames: readonly Container[],
  planning: Planning,
): Problem | null {
  const { draft } = planning;
  const locked = planning.refuseLocked(Array.from(changes.values(), ({ box }) => box));
  if (locked !== null) return locked;
  const shifts = new Map<string, Offset>();
  const ofFrames = frames.flatMap(({ id }) => changes.get(id) ?? []);
  for (const { box, how, carriedBy } of new Set([...ofFrames, ...changes.values()])) {
    const previous = draft.get(box.id);
    if (how === 'moved' && previous !== undefined && isBox(previous))
      shifts.set(box.id, { dx: addExact(box.x, -previous.x), dy: addExact(box.y, -previous.y) });
    const moved =
      carriedBy === null ? `made room for ${draft.refOf(frames[0]?.id ?? '')}` : `carried by ${draft.refOf(carriedBy.id)}`;
    planning.putAlong(box, how === 'grown' ? 'grew to hold its members' : moved);
  }
  return followShifts(shifts, planning);
}
