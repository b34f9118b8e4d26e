import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Arrow, type Box, type Element, isArrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { anyDrawing, anyElement, arrow, box, frame, idOf } from '../arrows/drawing.test-support.ts';
import type { End } from '../arrows/ends.ts';
import { pointAt } from '../arrows/polyline.ts';
import { grown, holdsPoint, overlaps } from '../tab/rect.ts';
import { DrawnArrows } from './drawn-arrows.ts';
import { labelRange } from './fixed-label.ts';
import { titleOf } from './frame-title.ts';

const noDependencies = { area: () => {}, element: () => {} };
const asMap = (elements: Iterable<Element>): Map<string, Element> => new Map(Array.from(elements, (one) => [one.id, one]));
const drawnOf = (elements: Iterable<Element>): DrawnArrows => DrawnArrows.of(elements);

/** The lines and labels of all arrows. */
function shownBy(drawn: DrawnArrows, elements: Iterable<Element>): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const one of elements) {
    if (!isArrow(one)) continue;
    const label = drawn.labelOf(one);
    shown[one.id] = { points: drawn.routeOf(one).points, rect: label?.rect, hides: label?.hides };
  }
  return shown;
}

/** The rectangle of the label of `one` among others. */
function placed(one: Arrow, ...others: Element[]): Rect {
  return drawnOf([one, ...others]).labelOf(one)!.rect;
}

const middleOf = ({ x, y, width, height }: Rect): [number, number] => [x + width / 2, y + height / 2];

describe('the places of labels', () => {
  const [a, b] = [box('a', 0, 0), box('b', 400, 0)];
  const pays = arrow('e', 'a', 'b', { label: 'pays' });

  test('LB2 a label keeps off the lines of other arrows and their crossings, and stays on its own line where it can', () => {
    const across = arrow('x', { x: 250, y: -200 }, { x: 250, y: 200 });
    expect(middleOf(placed(pays, a, b))).toEqual([250, 30]);
    const rect = placed(pays, a, b, across);
    expect(middleOf(rect)[1]).toBe(30);
    expect(rect.x + rect.width <= 248 || rect.x >= 252).toBe(true);
  });

  test('LB3 a label covers no head, no border and no title of a frame if another place covers nothing', () => {
    const head = arrow('x', { x: 250, y: 200 }, { x: 250, y: 33 });
    const aside = placed(pays, a, b, head);
    expect(Math.abs(middleOf(aside)[0] - 250)).toBeGreaterThan(aside.width / 2 + 5);
    const around = { ...frame('f', 240, -100, 600, 300), label: 'Payments' };
    const clear = placed(pays, a, b, around);
    expect(clear.x + clear.width <= 240 || clear.x >= 240).toBe(true);
    const title = { ...frame('g', 200, 20, 160, 200), label: 'Payments' };
    expect(placed(pays, a, b, title)).not.toMatchObject({ x: 250 - aside.width / 2 });
  });

  test('LB4 a label hides a box only where every place does', () => {
    const walls = Array.from({ length: 8 }, (_, index) => box(`w${index}`, 110 + index * 36, 25, 34, 10));
    const drawn = drawnOf([a, b, pays, ...walls]);
    expect(drawn.labelOf(pays)!.hides).toBe(false);
    const cover = box('c', 101, -200, 298, 500);
    expect(drawnOf([a, b, pays, cover]).labelOf(pays)!.hides).toBe(true);
  });

  test('LB5 two labels at one place part, and both stay on or beside their lines', () => {
    const [down, level] = [
      arrow('d', { x: 250, y: -300 }, { x: 250, y: 300 }, { label: 'first' }),
      arrow('l', { x: 0, y: 0 }, { x: 500, y: 0 }, { label: 'second' }),
    ];
    const drawn = drawnOf([down, level]);
    const [one, other] = [drawn.labelOf(down)!.rect, drawn.labelOf(level)!.rect];
    expect(overlaps(one, other)).toBe(false);
    expect(middleOf(one)[0]).toBe(250);
    expect(middleOf(other)[1]).toBe(0);
  });

  test('LB5 of several arrows between the same two boxes every label is clear of the others and of their lines', () => {
    for (const line of ['straight', 'angled', 'curved'] as const) {
      const wide = [box('a', 0, 0, 160, 200), box('b', 500, 0, 160, 200)];
      const arrows = ['e1', 'e2', 'e3'].map((slug) => arrow(slug, 'a', 'b', { line, label: slug }));
      const drawn = drawnOf([...wide, ...arrows]);
      const rects = arrows.map((one) => drawn.labelOf(one)!.rect);
      expect(rects.some((one, index) => rects.slice(index + 1).some((other) => overlaps(one, other)))).toBe(false);
    }
  });

  test('LB1 LB3 with hundreds of frames around them labels are where they are from scratch, and off all titles', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ ...frame(`f${index}`, index, index * 0.1, 900 - 2 * index, 600), label: 'Payments' })); // prettier-ignore
    const lines = Array.from({ length: 12 }, (_, index) => arrow(`e${index}`, { x: 20 * index, y: 4 * index }, { x: 20 * index + 300, y: 4 * index }, { label: 'to the customer' })); // prettier-ignore
    const elements = [...many, ...lines];
    const drawn = drawnOf(lines);
    shownBy(drawn, lines);
    const [first, ...others] = many.toReversed();
    drawn.update(asMap([first!]));
    drawn.update(asMap(others));
    expect(shownBy(drawn, elements)).toEqual(shownBy(drawnOf(elements), elements));
    const down = arrow('down', { x: 330, y: -10 }, { x: 330, y: 70 }, { label: 'to' });
    const place = drawnOf([...many, down]).labelOf(down)!.rect;
    const titles = many.map((one) => titleOf(one)).filter((title) => title !== null);
    expect(titles.filter((title) => overlaps(title, place))).toEqual([]);
  });

  test('LB7 a label in a thicket of lines is at its first place, and takes no time', () => {
    const thicket = Array.from({ length: 3_000 }, (_, index) =>
      arrow(`x${index}`, { x: 245, y: -900 - index }, { x: 255, y: 900 + index }, { label: 'then' }),
    );
    const startedAt = threadMs();
    const drawn = drawnOf([a, b, pays, ...thicket]);
    expect(middleOf(drawn.labelOf(pays)!.rect)).toEqual([250, 30]);
    expect(threadMs() - startedAt).toBeLessThan(1_000);
  });

  test('LB7 a label on a pile of boxes is at its first place', () => {
    const pile = (count: number): Box[] => Array.from({ length: count }, (_, index) => box(`p${index}`, 201, 21, 98, 18));
    expect(middleOf(placed(pays, a, b, ...pile(100)))).not.toEqual([250, 30]);
    expect(middleOf(placed(pays, a, b, ...pile(101)))).toEqual([250, 30]);
  });

  describe('LB8 a fixed label', () => {
    const at = (labelAt: number, more: Partial<Arrow> = {}): Arrow => arrow('e', 'a', 'b', { label: 'pays', labelAt, ...more });

    test('is at its share of the length of a line, around bends too', () => {
      expect(middleOf(placed(at(0.3), a, b))).toEqual([190, 30]);
      const bent = arrow('e', { x: 0, y: 0 }, { x: 200, y: 200 }, { label: 'pays', labelAt: 0.75, points: [[200, 0]], line: 'angled' });
      expect(middleOf(placed(bent))).toEqual([200, 100]);
    }); // prettier-ignore

    test.each(['straight', 'angled', 'curved'] as const)('is on its %s line whatever is there, and hides it', (line) => {
      const wall = box('w', 150, -30, 60, 100);
      const fixed = at(0.25, { line });
      const drawn = drawnOf([fixed, a, b, wall]);
      const { points } = drawn.routeOf(fixed);
      const { rect, hides } = drawn.labelOf(fixed)!;
      const [x, y] = pointAt(points, 0.25)!;
      expect(middleOf(rect)).toEqual([expect.closeTo(x), expect.closeTo(y)]);
      expect(hides).toBe(overlaps(rect, wall));
    });

    test('makes way for no other label, and others make way for it, whichever id is the lesser', () => {
      for (const id of ['d', 'f']) {
        const beside = arrow(id, { x: 120, y: 42 }, { x: 380, y: 42 }, { label: 'first' });
        const alone = drawnOf([arrow('e', 'a', 'b'), beside, a, b]);
        const fixed = at(0.5);
        const drawn = drawnOf([fixed, beside, a, b]);
        expect(middleOf(drawn.labelOf(fixed)!.rect)).toEqual([250, 30]);
        expect(overlaps(alone.labelOf(beside)!.rect, drawn.labelOf(fixed)!.rect)).toBe(true);
        expect(overlaps(drawn.labelOf(beside)!.rect, drawn.labelOf(fixed)!.rect)).toBe(false);
      }
    });

    test('moves and is reported when its share changes, and others return when it is no longer fixed', () => {
      const beside = arrow('f', { x: 120, y: 42 }, { x: 380, y: 42 }, { label: 'first' });
      const [middle, start, free] = [at(0.5), at(0), arrow('e', 'a', 'b')];
      const drawn = drawnOf([middle, beside, a, b]);
      const [rect, other] = [drawn.labelOf(middle)!.rect, drawn.labelOf(beside)!.rect];
      const { redrawn, undo } = drawn.try(asMap([start]), noDependencies);
      expect([...redrawn].toSorted()).toEqual([start.id, beside.id]);
      expect(shownBy(drawn, [start, beside])).toEqual(shownBy(drawnOf([start, beside, a, b]), [start, beside]));
      undo.undo();
      expect([drawn.labelOf(middle)!.rect, drawn.labelOf(beside)!.rect]).toEqual([rect, other]);
      expect([...drawn.update(asMap([free]))].toSorted()).toEqual([free.id, beside.id]);
      expect(middleOf(drawn.labelOf(beside)!.rect)).toEqual([250, 42]);
    });

    test('keeps off an end that its line comes back to', () => {
      const from: End = { kind: 'box', box: box('a', 30, -50, 200, 100), side: undefined, offset: null };
      const to: End = { kind: 'point', point: [-300, 5] };
      const points: [number, number][] = [[0, 0], [40, 0], [40, 5], [-300, 5]]; // prettier-ignore
      const range = labelRange({ points, ends: { from, to } }, { width: 20, height: 20 });
      expect(pointAt(points, range.from)).toEqual([expect.closeTo(-20), 5]);
    });

    test('covers neither an end of its line nor the box there, along any line', () => {
      const ends = fc.record({
        x: fc.integer({ min: -500, max: 500 }),
        y: fc.integer({ min: -500, max: 500 }).filter((y) => Math.abs(y) > 160),
        line: fc.constantFrom('straight', 'angled', 'curved'),
        heads: fc.constantFrom('end', 'start', 'both', 'none'),
        rotation: fc.constantFrom(0, 30, 45, 90),
        shape: fc.constantFrom('square', 'diamond', 'circle'),
        labelAt: fc.constantFrom(0, 0.01, 0.99, 1),
      });
      fc.assert(
        fc.property(ends, ({ x, y, line, heads, rotation, shape, labelAt }) => {
          const boxes = [box('a', 0, 0, 100, 60, { rotation, shape }), box('b', x, y, 100, 60, { shape })];
          const fixed = at(labelAt, { line, heads });
          const drawn = drawnOf([fixed, ...boxes]);
          const { rect, hides } = drawn.labelOf(fixed)!;
          expect(hides).toBe(false);
          for (const [endX, endY] of [drawn.routeOf(fixed).points[0]!, drawn.routeOf(fixed).points.at(-1)!])
            expect(holdsPoint(grown(rect, 9.99), endX, endY)).toBe(false);
        }),
        fuzz(1_000),
      );
    });

    test('is in the middle of a line that is too short for it', () => {
      const near = box('b', 130, 0);
      expect(middleOf(placed(at(0), a, near))).toEqual([115, 30]);
      expect(middleOf(placed(at(1), a, near))).toEqual([115, 30]);
      expect(placed(at(0), a, box('b', 100, 0))).toMatchObject({ y: expect.any(Number) as number });
    });

    test('in a thicket of lines is where it is said to be', () => {
      const thicket = Array.from({ length: 100 }, (_, index) =>
        arrow(`x${index}`, { x: 185 + index / 10, y: -90 }, { x: 190, y: 150 }),
      );
      expect(middleOf(placed(at(0.3), a, b, ...thicket))).toEqual([190, 30]);
    });
  });

  test.each(['straight', 'angled', 'curved'] as const)('LB1 a %s loop leaves its corner when a box comes, and returns when that is undone', (line) => {
    const [loop, beside] = [arrow('l', 'a', 'a', { label: 'again', line }), box('c', 110, -40, 40, 40)];
    const drawn = drawnOf([a, loop]);
    const [before, label] = [drawn.routeOf(loop).points, drawn.labelOf(loop)];
    const { redrawn, undo } = drawn.try(asMap([beside]), noDependencies);
    expect([...redrawn]).toEqual([loop.id]);
    expect(drawn.routeOf(loop).points).toEqual(drawnOf([a, loop, beside]).routeOf(loop).points);
    expect(drawn.routeOf(loop).points).not.toEqual(before);
    undo.undo();
    expect([drawn.routeOf(loop).points, drawn.labelOf(loop)]).toEqual([before, label]);
    expect([...drawn.update(asMap([beside]))]).toEqual([loop.id]);
    expect(drawn.routeOf(loop).points).not.toEqual(before);
  }); // prettier-ignore

  test('LB1 the order of the elements does not matter', () => {
    fc.assert(
      fc.property(anyDrawing, (elements) => {
        expect(shownBy(drawnOf(elements.toReversed()), elements)).toEqual(shownBy(drawnOf(elements), elements));
      }),
      fuzz(300),
    );
  });

  test('LB1 after random changes, and trials that are undone, lines and labels are those from scratch, and what changed is reported', () => {
    const anyStep = fc.record({
      changes: fc.array(fc.oneof({ weight: 4, arbitrary: anyElement }, fc.nat(27)), { minLength: 1, maxLength: 3 }),
      isTried: fc.boolean(),
    });
    let movedCount = 0;
    fc.assert(
      fc.property(anyDrawing, fc.array(anyStep, { minLength: 1, maxLength: 10 }), (first, steps) => {
        const elements = asMap(first);
        const drawn = drawnOf(first);
        drawn.labelOf(arrow('other', 'gone', 'lost'));
        for (const { changes, isTried } of steps) {
          const values = new Map<string, Element | null>();
          for (const one of changes) {
            const gone = typeof one === 'number' ? (one < 12 ? idOf(`b${one}`) : idOf(`e${one - 12}`)) : null;
            if (typeof one !== 'number') values.set(one.id, one);
            else if (gone !== null && elements.has(gone)) values.set(gone, null);
          }
          const after = new Map(elements);
          for (const [id, one] of values) {
            if (one === null) after.delete(id);
            else after.set(id, one);
          }
          const before = shownBy(drawn, elements.values());
          const fresh = shownBy(drawnOf(after.values()), after.values());
          const { redrawn, undo } = isTried ? drawn.try(values, noDependencies) : { redrawn: drawn.update(values), undo: null };
          expect(shownBy(drawn, after.values())).toEqual(fresh);
          for (const id of new Set([...Object.keys(before), ...Object.keys(fresh)])) {
            if (JSON.stringify(before[id]) === JSON.stringify(fresh[id])) continue;
            expect(redrawn.has(id)).toBe(true);
            movedCount += 1;
          }
          undo?.undo();
          if (isTried) expect(shownBy(drawn, elements.values())).toEqual(before);
          else
            for (const [id, one] of values) {
              if (one === null) elements.delete(id);
              else elements.set(id, one);
            }
        }
      }),
      fuzz(300),
    );
    expect(movedCount).toBeGreaterThan(0);
  });
});
