/**
 * enclose: a frame drawn around boxes, the frames that it lies in, and what is in its way.
 * E1  It is the rectangle around the boxes and their padding, with room for its title above them. It is made as wide as
 *     its title asks for where nothing is in the way.
 * E2  Frames and lanes that hold all of the boxes go on holding them: they grow until the new one fits with its padding.
 * E3  In the way of the new frame is what it would lie on or swallow; in that of one that grows, what it did not lie on
 *     before. A frame that holds the new one is in nobody's way.
 */
import { type Box, isBox } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Work } from '../planning/work.ts';
import type { TabDraft } from '../tab/tab-draft.ts';
import { ancestorsOf, type Container } from '../tab/membership.ts';
import { bottom, holds, hullOf, right } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { fontSizes } from '../text/sizes.ts';
import { textWidth } from '../text/width.ts';
import { relationOf } from './make-way.ts';
import { framePadding, frameTop } from './spacing.ts';

/** The rectangle of a frame around these; whole pixels at the least. */
export function frameAround(contents: Iterable<Rect>): Rect {
  const hull = hullOf(contents) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [Math.floor(hull.x - framePadding), Math.floor(hull.y - frameTop)];
  return { x, y, width: Math.ceil(right(hull) + framePadding - x), height: Math.ceil(bottom(hull) + framePadding - y) };
}

/** The width that a frame's title takes on one line, at most `titleMax` [E1]. */
export function titleWidth({ label = '', text, font }: Container): number {
  const sizePx = fontSizes[text === undefined || text === 'scale' ? 'md' : text];
  return Math.min(titleMax, Math.ceil(textWidth(label.slice(0, titleMax), sizePx, font, 600) / 20) * 20 + 2 * framePadding);
}

const titleMax = 480;

/** The frames and lanes that hold all of these boxes wholly, from the inside out; none of `among` is one of them. */
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

/** The frames as they must be to hold the content one in the other [E2]. */
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
  /** True when it is in the way of the new frame, too. */
  readonly ofNew: boolean;
};

export type Enclosure = {
  readonly frame: Container;
  /** From the inside out, as they are to be. */
  readonly around: readonly Container[];
  /** The boxes inside, at any depth. */
  readonly inside: ReadonlySet<string>;
};

/** What is in the way of the frames, in no particular order [E3]. `before` is the tab without the new frame. */
export function inTheWayOf({ frame, around, inside }: Enclosure, before: TabView, now: TabDraft, work: Work): InTheWay[] {
  const found = new Map<string, InTheWay>();
  const own = new Set([frame.id, ...around.map(({ id }) => id)]);
  for (const of of [frame, ...around]) {
    const was = before.get(of.id);
    for (const box of now.boxesIn(of)) {
      if (!work.spend(5)) break;
      if (own.has(box.id) || inside.has(box.id)) continue;
      const old = before.get(box.id);
      const earlier = was !== undefined && isBox(was) && old !== undefined && isBox(old) ? relationOf(was, old) : 'apart';
      const relation = relationOf(of, box);
      const isNew =
        of.id === frame.id ? relation !== 'within' : earlier === 'apart' || (earlier === 'within' && relation === 'crossing');
      if (relation !== 'apart' && isNew) found.set(box.id, { box, of, ofNew: found.get(box.id)?.ofNew ?? of.id === frame.id });
    }
  }
  return [...found.values()];
}
