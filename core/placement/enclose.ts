/** enclose: measures a frame around boxes, and finds the frames around it and the boxes in its way. */
import { type Box, isBox } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Work } from '../planning/work.ts';
import type { TabDraft } from '../tab/tab-draft.ts';
import { ancestorsOf, type Container } from '../tab/membership.ts';
import { bottom, holds, hullOf, overlaps, right } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { fixedSize } from '../text/sizes.ts';
import { textWidth } from '../text/width.ts';
import { relationOf } from './make-way.ts';
import { framePadding, frameTop } from './spacing.ts';

/** The rectangle of a frame around these rectangles, in whole pixels. */
export function frameAround(contents: Iterable<Rect>): Rect {
  const hull = hullOf(contents) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [Math.floor(hull.x - framePadding), Math.floor(hull.y - frameTop)];
  return { x, y, width: Math.ceil(right(hull) + framePadding - x), height: Math.ceil(bottom(hull) + framePadding - y) };
}

/** Between a frame and what is outside it, and least padding. */
const clearance = framePadding / 2;

/**
 * A frame with its sides, but not its top, moved in as far as needed to keep off the boxes that it does not overlap, at most to
 * `least`.
 */
export function keptOff(frame: Rect, least: Rect, outside: Iterable<Rect>): Rect {
  let [x, end, foot] = [frame.x, right(frame), bottom(frame)];
  for (const box of outside) {
    if (overlaps(frame, box)) continue;
    const isBeside = box.y < bottom(frame) && bottom(box) > frame.y;
    if (isBeside && right(box) <= least.x) x = Math.max(x, Math.min(least.x, Math.ceil(right(box) + clearance)));
    if (isBeside && box.x >= right(least)) end = Math.min(end, Math.max(right(least), Math.floor(box.x - clearance)));
    const isBelow = box.x < right(frame) && right(box) > frame.x && box.y >= bottom(least);
    if (isBelow) foot = Math.min(foot, Math.max(bottom(least), Math.floor(box.y - clearance)));
  }
  return { x, y: frame.y, width: end - x, height: foot - frame.y };
}

/** The smallest frame around these rectangles: `frameAround` with half of the padding at the sides and below. */
export function leastFrameAround(contents: Iterable<Rect>): Rect {
  const { x, y, width, height } = frameAround(contents);
  return { x: x + clearance, y, width: width - 2 * clearance, height: height - clearance };
}

/** Where boxes are too close to a frame. */
export const surroundingsOf = ({ x, y, width, height }: Rect): Rect => ({
  x: x - clearance,
  y,
  width: width + 2 * clearance,
  height: height + clearance,
});

/** The width of a frame with its title on one line, at most `titleMax`. */
export function titleWidth({ label = '', text, font }: Container): number {
  const sizePx = fixedSize(text === undefined || text === 'scale' ? 'md' : text);
  return Math.min(titleMax, Math.ceil(textWidth(label.slice(0, titleMax), sizePx, font, 600) / 20) * 20 + 2 * framePadding);
}

const titleMax = 480;

/** The frames and lanes that contain all of these boxes, from the inside out, without those in `among`. */
export function framesAround(boxes: readonly Box[], among: ReadonlySet<string>, tab: TabView, work: Work): Container[] {
  const [first, ...others] = boxes;
  const hull = hullOf(boxes);
  if (first === undefined || hull === null) return [];
  let common = ancestorsOf(first, tab, work.spend).filter(({ id }) => !among.has(id));
  for (const box of others) {
    if (common.length === 0 || !work.spend(common.length)) break;
    const ids = new Set(ancestorsOf(box, tab, work.spend).map(({ id }) => id));
    common = common.filter(({ id }) => ids.has(id));
  }
  const frames: Container[] = [];
  for (const frame of common) {
    if (!holds(frame, frames.at(-1) ?? hull)) break;
    frames.push(frame);
  }
  return frames;
}

/** The frames, grown so that each contains the one inside it and the innermost contains the content. */
export function grownFrames(content: Rect, frames: readonly Container[]): Container[] {
  let inner = content;
  return frames.map((frame) => {
    const [x, y] = [Math.min(frame.x, inner.x - framePadding), Math.min(frame.y, inner.y - frameTop)];
    const width = Math.max(right(frame), right(inner) + framePadding) - x;
    const height = Math.max(bottom(frame), bottom(inner) + framePadding) - y;
    inner = { x, y, width, height };
    return { ...frame, ...inner };
  });
}

export type InTheWay = {
  readonly box: Box;
  /** The outermost frame in whose way it is. */
  readonly of: Container;
  /** True if it is in the way of the new frame as well. */
  readonly ofNew: boolean;
};

export type Enclosure = {
  readonly frame: Container;
  /** From the inside out, in their updated state. */
  readonly around: readonly Container[];
  /** The boxes inside, at any depth. */
  readonly inside: ReadonlySet<string>;
};

/** The boxes in the way of the frames, in no particular order. `before` is the tab without the new frame. */
export function inTheWayOf({ frame, around, inside }: Enclosure, before: TabView, now: TabDraft, work: Work): InTheWay[] {
  const entries = new Map<string, InTheWay>();
  const own = new Set([frame.id, ...around.map(({ id }) => id)]);
  for (const of of [frame, ...around]) {
    const previousFrame = before.get(of.id);
    for (const box of now.boxesIn(of)) {
      if (!work.spend(5)) break;
      if (own.has(box.id) || inside.has(box.id)) continue;
      const previous = before.get(box.id);
      const earlier =
        previousFrame !== undefined && isBox(previousFrame) && previous !== undefined && isBox(previous)
          ? relationOf(previousFrame, previous)
          : 'apart';
      const relation = relationOf(of, box);
      const isNew =
        of.id === frame.id ? relation !== 'within' : earlier === 'apart' || (earlier === 'within' && relation === 'crossing');
      if (relation !== 'apart' && isNew)
        entries.set(box.id, { box, of, ofNew: entries.get(box.id)?.ofNew ?? of.id === frame.id });
    }
  }
  return [...entries.values()];
}
