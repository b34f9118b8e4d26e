/** line-part: a part of an angled line, level or upright, that is moved across. */
import { type Arrow, type ArrowEnd, type Box, isBox, isPinned, type Point, type Side } from '#schema/element.ts';

import { isAcross, sideTowards } from '#core/arrows/sides.ts';
import { simplifyPolyline } from '#core/arrows/polyline.ts';
import { routeOf } from '#core/drawing/drawn-routes.ts';
import type { TabView } from '#core/tab/view.ts';

import { withWayPoints } from './wire.ts';

/** How much of a line that is attached to a box stays where it is when the part next to the box is moved. */
const stub = 16;

export const isLevel = ([, fromY]: Point, [, toY]: Point): boolean => Math.abs(fromY - toY) < 1e-6;

/**
 * The arrow with the part of its line at `index` moved to `to`, the y coordinate of a level part or the x coordinate of an upright one.
 *
 * It stores no more than is needed to draw that line: way-points, and the places of its ends where way-points alone would not keep them.
 */
export function withPartAt(arrow: Arrow, index: number, to: number, tab: TabView): Arrow {
  const line = moved(routeOf(arrow, tab), index, to);
  const bare = withWayPoints(arrow, []);
  const fixed = { ...bare, from: placed(arrow.from, line, tab), to: placed(arrow.to, line.toReversed(), tab) };
  const corners = line.slice(1, -1);
  const [first, second] = corners;
  const ways = [corners.slice(1, -1), corners];
  if (corners.length === 2 && first !== undefined && second !== undefined)
    ways.unshift([[(first[0] + second[0]) / 2, (first[1] + second[1]) / 2]]);
  const candidates = [bare, ...[bare, fixed].flatMap((base) => ways.map((points) => withWayPoints(base, points)))];
  return candidates.find((candidate) => isDrawnAs(candidate, line, tab)) ?? withWayPoints(fixed, corners);
}

function moved(route: readonly Point[], index: number, to: number): Point[] {
  const [from, until] = [route[index], route[index + 1]];
  if (from === undefined || until === undefined) return [...route];
  const shifted = ([x, y]: Point): Point => (isLevel(from, until) ? [x, to] : [to, y]);
  const length = Math.abs(until[0] - from[0]) + Math.abs(until[1] - from[1]);
  const away = Math.min(stub, length / 4);
  const towards = (a: Point, b: Point): Point => [
    a[0] + (Math.sign(b[0] - a[0]) * away),
    a[1] + (Math.sign(b[1] - a[1]) * away),
  ]; // prettier-ignore
  const near = towards(from, until);
  const far = towards(until, from);
  return simplifyPolyline([
    ...route.slice(0, index),
    ...(index === 0 ? [from, near, shifted(near)] : [shifted(from)]),
    ...(index === route.length - 2 ? [shifted(far), far, until] : [shifted(until)]),
    ...route.slice(index + 2),
  ]);
}

/** The end at the side and the spot where the line begins. */
function placed(end: ArrowEnd, [at, next]: readonly Point[], tab: TabView): ArrowEnd {
  if (!isPinned(end) || end.row !== undefined || at === undefined || next === undefined) return end;
  const box = tab.get(end.element);
  if (box === undefined || !isBox(box)) return end;
  const side = sideTowards(next[0] - at[0], next[1] - at[1]);
  return { element: end.element, side, ...offsetOn(box, side, at) };
}

function offsetOn(box: Box, side: Side, [x, y]: Point): { offset?: number } {
  const share = isAcross(side) ? (y - box.y) / box.height : (x - box.x) / box.width;
  const offset = Math.min(1, Math.max(0, Math.round(share * 10_000) / 10_000));
  return offset === 0.5 ? {} : { offset };
}

function isDrawnAs(arrow: Arrow, line: readonly Point[], tab: TabView): boolean {
  const route = simplifyPolyline([...routeOf(arrow, tab)]);
  return (
    route.length === line.length &&
    route.every(([x, y], index) => Math.hypot(x - (line[index]?.[0] ?? NaN), y - (line[index]?.[1] ?? NaN)) < 0.5)
  );
}
