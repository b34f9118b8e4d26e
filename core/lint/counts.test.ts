import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Lint } from '#schema/changeset.ts';
import { type Arrow, type ArrowEnd, type Box, type Element, isArrow, isBox, isPinned, type Point } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import type { Rect } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { anyDrawing, arrow, box, frame, tabOf } from '../arrows/drawing.test-support.ts';
import { routeOf } from '../drawing/drawn-routes.ts';
import { lint } from './lint.ts';
import { lintText } from './lint-text.ts';

const lintOf = (...elements: Element[]): Lint => lint(tabOf(elements));

describe('counts', () => {
  test('[LT12] [LT16] on random drawings every number of the summary equals a slow count over all pairs', () => {
    fc.assert(
      fc.property(anyDrawing, (elements) => {
        const { summary, counts, findings } = lintOf(...elements);
        expect(summary).toEqual(slowSummary(elements));
        const listed = { error: 0, warning: 0, info: 0 };
        for (const { severity } of findings) listed[severity] += 1;
        expect(counts).toEqual(listed);
        for (const code of ['group-escape', 'group-split-edges'] as const) {
          const names = findings.filter((one) => one.code === code).map((one) => one.elements[0]);
          expect([code, names]).toEqual([code, slowGroups(elements)[code]]);
        }
      }),
      fuzz(500),
    );
  });

  test.each<[string, Element[], Partial<Lint['summary']>]>([
    ['lines that cross within both', [line('e', [0, 0], [100, 100]), line('f', [0, 100], [100, 0])], { crossings: 1 }],
    [
      'lines that cross twice',
      [
        line('e', [0, 50], [200, 50]),
        line(
          'f',
          [50, 0],
          [150, 0],
          [
            [50, 100],
            [150, 100],
          ],
        ),
      ],
      { crossings: 1 },
    ],
    ['a line that ends on another', [line('e', [0, 0], [100, 0]), line('f', [50, 0], [50, 100])], { crossings: 0 }],
    ['lines of one beginning', [line('e', [0, 0], [100, 100]), line('f', [0, 0], [100, 0])], { crossings: 0 }],
    ['lines that lie on one another', [line('e', [0, 0], [100, 0]), line('f', [50, 0], [150, 0])], { crossings: 0 }],
    ['lines side by side', [line('e', [0, 0], [100, 0]), line('f', [0, 10], [100, 10])], { crossings: 0 }],
    [
      'a line through a bend of another',
      [line('e', [0, 0], [100, 0], [[50, 50]]), line('f', [50, 0], [50, 100])],
      { crossings: 0 },
    ],
    [
      'a line that crosses itself',
      [
        line(
          'e',
          [0, 0],
          [100, 0],
          [
            [100, 100],
            [0, 100],
            [50, -50],
          ],
        ),
      ],
      { crossings: 0 },
    ],
    ['angled lines', [{ ...line('e', [0, 0], [100, 100]), line: 'angled' }, line('f', [-20, 50], [20, 50])], { crossings: 1 }],
    ['boxes that share an edge', [box('a', 0, 0), box('b', 100, 0), arrow('e', 'a', 'b')], { overlaps: 0 }],
    ['boxes that share a corner', [box('a', 0, 0), box('b', 100, 60), arrow('e', 'a', 'b')], { overlaps: 0 }],
    ['a box within another, at its edge', [box('a', 0, 0), box('b', 0, 0, 50, 60), arrow('e', 'a', 'b')], { overlaps: 0 }],
    ['boxes that cross like a plus', [box('a', 40, 0, 20, 100), box('b', 0, 40, 100, 20), arrow('e', 'a', 'b')], { overlaps: 1 }],
    ['boxes in one place', [box('a', 0, 0), box('b', 0, 0), arrow('e', 'a', 'b')], { overlaps: 1 }],
    [
      'turned boxes lie where they lie unturned',
      [box('a', 0, 0, 200, 20, { rotation: 90 }), box('b', 90, 60, 20, 20), arrow('e', 'a', 'b')],
      { overlaps: 0 },
    ],
    [
      'nested frames with arrows',
      [frame('f', 0, 0, 400, 400), frame('g', 20, 40, 200, 200), box('a', 40, 80), arrow('e', 'f', 'g'), arrow('h', 'g', 'a')],
      { overlaps: 0, arrowsBehindBoxes: 0 },
    ],
    [
      'a frame half out of another',
      [frame('f', 0, 0, 400, 400), frame('g', 300, 40, 200, 200), arrow('e', 'f', 'g')],
      { overlaps: 1 },
    ],
    ['decoration', [box('a', 0, 0), box('b', 50, 0)], { overlaps: 0 }],
    ['an arrow through a box', [line('e', [0, 30], [300, 30]), box('a', 100, 0)], { arrowsBehindBoxes: 1 }],
    ['an arrow through two boxes', [line('e', [0, 30], [500, 30]), box('a', 100, 0), box('b', 300, 0)], { arrowsBehindBoxes: 1 }],
    ['an arrow along an edge', [line('e', [0, 0], [300, 0]), box('a', 100, 0)], { arrowsBehindBoxes: 0 }],
    ['an arrow over a corner', [line('e', [50, -50], [150, 50]), box('a', 0, 0)], { arrowsBehindBoxes: 0 }],
    ['an arrow that ends in a box', [line('e', [-100, 30], [50, 30]), box('a', 0, 0)], { arrowsBehindBoxes: 0 }],
    ['an arrow through a frame', [line('e', [-100, 30], [500, 30]), frame('f', 0, 0, 200, 200)], { arrowsBehindBoxes: 0 }],
    [
      'an arrow through a turned box, where it lies unturned',
      [line('e', [-100, 30], [500, 30]), box('a', 0, 0, 20, 400, { rotation: 90 })],
      { arrowsBehindBoxes: 1 },
    ],
    [
      'a curve around a box',
      [
        box('a', 0, 0),
        box('b', 300, 300),
        box('c', 180, 40, 40, 40),
        arrow('e', 'a', 'b', {
          line: 'curved',
          from: { element: 'a~00000000', side: 'bottom' },
          to: { element: 'b~00000000', side: 'left' },
        }),
      ],
      { arrowsBehindBoxes: 0 },
    ],
    [
      'a curve through a box',
      [line('e', [0, 0], [300, 0], [[150, 100]], 'curved'), box('c', 140, 60, 20, 30)],
      { arrowsBehindBoxes: 0 },
    ],
    [
      'a curve through a box on its way',
      [line('e', [0, 0], [300, 0], [[150, 100]], 'curved'), box('c', 140, 90, 20, 30)],
      { arrowsBehindBoxes: 1 },
    ],
  ])('%s', (_, elements, counts) => {
    expect(lintOf(...elements).summary).toMatchObject(counts);
    expect(slowSummary(elements)).toMatchObject(counts);
  });

  test('an arrow that ends on a pile of more than 100 boxes is not checked, and the summary says so', () => {
    const around = (count: number): Box[] =>
      Array.from({ length: count }, (__, index) => box(`p${index}`, -index, -index, 100 + 2 * index, 60 + 2 * index));
    const rest = [box('z', 500, 0), box('m', 300, 0, 50, 60), arrow('e', 'p0', 'z')];
    expect(lintOf(...around(100), ...rest).summary).toMatchObject({ arrowsBehindBoxes: 1 });
    const over = lintOf(...around(101), ...rest);
    expect(over.summary).toMatchObject({ arrowsBehindBoxes: 0, arrowsNotChecked: 1 });
    expect(lintText(over)).toMatch(/^0 crossings, 0 arrows behind boxes \(1 not checked: an end lies on over 100 boxes\), /);
  });
});

/** An arrow between two points. */
const line = (slug: string, from: Point, to: Point, points: Point[] = [], kind: Arrow['line'] = 'straight'): Arrow =>
  arrow(slug, { x: from[0], y: from[1] }, { x: to[0], y: to[1] }, { line: kind, ...(points.length > 0 && { points }) });

// Counts each pair and each box by the definitions in docs/lint.md, and shares no code with the tested functions
// except for the route of an arrow.

function slowSummary(elements: readonly Element[]): Lint['summary'] {
  const tab = tabOf(elements);
  const boxes = elements.filter(isBox);
  const arrows = elements.filter(isArrow);
  const pinned = new Set(arrows.flatMap(({ from, to }) => [from, to].filter(isPinned).map((end) => end.element)));
  const judged = boxes.filter(({ id }) => pinned.has(id));
  const routes = arrows.map((one) => routeOf(one, tab));
  const corners = [...boxes.flatMap(cornersOf), ...routes.flat()];
  const extent = (axis: 0 | 1): number => {
    const values = corners.map((point) => point[axis]);
    return corners.length === 0 ? 0 : Math.round((Math.max(...values) - Math.min(...values)) * 100) / 100;
  };
  return {
    crossings: pairs(routes).filter(([a, b]) => cross(a, b)).length,
    arrowsBehindBoxes: arrows.filter((one, index) =>
      boxes.some((other) => mayNotBePassed(one, other, boxes) && goesThrough(routes[index]!, other)),
    ).length,
    overlaps: pairs(judged).filter(([a, b]) => overlap(a, b)).length,
    width: extent(0),
    height: extent(1),
  };
}

/** The corners of a box, rotated about its center. */
function cornersOf({ x, y, width, height, rotation = 0 }: Box): Point[] {
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([sideX = 0, sideY = 0]): Point => {
    const [dx, dy] = [(sideX * width) / 2, (sideY * height) / 2];
    return [x + width / 2 + dx * cos - dy * sin, y + height / 2 + dx * sin + dy * cos];
  }); // prettier-ignore
}

/** A box that is not a frame, lane or stroke and that contains neither end of the arrow. */
function mayNotBePassed({ from, to }: Arrow, other: Box, boxes: readonly Box[]): boolean {
  const isHeld = (end: ArrowEnd): boolean => {
    const rect: Rect | undefined = isPinned(end) ? boxes.find(({ id }) => id === end.element) : { ...end, width: 0, height: 0 };
    return rect !== undefined && isInside(rect, other);
  };
  return !['frame', 'lane', 'stroke'].includes(other.type) && !isHeld(from) && !isHeld(to);
}

const isInside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y >= outer.y &&
  inner.y + inner.height <= outer.y + outer.height;

/** Cuts each part where it meets the lines of the four edges; true if the middle of a piece is inside. */
function goesThrough(points: readonly Point[], { x, y, width, height }: Box): boolean {
  return points.slice(1).some(([x2, y2], index) => {
    const [x1, y1] = points[index]!;
    const at = [(x - x1) / (x2 - x1), (x + width - x1) / (x2 - x1), (y - y1) / (y2 - y1), (y + height - y1) / (y2 - y1)];
    const cuts = [0, 1, ...at.filter((t) => t > 0 && t < 1)].toSorted((a, b) => a - b);
    return cuts.slice(1).some((cut, piece) => {
      const middle = (cuts[piece]! + cut) / 2;
      const [middleX, middleY] = [x1 + (x2 - x1) * middle, y1 + (y2 - y1) * middle];
      return middleX > x && middleX < x + width && middleY > y && middleY < y + height;
    });
  });
}

/** The slugs of boxes that extend beyond their frame, and of frames with most of their arrows across their border. */
function slowGroups(elements: readonly Element[]): Record<'group-escape' | 'group-split-edges', string[]> {
  const boxes = elements.filter(isBox).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const escapes = boxes.filter((one) => {
    const parent = parentAmong(boxes, one);
    return parent?.type === 'frame' && !isInside(one, parent);
  });
  const isMember = (id: string, of: Box): boolean => {
    const member = boxes.find((one) => one.id === id);
    for (let at = member && parentAmong(boxes, member); at !== undefined; at = parentAmong(boxes, at))
      if (at.id === of.id) return true;
    return false;
  };
  const connecting = elements.filter(isArrow).map(({ from, to }) => [from, to].filter(isPinned).map((end) => end.element));
  const joined = connecting.filter((ids) => ids.length === 2 && ids.every((id) => boxes.some((one) => one.id === id)));
  const split = boxes.filter((one) => {
    const touching = one.type === 'frame' ? joined.filter((ids) => ids.some((id) => isMember(id, one))) : [];
    return touching.filter((ids) => !ids.every((id) => isMember(id, one))).length * 2 > touching.length;
  });
  return { 'group-escape': escapes.map(({ id }) => slugOf(id)), 'group-split-edges': split.map(({ id }) => slugOf(id)) };
}

/** The smallest frame or lane that contains the center of a box; for a frame, only larger ones. */
function parentAmong(boxes: readonly Box[], one: Box): Box | undefined {
  const [x, y] = [one.x + one.width / 2, one.y + one.height / 2];
  const rank = (other: Box): [number, string] => [other.width * other.height, other.id];
  const isLess = (a: Box, b: Box): boolean => rank(a)[0] < rank(b)[0] || (rank(a)[0] === rank(b)[0] && a.id < b.id);
  const isContainer = (other: Box): boolean => other.type === 'frame' || other.type === 'lane';
  return boxes
    .filter(
      (other) =>
        isContainer(other) && (!isContainer(one) || isLess(one, other)) && isInside({ x, y, width: 0, height: 0 }, other),
    )
    .toSorted((a, b) => (isLess(a, b) ? -1 : 1))[0];
}

/** The shared part has an extent, and is not exactly one of the two, unless it is both. */
function overlap(a: Box, b: Box): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const isWhole = (one: Box): boolean => one.width === width && one.height === height;
  return width > 0 && height > 0 && isWhole(a) === isWhole(b);
}

const pairs = <T>(all: readonly T[]): [T, T][] => all.flatMap((a, index) => all.slice(index + 1).map((b): [T, T] => [a, b]));

function cross(a: readonly Point[], b: readonly Point[]): boolean {
  return a.slice(1).some((to, i) => b.slice(1).some((otherTo, j) => meet(a[i]!, to, b[j]!, otherTo)));
}

/** Solves for the common point of both lines and checks whether it is strictly inside both parts. */
function meet([x1, y1]: Point, [x2, y2]: Point, [x3, y3]: Point, [x4, y4]: Point): boolean {
  const [ax, ay, bx, by] = [x2 - x1, y2 - y1, x4 - x3, y4 - y3];
  const determinant = ax * by - ay * bx;
  if (determinant === 0) return false;
  const t = ((x3 - x1) * by - (y3 - y1) * bx) / determinant;
  const u = ((x3 - x1) * ay - (y3 - y1) * ax) / determinant;
  return t > 1e-12 && t < 1 - 1e-12 && u > 1e-12 && u < 1 - 1e-12;
}
