import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ArrowEnd, Element, Point } from '#schema/element.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { arrow, box, idOf, tabOf } from '../arrows/drawing.test-support.ts';
import { lint } from './lint.ts';
import { Merges } from './merges.ts';

/** The arrows of each finding about arrows that merge. */
const merging = (...elements: Element[]): (readonly string[])[] =>
  lint(tabOf(elements)).findings.flatMap(({ code, elements: refs }) => (code === 'arrows-merge' ? [refs] : []));

const at = (x: number, y: number): ArrowEnd => ({ x, y });

describe('arrows that merge', () => {
  test('[LT14] straight arrows merge if one runs along the other, within 2 pixels for 16 pixels', () => {
    const along = (y: number, from: number): Element[] => [arrow('e', at(0, 0), at(400, 0)), arrow('f', at(from, y), at(700, y))];
    expect(merging(...along(0, 200))).toEqual([['e', 'f']]);
    expect(merging(...along(2, 200))).toEqual([['e', 'f']]);
    expect(merging(...along(2.5, 200))).toEqual([]);
    expect(merging(...along(0, 380))).toEqual([['e', 'f']]);
    expect(merging(...along(0, 390))).toEqual([]);
  });

  test('[LT14] slanted arrows merge, arrows that cross do not', () => {
    expect(merging(arrow('e', at(0, 0), at(900, 600)), arrow('f', at(300, 200), at(1_200, 800)))).toEqual([['e', 'f']]);
    expect(merging(arrow('e', at(0, 0), at(900, 600)), arrow('f', at(301, 200), at(1_201, 800)))).toEqual([['e', 'f']]);
    expect(merging(arrow('e', at(0, 0), at(900, 600)), arrow('f', at(306, 200), at(1_206, 800)))).toEqual([]);
    expect(merging(arrow('e', at(0, 0), at(900, 600)), arrow('f', at(0, 600), at(900, 0)))).toEqual([]);
    expect(merging(arrow('e', at(0, 0), at(900, 0)), arrow('f', at(0, -80), at(900, 80)))).toEqual([]);
    expect(merging(arrow('e', at(0, 0), at(900, 0)), arrow('f', at(0, -8), at(900, 8)))).toEqual([['e', 'f']]);
  });

  test('[LT14] curved arrows merge, and so does an angled one with a straight one', () => {
    const curve = { line: 'curved' } as const;
    expect(merging(arrow('e', at(0, 0), at(300, 200), curve), arrow('f', at(0, 1), at(300, 201), curve))).toEqual([['e', 'f']]);
    expect(merging(arrow('e', at(0, 0), at(300, 200), curve), arrow('f', at(0, 40), at(300, 240), curve))).toEqual([]);
    const points: Point[] = [[200, 0]];
    const bent = arrow('f', at(0, 0), at(200, 300), { line: 'angled', points });
    expect(merging(arrow('e', at(200, -200), at(200, 250)), bent)).toEqual([['e', 'f']]);
  });

  test('arrows that share an end do not merge, whichever ends these are', () => {
    const boxes = [box('a', 0, 0), box('b', 300, 0), box('c', 600, 0)];
    expect(merging(...boxes, arrow('e', 'a', 'c'), arrow('f', 'a', 'b'))).toEqual([]);
    expect(merging(...boxes, arrow('e', 'a', 'c'), arrow('f', 'c', 'b'))).toEqual([]);
    expect(merging(...boxes, box('d', 900, 0), arrow('e', 'a', 'c'), arrow('f', 'b', 'd'))).toEqual([['e', 'f']]);
  });

  test('[LT15] merges are not checked if lines meet too often, and checked again once enough lines are removed', () => {
    const count = 680;
    const line = (index: number) => ({
      arrow: arrow(`e${index}`, at(0, 0), at(0, 0)),
      points: [[0, index / 400], [500, index / 400]] as Point[], // prettier-ignore
    });
    const merges = new Merges();
    merges.load(Array.from({ length: count }, (_, index) => line(index)));
    expect(merges.pairs).toBe(0);
    for (let index = 0; index < 100; index += 1) merges.remove(idOf(`e${index}`));
    merges.refresh();
    const whole = new Merges();
    whole.load(Array.from({ length: count - 100 }, (_, index) => line(index + 100)));
    expect(merges.pairs).toBeGreaterThan(100_000);
    expect([merges.pairs, merges.ids()]).toEqual([whole.pairs, whole.ids()]);
    for (let index = 0; index < 100; index += 1) merges.put(line(index));
    expect(merges.pairs).toBe(0);
  });

  test('[LT15] lines with very many parts are not checked until enough of them are removed', () => {
    const zigzag = (index: number) => ({
      arrow: arrow(`e${index}`, at(0, 0), at(0, 0)),
      points: Array.from({ length: 201 }, (_, bend): Point => [bend * 10, index * 30 + (bend % 2) * 5]),
    });
    const merges = new Merges();
    merges.load([zigzag(0), { ...zigzag(0), arrow: arrow('e', at(0, 0), at(0, 0)) }]);
    expect(merges.pairs).toBe(1);
    for (let index = 1; index < 100; index += 1) merges.put(zigzag(index));
    expect(merges.pairs).toBe(0);
    merges.remove(idOf('e50'));
    merges.refresh();
    expect([merges.pairs, merges.of(idOf('e'))]).toEqual([1, [idOf('e0')]]);
  });

  test('[LT15] after random changes the counts are those of the lines alone', () => {
    const coordinate = fc.nat(12).map((value) => value * 7);
    const point = fc.tuple(coordinate, coordinate);
    const change = fc.record({ id: fc.nat(8), points: fc.array(point, { maxLength: 5 }), ends: fc.tuple(fc.nat(3), fc.nat(3)) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 2, maxLength: 30 }), (changes) => {
        const merges = new Merges();
        merges.load([]);
        const lines = new Map<string, { arrow: ReturnType<typeof arrow>; points: Point[] }>();
        for (const { id, points, ends } of changes) {
          const ended = arrow(`e${id}`, `b${ends[0]}`, `b${ends[1]}`);
          merges.remove(ended.id);
          if (points.length > 1) merges.put({ arrow: ended, points });
          if (points.length > 1) lines.set(ended.id, { arrow: ended, points });
          else lines.delete(ended.id);
        }
        const whole = new Merges();
        whole.load(lines.values());
        expect([merges.pairs, merges.ids()]).toEqual([whole.pairs, whole.ids()]);
        for (const id of lines.keys()) expect(merges.of(id)).toEqual(whole.of(id));
      }),
      fuzz(300),
    );
  });
});
