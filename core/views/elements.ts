/**
 * elements: the elements of a tab as view=json returns them, in outline order.
 *
 * An element is its stored form with its ref. An arrow also has its line and the place of its label as they are drawn, the bounding
 * box of the line, and, at each attached end, the side that the line leaves or meets there, which the stored arrow may leave open.
 */
import { type Arrow, isPinned, type PinnedEnd, type Point, type Side } from '#schema/element.ts';
import type { ElementView, Rect } from '#schema/tab.ts';

import { bundledSides } from '../arrows/bundling.ts';
import { endsOf } from '../arrows/ends.ts';
import { boundsOf } from '../arrows/polyline.ts';
import { sideTowards } from '../arrows/sides.ts';
import type { DrawnArrows } from '../drawing/drawn-arrows.ts';
import { drawnArrows } from '../drawing/drawn-routes.ts';
import { hundredths } from '../tab/exact.ts';
import type { TabView } from '../tab/view.ts';
import type { Font } from '../text/metrics.ts';
import { outlineOrder, walk } from './outline-order.ts';

/** `font`: of the tab's theme. */
export function elementViews(tab: TabView, font: Font = 'sans'): ElementView[] {
  const { roots, arrows } = outlineOrder(tab);
  const drawn = drawnArrows(tab, font);
  const boxes = Array.from(walk(roots), ({ node: { box } }): ElementView => ({ ...box, ref: tab.refOf(box.id) }));
  return [...boxes, ...arrows.map((arrow) => arrowView(arrow, drawn, tab))];
}

function arrowView(arrow: Arrow, drawn: DrawnArrows, tab: TabView): ElementView {
  const { points } = drawn.routeOf(arrow);
  const label = drawn.labelOf(arrow);
  const bounds = points.length === 0 ? { x: 0, y: 0, width: 0, height: 0 } : boundsOf(points);
  return {
    ...arrow,
    ...sidesOf(arrow, points, tab),
    ...bounds,
    route: points.map(([x, y]): Point => [hundredths(x), hundredths(y)]),
    ...(label !== null && { labelRect: shortRect(label.rect) }),
    ref: tab.refOf(arrow.id),
  };
}

const shortRect = ({ x, y, width, height }: Rect): Rect => ({
  x: hundredths(x),
  y: hundredths(y),
  width: hundredths(width),
  height: hundredths(height),
});

/** The ends with their sides. Way-points and free ends leave an end as it is stored. */
function sidesOf(arrow: Arrow, route: readonly Point[], tab: TabView): Pick<Arrow, 'from' | 'to'> {
  const { from, to, points, line } = arrow;
  if (!isPinned(from) || !isPinned(to) || from.element === to.element || (points ?? []).length > 0) return { from, to };
  const ends = endsOf(arrow, tab);
  if (ends.from.kind !== 'box' || ends.to.kind !== 'box') return { from, to };
  const [fromSide, toSide] = line === 'angled' ? squareSides(route) : bundledSides(arrow, ends.from, ends.to, tab);
  return { from: withSide(from, fromSide), to: withSide(to, toSide) };
}

const withSide = (end: PinnedEnd, side: Side): PinnedEnd => (end.row === undefined ? { side, ...end } : end);

/** An angled line leaves and enters its sides straight. */
function squareSides(route: readonly Point[]): [Side, Side] {
  const [first = [0, 0], second = first] = route;
  const [last = first, before = last] = route.toReversed();
  return [sideTowards(second[0] - first[0], second[1] - first[1]), sideTowards(before[0] - last[0], before[1] - last[1])];
}
