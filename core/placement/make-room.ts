/**
 * make-room: finds the spot of a new element between two boxes, and what moves and grows for it.
 *
 * The element goes to the middle of the space between the two, and sideways to the middle between their centers; if it belongs
 * to the frame or lane of only one of them, it is in line with that one.
 */
import { type Box, isBox, isContainer } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

import type { Planning } from '../planning/planning.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import { ancestorsOf, type Container } from '../tab/membership.ts';
import { holds } from '../tab/rect.ts';
import { far, lengthAlong, middle, near, opposite, rectAt, sideways } from '../planning/axis.ts';
import { type Gap, gapBetween } from './between.ts';
import { beyondOf } from './beyond.ts';
import { type Direction, type Obstacles, slide, SlideMemory } from '../planning/free-spot.ts';
import { makeWay, type DisplacedBox, type Seeds, type Displacement } from './make-way.ts';
import { defaultGap, framePadding, frameTop, slotGap } from './spacing.ts';

export type MadeRoom = {
  readonly spot: Rect;
  /** The boxes that move or grow, by id. */
  readonly changes: ReadonlyMap<string, DisplacedBox>;
};

/** Room for an element of this size between two boxes, without changing the draft. Null if the canvas has none. */
export function makeRoom(size: Size, a: Box, b: Box, planning: Planning): MadeRoom | null {
  const gap = gapBetween(a, b, planning);
  const { direction, first, second, home } = gap;
  const view = new TabDraft(planning.draft);
  const changes = new Map<string, DisplacedBox>();
  const apply = (seeds: Seeds, shift: Displacement): void => {
    for (const [id, change] of makeWay(view, seeds, shift, planning.work) ?? []) {
      view.put(change.box);
      const earlier = changes.get(id);
      changes.set(id, earlier === undefined || change.how !== 'grown' ? change : { ...earlier, box: change.box });
    }
  };
  const overlap = first === null || second === null ? 0 : Math.max(0, far(first, direction) - near(second, direction));
  const distance = Math.ceil(lengthAlong(size, direction) + defaultGap + overlap);
  apply(beyondOf(gap, [a, b], planning), { direction, distance });
  const spot = spotFor(size, gap, view, planning);
  if (spot === null) return null;
  const side = sideways(direction);
  for (const out of home === null ? [] : [direction, side, opposite[side]]) {
    const frame = home === null ? undefined : view.get(home.id);
    if (frame === undefined || !isContainer(frame)) break;
    const missing = Math.ceil(far(spot, out) + paddingAt(out) - far(frame, out));
    if (missing > 0) apply({ movedBoxes: [], grown: [frame] }, { direction: out, distance: missing });
  }
  return { spot, changes };
}

/** The spot between the two after room was made. */
function spotFor(size: Size, gap: Gap, view: TabDraft, planning: Planning): Rect | null {
  const { direction, home } = gap;
  const side = sideways(direction);
  const now = (box: Box): Box => {
    const element = view.get(box.id);
    return element !== undefined && isBox(element) ? element : box;
  };
  const centre = gap.inLineWith.reduce((sum, box) => sum + middle(now(box), side), 0) / gap.inLineWith.length;
  const across = Math.round(centre - lengthAlong(size, side) / 2);
  const least = home === null ? -Infinity : Math.min(across, near(now(home), side) + paddingAt(opposite[side]));
  const leastAlong = home === null ? -Infinity : near(now(home), direction) + paddingAt(opposite[direction]);
  const along = Math.max(startAlong(size, gap, now), Math.ceil(leastAlong));
  const start = rectAt(size, direction, along, across);
  const ignored = new Set(home === null ? [] : framesHolding(home, view, planning));
  const obstacles: Obstacles = { draft: view, work: planning.work, memory: new SlideMemory(), ignored, holders: new Set() };
  const slid = [side, opposite[side]].flatMap((way) => {
    const spot = slide(start, way, slotGap, obstacles);
    return spot === null || near({ ...start, ...spot }, side) < least ? [] : [{ ...start, ...spot }];
  });
  const away = (rect: Rect): number => Math.abs(near(rect, side) - across);
  return slid.reduce<Rect | null>((best, rect) => (best === null || away(rect) < away(best) ? rect : best), null);
}

/** The start along the flow: centered in the space, or one gap away from the only neighbor. */
function startAlong(size: Size, { direction, first, second }: Gap, now: (box: Box) => Box): number {
  const length = lengthAlong(size, direction);
  const from = first === null ? null : far(now(first), direction);
  const to = second === null ? null : near(now(second), direction);
  if (from === null) return to === null ? 0 : Math.floor(to - defaultGap - length);
  return to === null ? Math.ceil(from + defaultGap) : Math.round(from + (to - from - length) / 2);
}

/** The padding of a frame on that side. */
const paddingAt = (side: Direction): number => (side === 'up' ? frameTop : framePadding);

/** The frame and the frames around it that contain it; others are in the way like any other box. */
function framesHolding(home: Container, view: TabDraft, { work }: Planning): string[] {
  const now = view.get(home.id);
  let inner: Rect = now !== undefined && isBox(now) ? now : home;
  const frames = [home.id];
  for (const frame of now !== undefined && isBox(now) ? ancestorsOf(now, view, work.spend) : []) {
    if (!holds(frame, inner)) break;
    frames.push(frame.id);
    inner = frame;
  }
  return frames;
}
