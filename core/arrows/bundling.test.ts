import { describe, expect, test } from 'vitest';

import type { Arrow, Element, Point } from '#schema/element.ts';

import { bundleMax } from './bundling.ts';
import { arrow, box, tabOf } from './drawing.test-support.ts';
import { facingSidesToBend } from './facing-sides.ts';
import { routeOf } from '../drawing/drawn-routes.ts';

const bent = (slug: string, from: string, to: string): Arrow => arrow(slug, from, to, { line: 'angled' });
/** The first and last point of an angled line. */
function endsOf(one: Arrow, ...others: readonly Element[]): [Point, Point] {
  const points = routeOf(one, tabOf([one, ...others]));
  return [points[0]!, points.at(-1)!];
}

describe('facing', () => {
  test('[AR8] a line that bends uses the narrower gap if it is as wide as the gap between two ranks', () => {
    const a = { x: 0, y: 0, width: 100, height: 60 };
    expect(facingSidesToBend(a, { ...a, x: 400, y: 120 })).toEqual(['bottom', 'top']);
    expect(facingSidesToBend(a, { ...a, x: 160, y: 400 })).toEqual(['right', 'left']);
    expect(facingSidesToBend(a, { ...a, x: 400, y: 100 })).toEqual(['right', 'left']);
    expect(facingSidesToBend(a, { ...a, x: 400, y: 300 })).toEqual(['right', 'left']);
    expect(facingSidesToBend(a, { ...a, x: 0, y: 100 })).toEqual(['bottom', 'top']);
  });
});

describe('sides chosen together', () => {
  // Beside a and a little below it: only the gap below is as wide as one between two ranks.
  const [a, far] = [box('a', 0, 0), box('far', 240, 120)];
  const one = bent('e1', 'a', 'far');

  test('[AR9] a line leaves its box on the side of all boxes that its lines lead to', () => {
    expect(endsOf(one, a, far)).toEqual([[50, 60], [290, 120]]); // prettier-ignore
    const above = [box('b', 240, -120), bent('e2', 'a', 'b')];
    expect(endsOf(one, a, far, ...above)).toEqual([[100, 30], [240, 150]]); // prettier-ignore
    const below = [box('b', -500, 300), arrow('e2', 'a', 'b')];
    expect(endsOf(one, a, far, ...below)).toEqual([[50, 60], [290, 120]]); // prettier-ignore
  });

  test('[AR9] otherwise it meets its box on the side from which all lines come', () => {
    const other = [box('b', 0, 240), bent('e2', 'b', 'far')];
    expect(endsOf(one, a, far, ...other)).toEqual([[100, 30], [240, 141]]); // prettier-ignore
    expect(endsOf(bent('e2', 'b', 'far'), a, far, box('b', 0, 240), one)).toEqual([[100, 270], [240, 159]]); // prettier-ignore
  });

  test('[AR10] the two boxes decide if lines lead to several sides or are more than 12', () => {
    const around = [box('b', -300, 0), bent('e2', 'a', 'b')];
    expect(endsOf(one, a, far, ...around)).toEqual([[50, 60], [290, 120]]); // prettier-ignore
    const many = (count: number): Element[] =>
      Array.from({ length: count }, (_, index) => [
        box(`b${index}`, 240, -400 - 100 * index),
        bent(`f${index}`, 'a', `b${index}`),
      ]).flat();
    expect(endsOf(one, a, far, ...many(bundleMax - 1))).toEqual([[100, 30], [240, 150]]); // prettier-ignore
    expect(endsOf(one, a, far, ...many(bundleMax))).toEqual([[50, 60], [290, 120]]); // prettier-ignore
  });

  test('[AR21] a line does not leave the tip of a decision where another arrives, if another side looks at its box too', () => {
    const [start, sure] = [box('start', 0, 0, 160, 80), box('sure', 0, 200, 160, 120, { shape: 'diamond' })];
    const arrives = bent('e1', 'start', 'sure');
    const aside = box('aside', 500, 20, 160, 80);
    const yes = bent('e2', 'sure', 'aside');
    expect(endsOf(yes, start, sure, aside, arrives)).toEqual([[160, 260], [500, 60]]); // prettier-ignore
    expect(endsOf(arrives, start, sure, aside, yes)).toEqual([[80, 80], [80, 200]]); // prettier-ignore
    const left = box('left', -500, 20, 160, 80);
    const no = bent('e3', 'sure', 'left');
    expect(endsOf(yes, start, sure, aside, arrives, left, no)).toEqual([[160, 260], [500, 60]]); // prettier-ignore
    expect(endsOf(no, start, sure, aside, arrives, left, yes)).toEqual([[0, 260], [-340, 60]]); // prettier-ignore
    expect(endsOf({ ...yes, line: 'curved' }, start, sure, aside, arrives)).toEqual([[160, 260], [500, 60]]); // prettier-ignore
  });

  test('[AR21] a flat side has room for both, and a line leaves where none arrives', () => {
    const [start, square] = [box('start', 0, 0, 160, 80), box('square', 0, 200, 160, 120)];
    const aside = box('aside', 500, 20, 160, 80);
    const yes = bent('e2', 'square', 'aside');
    expect(endsOf(yes, start, square, aside, bent('e1', 'start', 'square'))[0][1]).toBe(200);
    const sure = box('sure', 0, 200, 160, 120, { shape: 'diamond' });
    expect(endsOf(bent('e2', 'sure', 'aside'), start, sure, aside)[0]).toEqual([80, 200]);
    const back = bent('e2', 'sure', 'start');
    expect(endsOf(back, start, sure, bent('e1', 'start', 'sure'))[0][1]).toBeLessThan(220);
  });

  test('[AR9] [AR10] straight and curved lines follow the others; a straight line without others uses the wider gap', () => {
    const above = [box('b', 240, -120), bent('e2', 'a', 'b')];
    for (const line of ['curved', 'straight'] as const) {
      expect(endsOf({ ...one, line }, a, far, ...above)).toEqual([[100, 30], [240, 150]]); // prettier-ignore
    }
    expect(endsOf({ ...one, line: 'straight' }, a, far)).toEqual([[100, 30], [240, 150]]); // prettier-ignore
    expect(endsOf({ ...one, line: 'curved' }, a, far)).toEqual([[50, 60], [290, 120]]); // prettier-ignore
  });
});

describe('offsets', () => {
  const tall = box('t', 200, 0, 40, 400);

  test('[AR11] a line to a long side is horizontal, as far as the outline allows', () => {
    const a = box('a', 0, 20);
    expect(endsOf(arrow('e', 'a', 't'), a, tall)).toEqual([[100, 50], [200, 50]]); // prettier-ignore
    expect(endsOf(arrow('e', 't', 'a'), a, tall)).toEqual([[200, 50], [100, 50]]); // prettier-ignore
    expect(endsOf(arrow('e', 'b', 't'), box('b', 0, -50), tall)[1]).toEqual([200, 40]);
    expect(endsOf(arrow('e', 'b', 'c'), box('b', 0, 0), box('c', 200, 20))).toEqual([[100, 30], [200, 50]]); // prettier-ignore
  });

  test('[AR12] an angled line has no bend too small to see', () => {
    const [a, near] = [box('a', 0, 0), box('b', 200, 12)];
    expect(routeOf(bent('e', 'a', 'b'), tabOf([a, near]))).toEqual([[100, 36], [200, 36]]); // prettier-ignore
    expect(routeOf(arrow('e', 'a', 'b'), tabOf([a, near]))).toEqual([[100, 30], [200, 42]]); // prettier-ignore
    expect(routeOf(bent('e', 'a', 'b'), tabOf([a, box('b', 200, 20)]))).toHaveLength(2);
    expect(routeOf(bent('e', 'a', 'b'), tabOf([a, box('b', 200, 80)]))).toHaveLength(4);
  });

  test('[AR13] ends are aligned only where the outline is flat', () => {
    const round = { ...tall, shape: 'ellipse' } as const;
    expect(endsOf(arrow('e', 'a', 't'), box('a', 0, 20), round)[1]).toEqual([200, 200]);
    const turned = { ...tall, rotation: 3 };
    expect(endsOf(arrow('e', 'a', 't'), box('a', 0, 170), turned)[1]![1]).toBeCloseTo(200);
  });
});

describe('angled lines', () => {
  test('an angled line keeps clear of a box that it would graze', () => {
    const [a, b, near] = [box('a', 0, 0), box('b', 400, 0), box('n', 200, 33, 100, 60)];
    const one = bent('e', 'a', 'b');
    expect(routeOf(one, tabOf([a, b, near, one]))).toEqual([[100, 25], [400, 25]]); // prettier-ignore
    const wall = box('w', 200, -2_000, 100, 2_027);
    expect(routeOf(one, tabOf([a, b, wall, { ...near, height: 2_000 }, one]))).toEqual([[100, 30], [400, 30]]); // prettier-ignore
  });

  test('angled lines of one box bend at the same height, however far away their boxes are', () => {
    const [a, near, lower] = [box('a', 0, 0), box('b', -200, 140), box('c', 200, 170)];
    const [one, other] = [bent('e1', 'a', 'b'), bent('e2', 'a', 'c')];
    const tab = tabOf([a, near, lower, one, other]);
    for (const line of [one, other])
      expect(
        routeOf(line, tab)
          .slice(1, 3)
          .map(([, y]) => y),
      ).toEqual([90, 90]);
  });
});
