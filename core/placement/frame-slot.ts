/** frame-slot: finds the next free slot in a frame or lane, and grows the frame if there is none. */
import { isContainer } from '#schema/element.ts';
import { type Problem, problem } from '#schema/problem.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { kindOf, nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { ancestorsOf, type Container } from '../tab/membership.ts';
import { bottom, holds, right } from '../tab/rect.ts';
import type { Element } from '#schema/element.ts';
import type { Obstacles, SpotPoint } from '../planning/free-spot.ts';
import { framePadding, frameTop, slotGap } from './spacing.ts';

/** The top-left corner of the slot. Refuses with invalid_value, element_locked, invalid_result. */
export function placeInside(size: Size, frame: Element, obstacles: Obstacles, planning: Planning): SpotPoint | Problem {
  if (!isContainer(frame)) {
    const detail = `${nameOf(frame)} is not a frame or lane (${kindOf(frame)}).`;
    return problem('invalid_value', { detail, hint: 'Name a frame or lane after inside:.' });
  }
  const frames = framesAround(frame, ancestorsOf(frame, planning.draft, planning.work.spend));
  const slot = nextSlot(size, frame, new Set(frames.map(({ id }) => id)), obstacles);
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
      if (!ignored.has(box.id) && !around.has(box.id) && box.y < y + size.height && bottom(box) > y) inTheWay.push(box);
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

/** Grows the frame and those around it until each contains the next inner one. */
function growAround(slot: Rect, frames: readonly Container[], planning: Planning): Problem | null {
  let content = slot;
  for (const frame of frames) {
    const grown = { ...frame };
    grown.width = Math.max(frame.width, right(content) + framePadding - frame.x);
    grown.height = Math.max(frame.height, bottom(content) + framePadding - frame.y);
    if (holds(frame, grown)) return null;
    const refusal = planning.refuseLocked([frame]);
    if (refusal !== null) return refusal;
    planning.putAlong(grown, 'grew to hold its members');
    content = grown;
  }
  return null;
}
