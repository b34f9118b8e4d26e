import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Arrow, type Element, isArrow, type Point, type Table } from '#schema/element.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { anyDrawing, arrow, box, frame, idOf, tabOf } from './drawing.test-support.ts';
import { facingSides } from './facing-sides.ts';
import { labelRect } from '../drawing/drawn-routes.ts';
import { passesThrough } from './obstacles.ts';
import { boundsOf } from './polyline.ts';
import { routeOf, routesOf } from '../drawing/drawn-routes.ts';

const route = (one: Arrow, ...others: Parameters<typeof tabOf>[0]): Point[] => routeOf(one, tabOf([one, ...others]));

describe('facing sides', () => {
  test('[AR6] boxes face each other along the wider gap, horizontally if the gaps are equal', () => {
    const a = { x: 0, y: 0, width: 10, height: 10 };
    expect(facingSides(a, { ...a, x: 50, y: 20 })).toEqual(['right', 'left']);
    expect(facingSides(a, { ...a, x: 20, y: -50 })).toEqual(['top', 'bottom']);
    expect(facingSides(a, { ...a, x: -30, y: 30 })).toEqual(['left', 'right']);
    expect(facingSides(a, { ...a, y: 12 })).toEqual(['bottom', 'top']);
  });

  test('[AR7] boxes that overlap face each other along the axis on which their centers are further apart', () => {
    const a = { x: 0, y: 0, width: 10, height: 10 };
    expect(facingSides(a, { ...a, x: 2, y: 5 })).toEqual(['bottom', 'top']);
    expect(facingSides(a, a)).toEqual(['right', 'left']);
  });
});

describe('route', () => {
  const [a, b] = [box('a', 0, 0), box('b', 200, 0)];

  test('[AR14] [AR15] a straight arrow runs from the facing sides, through the way-points, or from a named side', () => {
    expect(route(arrow('e', 'a', 'b'), a, b)).toEqual([[100, 30], [200, 30]]); // prettier-ignore
    expect(route(arrow('e', 'a', 'b', { points: [[50, 300]] }), a, b)).toEqual([[50, 60], [50, 300], [250, 60]]); // prettier-ignore
    expect(route(arrow('e', { element: a.id, side: 'top' }, { x: 7, y: -90 }), a)).toEqual([[50, 0], [7, -90]]); // prettier-ignore
  });

  test('[AR2] [AR15] a straight, curved or angled line ends at the named offset or row', () => {
    const place = { id: idOf('t'), z: 'a5', x: 300, y: 100, width: 100, height: 120 };
    const table: Table = { ...place, type: 'table', columns: ['t'], rows: [['id'], ['name']] };
    const from = { element: a.id, side: 'right', offset: 0.9 } as const;
    for (const line of ['straight', 'curved', 'angled'] as const) {
      const drawn = route(arrow('e', from, { element: table.id, row: 'Name' }, { line }), a, table);
      expect([drawn[0], drawn.at(-1)]).toEqual([[100, 54], [300, 200]]); // prettier-ignore
      const back = route(
        arrow('e', { element: table.id, row: 'id' }, { element: a.id, side: 'bottom', offset: 0 }, { line }),
        a,
        table,
      );
      expect([back[0], back.at(-1)]).toEqual([[300, 160], [0, 60]]); // prettier-ignore
    }
    const beyond = route(arrow('e', { element: table.id, row: 'name' }, 'c'), table, box('c', 600, 100));
    expect(beyond[0]).toEqual([400, 200]);
    expect(route(arrow('e', { element: table.id, row: 'gone' }, 'c'), table, box('c', 600, 130))[0]).toEqual([400, 160]);
  });

  test('[AR14] an angled line is horizontal and vertical, also through way-points, and meets a side at a right angle', () => {
    expect(route(arrow('e', 'a', 'b', { line: 'angled' }), a, b)).toEqual([[100, 30], [200, 30]]); // prettier-ignore
    const down = route(arrow('e', 'a', 'c', { line: 'angled' }), a, box('c', 300, 100));
    expect(down).toEqual([[100, 30], [200, 30], [200, 130], [300, 130]]); // prettier-ignore
    const through = route(arrow('e', 'a', 'c', { line: 'angled', points: [[150, 400]] }), a, box('c', 300, 100));
    expect(through.at(-1)).toEqual([350, 160]);
    for (const [from, to] of parts(through)) expect(from[0] === to[0] || from[1] === to[1]).toBe(true);
  });

  test('[AR14] a curved line leaves its side at a right angle and is flattened', () => {
    const points = route(arrow('e', 'a', 'c', { line: 'curved' }), a, box('c', 300, 100));
    expect(points).toHaveLength(17);
    expect(points[0]).toEqual([100, 30]);
    expect(points.at(-1)).toEqual([300, 130]);
    expect(Math.abs(points[1]![1] - 30)).toBeLessThan((points[1]![0] - 100) / 5);
  });

  test('[AR16] arrows between the same two boxes are side by side, whichever way they point', () => {
    const arrows = [arrow('e1', 'a', 'b'), arrow('e2', 'b', 'a'), arrow('e3', 'a', 'b')];
    const tab = tabOf([a, b, ...arrows]);
    expect(arrows.map((one) => routeOf(one, tab))).toEqual([[[100, 14], [200, 14]], [[200, 30], [100, 30]], [[100, 46], [200, 46]]]); // prettier-ignore
  });

  test('[AR17] an arrow from a box to itself is a loop outside of it, each further one larger', () => {
    const [one, two] = [arrow('e1', 'a', 'a'), arrow('e2', 'a', 'a')];
    const tab = tabOf([a, one, two]);
    expect(routeOf(one, tab)).toEqual([[100, 18], [124, 18], [124, -24], [70, -24], [70, 0]]); // prettier-ignore
    expect(boundsOf(routeOf(two, tab)).width).toBeGreaterThan(boundsOf(routeOf(one, tab)).width);
    expect(passesThrough(routeOf(one, tab), a)).toBe(false);
  });

  test('[AR17] a loop is at the next corner where no box is in the way, and at the first if all are taken', () => {
    const loop = arrow('e', 'a', 'a');
    const beside = (slug: string, x: number, y: number) => box(slug, x, y, 40, 40);
    const [topRight, topLeft] = [beside('tr', 110, -10), beside('tl', -50, -10)];
    const [lowRight, lowLeft] = [beside('br', 110, 40), beside('bl', -50, 40)];
    const cornerOf = (...others: readonly Element[]): Point => routeOf(loop, tabOf([a, loop, ...others]))[2]!;
    expect(cornerOf()).toEqual([124, -24]);
    expect(cornerOf(topRight)).toEqual([-24, -24]);
    expect(cornerOf(topRight, topLeft)).toEqual([124, 84]);
    expect(cornerOf(topRight, topLeft, lowRight)).toEqual([-24, 84]);
    expect(cornerOf(topRight, topLeft, lowRight, lowLeft)).toEqual([124, -24]);
  });

  test('[AR17] a loop is between the sides, offsets and rows that it names', () => {
    const loop = (out: object, into: object): Point[] =>
      route({ ...arrow('e', 'a', 'a'), from: { element: a.id, ...out }, to: { element: a.id, ...into } }, a);
    expect(loop({ side: 'bottom' }, { side: 'left' })).toEqual([[30, 60], [30, 84], [-24, 84], [-24, 42], [0, 42]]); // prettier-ignore
    expect(loop({ side: 'top' }, {})).toEqual([[70, 0], [70, -24], [124, -24], [124, 18], [100, 18]]); // prettier-ignore
    expect(loop({ side: 'right', offset: 0.1 }, { side: 'right', offset: 0.9 })).toEqual([[100, 6], [124, 6], [124, 54], [100, 54]]); // prettier-ignore
    expect(loop({ side: 'right' }, { side: 'left' })).toEqual([[100, 18], [124, 18], [124, -24], [-24, -24], [-24, 18], [0, 18]]); // prettier-ignore
    expect(loop({ side: 'top' }, { side: 'top' })).toEqual([[70, 0], [70, -24], [30, -24], [30, 0]]); // prettier-ignore
  });

  test('[AR1] [AR18] a dangling end is drawn as a stub, and an arrow with two of them is not drawn', () => {
    expect(route(arrow('e', 'a', 'gone'), a)).toEqual([[100, 30], [160, 30]]); // prettier-ignore
    expect(route(arrow('e', 'gone', 'a'), a)).toEqual([[-60, 30], [0, 30]]); // prettier-ignore
    expect(route(arrow('e', 'gone', 'lost'))).toEqual([]);
    expect(route(arrow('e', 'gone', 'lost', { points: [[1, 2]] }))).toEqual([[1, 2], [1, 2], [1, 2]]); // prettier-ignore
    expect(route(arrow('e', 'f', 'a'), arrow('f', 'a', 'b'), a, b)).toEqual([[-60, 30], [0, 30]]); // prettier-ignore
  });

  test('[AR4] [AR5] an anchor is on the outline of a diamond and of a rotated box', () => {
    const diamond = box('d', 0, 0, 100, 60, { shape: 'diamond' });
    const [first, second] = [arrow('e1', 'd', 'b'), arrow('e2', 'd', 'b')];
    const [x, y] = routeOf(first, tabOf([diamond, b, first, second]))[0]!;
    expect(Math.abs(x - 50) / 50 + Math.abs(y - 30) / 30).toBeCloseTo(1);
    const turned = box('t', 0, 0, 100, 60, { rotation: 90 });
    const at = route(arrow('e', 't', 'b'), turned, b)[0]!;
    expect(at[0]).toBeCloseTo(80);
    expect(at[1]).toBeCloseTo(30);
  });

  test('[AR3] an angled line goes around boxes in its way, and through frames', () => {
    const middle = box('m', 140, 0, 20, 60);
    expect(passesThrough(route(arrow('e', 'a', 'b'), a, b, middle), middle)).toBe(true);
    expect(passesThrough(route(arrow('e', 'a', 'b', { line: 'angled' }), a, b, middle), middle)).toBe(false);
    const wall = [box('m', 140, -100, 20, 300), box('n', 40, -60, 60, 20), box('o', 30, 90, 100, 20)];
    const around = route(arrow('e', 'a', 'b', { line: 'angled' }), a, b, ...wall);
    expect(wall.filter((one) => passesThrough(around, one))).toEqual([]);
    const inFrame = [frame('f', -40, -40, 200, 200), frame('g', 180, -40, 200, 200)];
    expect(route(arrow('e', 'a', 'b', { line: 'angled' }), a, b, ...inFrame)).toHaveLength(2);
  });

  test('in random rows, columns and grids an angled line between two boxes passes through no other', () => {
    const cell = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }));
    fc.assert(
      fc.property(fc.uniqueArray(cell, { minLength: 2, maxLength: 10, selector: String }), (cells) => {
        const boxes = cells.map(([column, row], index) => box(`b${index}`, column * 200, row * 140, 160, 80));
        const points = route(arrow('e', 'b0', 'b1', { line: 'angled' }), ...boxes);
        expect(boxes.filter((one) => passesThrough(points, one)).map(({ id }) => id)).toEqual([]);
        for (const [from, to] of parts(points)) expect(from[0] === to[0] || from[1] === to[1]).toBe(true);
      }),
      fuzz(),
    );
  });

  test('[AR19] every route of a random drawing is finite and is the same alone, in bulk, and for elements in another order', () => {
    fc.assert(
      fc.property(anyDrawing, (elements) => {
        const tab = tabOf(elements);
        const reversed = tabOf(elements.toReversed());
        const routes = routesOf(tab);
        for (const one of elements) {
          if (!isArrow(one)) continue;
          const points = routeOf(one, tab);
          expect(points.flat().every(Number.isFinite)).toBe(true);
          expect(points.length).not.toBe(1);
          expect(routeOf(one, reversed)).toEqual(points);
          expect(routes.get(one.id)).toEqual(points);
          expect(labelRect(one, reversed)).toEqual(labelRect(one, tab));
        }
      }),
      fuzz(),
    );
  });

  test('[AR19] routes are finite at the ends of the canvas and between equal boxes', () => {
    const sizes = [1, 1e6];
    const places = [-1e7, 0, 1e7];
    for (const line of ['straight', 'angled', 'curved'] as const) {
      for (const size of sizes) {
        for (const x of places) {
          const points = route(arrow('e', 'p', 'q', { line, label: 'label' }), box('p', 0, 0, 1, 1), box('q', x, -x, size, size));
          expect(points.flat().every(Number.isFinite)).toBe(true);
        }
      }
    }
  });
});

describe('label', () => {
  const [a, b] = [box('a', 0, 0), box('b', 300, 0)];

  test('[LB2] a label is on the middle of the line', () => {
    const one = arrow('e', 'a', 'b', { label: 'pays' });
    const rect = labelRect(one, tabOf([a, b, one]))!;
    expect([rect.x + rect.width / 2, rect.y + rect.height / 2]).toEqual([200, 30]);
    const blank = arrow('e', 'a', 'b', { label: ' ' });
    expect(labelRect(blank, tabOf([a, b, blank]))).toBeNull();
  });

  test('[LB2] on an angled line it is on no bend, but on the part that has the most room', () => {
    const one = arrow('e', 'a', 'c', { line: 'angled', label: 'pays' });
    const lower = box('c', 260, 300);
    const tab = tabOf([a, lower, one]);
    const points = routeOf(one, tab);
    const rect = labelRect(one, tab)!;
    for (const [x, y] of points) {
      expect(x > rect.x - 8 && x < rect.x + rect.width + 8 && y > rect.y - 8 && y < rect.y + rect.height + 8).toBe(false);
    }
    const step = box('c', 250, 100);
    const across = tabOf([a, step, one]);
    expect(routeOf(one, across)).toEqual([[100, 30], [175, 30], [175, 130], [250, 130]]); // prettier-ignore
    const place = labelRect(one, across)!;
    expect([place.x + place.width / 2, place.y + place.height / 2]).toEqual([175, 80]);
  });

  test('[LB4] it moves to where it hides no box, and stays on the middle when there is no such place', () => {
    const one = arrow('e', 'a', 'b', { label: 'pays' });
    const rect = labelRect(one, tabOf([a, b, one, box('m', 190, 0, 20, 60)]))!;
    expect(rect.x + rect.width <= 190 || rect.x >= 210).toBe(true);
    const long = arrow('e', 'a', 'c', { label: 'a label that is far too long' });
    const narrow = labelRect(long, tabOf([a, box('c', 120, 0), long]))!;
    expect(narrow.x + narrow.width / 2).toBe(110);
  });

  test('[LB6] between boxes that are close it is beside the line, and where that hides one, on it', () => {
    const close = box('c', 140, 0);
    const one = arrow('e', 'a', 'c', { label: 'paid' });
    const rect = labelRect(one, tabOf([a, close, one]))!;
    expect([rect.x + rect.width / 2, rect.y + rect.height <= 30]).toEqual([120, true]);
    const shut = labelRect(one, tabOf([a, close, one, box('m', 100, -30, 40, 50), box('n', 100, 40, 40, 50)]))!;
    expect([shut.x + shut.width / 2, shut.y + shut.height / 2]).toEqual([120, 30]);
  });
});

const parts = (points: readonly Point[]): [Point, Point][] => points.slice(1).map((point, index) => [points[index]!, point]);
