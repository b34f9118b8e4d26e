/**
 * The sides on which a line leaves one box and meets another, chosen together with the other lines of the boxes [AR9]. If those do not
 * agree on a side, the two boxes alone decide (facing-sides.ts).
 */
import { type Arrow, isBox, isPinned, type Side } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import type { PinnedTo } from './ends.ts';
import { facingSides, facingSidesToBend } from './facing-sides.ts';
import { opposite } from './sides.ts';

export const bundleMax = 12;
/** The minimum distance, in pixels, of a box that counts as on one side of another. */
const apart = 20;

type Company = Pick<TabView, 'get' | 'arrowsAt'>;

/** The side that the line leaves, and the side that it meets. */
export function bundledSides({ line }: Pick<Arrow, 'line'>, from: PinnedTo, to: PinnedTo, tab: Company): [Side, Side] {
  const leaving = commonSide(from.box.id, 'from', 'to', tab);
  if (leaving !== null) return [leaving, opposite[leaving]];
  const meeting = commonSide(to.box.id, 'to', 'from', tab);
  if (meeting !== null) return [opposite[meeting], meeting];
  return bends(line) ? facingSidesToBend(from.box, to.box) : facingSides(from.box, to.box);
}

export const bends = (line: Arrow['line']): boolean => line === 'angled' || line === 'curved';

/** The side of a box on which all connected boxes are; null unless there is exactly one. */
function commonSide(id: string, here: 'from' | 'to', there: 'from' | 'to', tab: Company): Side | null {
  const box = tab.get(id);
  if (box === undefined || !isBox(box)) return null;
  let common: readonly Side[] | null = null;
  let count = 0;
  for (const arrow of tab.arrowsAt(id)) {
    count += 1;
    if (count > bundleMax) return null;
    const other = pinnedAt(arrow, here) === id ? tab.get(pinnedAt(arrow, there) ?? '') : undefined;
    if (other === undefined || !isBox(other) || other.id === id) continue;
    const sides = sidesOf(box, other);
    common = common === null ? sides : common.filter((side) => sides.includes(side));
  }
  const [only, second] = common ?? [];
  return only === undefined || second !== undefined ? null : only;
}

function pinnedAt(arrow: Arrow, name: 'from' | 'to'): string | null {
  const end = arrow[name];
  return isPinned(end) ? end.element : null;
}

/** The sides of `a` on which `b` is: at most two. */
function sidesOf(a: Rect, b: Rect): Side[] {
  const sides: Side[] = [];
  if (a.y - bottom(b) >= apart) sides.push('top');
  if (b.x - right(a) >= apart) sides.push('right');
  if (b.y - bottom(a) >= apart) sides.push('bottom');
  if (a.x - right(b) >= apart) sides.push('left');
  return sides;
}
