import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Arrow, type Element, isArrow, isPinned, type Point } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { fuzz, scaled } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { anyDrawing, anyElement, arrow, box, frame, idOf, tabOf } from '../arrows/drawing.test-support.ts';
import { passesThrough } from '../arrows/obstacles.ts';
import { labelSize } from '../arrows/label-size.ts';
import { sideTowards } from '../arrows/sides.ts';
import { AngledRoutes } from './angled-routes.ts';
import { titleOf } from './frame-title.ts';
import { trunkSideOf } from './trunk.ts';
import { UndoLog } from './undo-log.ts';
import { crossingsBetween } from './path-crossings.ts';

const angled = (slug: string, from: Arrow['from'] | string, to: Arrow['to'] | string, more: Partial<Arrow> = {}): Arrow =>
  arrow(slug, from, to, { line: 'angled', ...more });

const routesOf = (elements: readonly Element[]): AngledRoutes => {
  const routes = new AngledRoutes();
  routes.update(new Map(elements.map((element) => [element.id, element])));
  return routes;
};
const routeOf = (one: Arrow, ...others: readonly Element[]): readonly Point[] => routesOf([one, ...others]).get(one.id) ?? [];
const parts = (points: readonly Point[]): [Point, Point][] => points.slice(1).map((point, index) => [points[index]!, point]);

/** Boxes in a grid with room around each, and arrows between any of them. */
const anyGrid = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 60, max: 140 }), fc.integer({ min: 40, max: 90 })), { minLength: 4, maxLength: 15 }),
    fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { minLength: 1, maxLength: 14 }),
  )
  .map(([sizes, pairs]) => {
    const boxes = sizes.map(([width, height], at) => box(`b${at}`, (at % 5) * 220, Math.floor(at / 5) * 160, width, height));
    const arrows = pairs
      .map(([a, b], at) => angled(`e${at}`, `b${a % boxes.length}`, `b${b % boxes.length}`))
      .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
    return { boxes, arrows };
  });

const asAngled = (element: Element): Element => (isArrow(element) ? { ...element, line: 'angled' } : element);

describe('routes of angled arrows', () => {
  test('RT8 a straight line that gets a bend to make room does not lead into a frame beside it', () => {
    const elements = [box('top', -70, -160, 120, 160), box('bottom', -11, 560, 178, 178), frame('beside', 11, 115, 138, 180)];
    const arrows = ['e0', 'e1', 'e2'].map((slug) => angled(slug, 'bottom', 'top'));
    const routes = routesOf([...elements, frame('around', -31, 75, 422, 683), ...arrows]);
    for (const { id } of arrows) {
      const inside = ([x, y]: Point): boolean => x > 11 && x < 149 && y > 115 && y < 295;
      for (const [a, b] of parts(routes.get(id)!)) {
        for (let share = 0; share <= 1; share += 0.01)
          expect(inside([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share])).toBe(false);
      }
    }
  });

  test('RT18 with a box in the way between facing sides, an arrow between boxes at a slant has one bend', () => {
    const ends = [box('a', 0, 0, 120, 60), box('b', 300, 400, 60, 60)];
    expect(routeOf(angled('e', 'a', 'b'), ...ends).length).toBe(4);
    expect(routeOf(angled('e', 'a', 'b'), ...ends, box('c', 140, 100, 150, 60)).length).toBe(3);
  });

  test('RT19 the last part of a route has room for its head, also in a narrow gap that two arrows share', () => {
    const boxes = [box('a', 0, 0, 100, 60), box('b', 0, 100, 100, 60), box('c', 140, 300, 100, 100)];
    const into = { element: idOf('c'), side: 'left' } as const;
    const arrows = ['a', 'b'].map((slug) => angled(`e${slug}`, { element: idOf(slug), side: 'right' }, into));
    const routes = routesOf([...boxes, ...arrows]);
    for (const { id } of arrows) {
      const [bend, head] = routes.get(id)!.slice(-2);
      expect(head![0] - bend![0]).toBeGreaterThanOrEqual(18);
    }
  });

  test('RT19 in a narrow gap the bend is nearer to the box that the route leaves than to the head', () => {
    const boxes = [box('a', 0, 0, 100, 60), box('b', 125, 175, 100, 60)];
    const out = angled('e', { element: idOf('a'), side: 'right' }, { element: idOf('b'), side: 'left' });
    const [bend, head] = routeOf(out, ...boxes).slice(-2);
    expect(head![0] - bend![0]).toBeGreaterThanOrEqual(18);
  });

  test('RT20 between boxes that are close together, an arrow ends at another side rather than next to its bend', () => {
    const close = [box('a', 0, 40, 120, 70), box('b', 130, 0, 130, 40)];
    const [bend, head] = routeOf(angled('e', 'a', 'b'), ...close).slice(-2);
    expect(head![0] - bend![0]).toBeGreaterThanOrEqual(14);
  });

  test('RT15 an arrow enters a frame beside its title, unless that takes a long way around', () => {
    const around = { ...frame('f', 0, 200, 400, 200), label: 'Payments' };
    const title = titleOf(around)!;
    const into = (from: string, to: string): boolean => {
      const boxes = [box('a', 10, 0, 140, 60), box('wide', 20, 300, 140, 60), box('narrow', 30, 300, 30, 60)];
      const one = angled('e', from, to);
      return passesThrough(routeOf(one, around, ...boxes.filter(({ id }) => [idOf(from), idOf(to)].includes(id))), title);
    };
    expect(title.x + title.width).toBeLessThan(120);
    expect(into('a', 'wide')).toBe(false);
    expect(into('wide', 'a')).toBe(false);
    expect(into('a', 'narrow')).toBe(true);
    expect(routeOf(angled('e', 'a', 'narrow'), around, box('a', 10, 0, 140, 60), box('narrow', 30, 300, 30, 60)).length).toBe(2);
  });

  test('RT13 an arrow beside a loop has a track of its own', () => {
    const loop = angled('loop', 'a', 'a');
    const out = angled('out', 'a', 'b');
    const routes = routesOf([box('a', 0, 0, 120, 60), box('b', 300, 0, 120, 60), loop, out]);
    expect(routes.get(loop.id)![0]).toEqual([120, 18]);
    expect(Math.abs(routes.get(out.id)![0]![1] - 18)).toBeGreaterThanOrEqual(8);
  });

  test('RT7 crowded arrows use more of a small side, so that no two have one track', () => {
    const arrows = Array.from({ length: 8 }, (_, at) => angled(`e${at}`, at % 2 === 0 ? 'a' : 'b', at % 2 === 0 ? 'b' : 'a'));
    const routes = routesOf([box('a', 0, 0, 30, 40), box('b', 0, 300, 30, 40), ...arrows]);
    const tracks = arrows.map(({ id }) => routes.get(id)![0]![0]).toSorted((a, b) => a - b);
    for (const [at, track] of tracks.slice(1).entries()) expect(track - tracks[at]!).toBeGreaterThan(2.5);
  });

  test('RT7 where a side is too small, arrows that lead one way are together, and apart from those that lead the other way', () => {
    const arrows = Array.from({ length: 8 }, (_, at) => angled(`e${at}`, at % 2 === 0 ? 'a' : 'b', at % 2 === 0 ? 'b' : 'a'));
    const routes = routesOf([box('a', 0, 0, 14, 40), box('b', 0, 300, 60, 40), ...arrows]);
    const tracks = (way: number): number[] => arrows.filter((_, at) => at % 2 === way).map(({ id }) => routes.get(id)![0]![0]);
    const [low, high] = [tracks(0), tracks(1)].toSorted((a, b) => a[0]! - b[0]!);
    expect(Math.min(...high!) - Math.max(...low!)).toBeGreaterThan(2.5);
  });

  test('RT7 arrows that lead back between small boxes are on one side of those that lead there, and share no track with them', () => {
    const boxes = [box('a', 0, 65, 50, 20), box('b', 228, 40, 50, 30), box('c', 243, 110, 20, 110)];
    const back = ['back1', 'back2'].map((slug) => angled(slug, 'b', 'a'));
    const there = angled('there', 'a', 'b');
    const routes = routesOf([...boxes, ...back, there, angled('down1', 'a', 'c'), angled('down2', 'a', 'c')]);
    for (const { id } of back) expect(crossingsBetween(routes.get(id)!, routes.get(there.id)!)).toBe(0);
  });

  test('RT7 arrows in a narrow channel share no track with the one that gets a bend to make room', () => {
    const boxes = [box('a', 440, 40, 150, 50), box('b', 320, 294, 150, 30)];
    const arrows = [angled('e0', 'a', 'b'), angled('e1', 'b', 'a'), angled('e2', 'a', 'b')];
    const routes = routesOf([...boxes, ...arrows]);
    const back = routes.get(arrows[1]!.id)!;
    for (const { id } of [arrows[0]!, arrows[2]!]) expect(crossingsBetween(routes.get(id)!, back)).toBeLessThan(2);
  });

  test('RT7 where each of a few small boxes has an arrow to each other one, all tracks can be told apart', () => {
    const boxes = Array.from({ length: 5 }, (_, at) => box(`b${at}`, (at % 3) * 100, Math.floor(at / 3) * 100, 20, 20));
    const arrows = boxes.flatMap((_, from) =>
      boxes.flatMap((_, to) => (from === to ? [] : [angled(`e${from}${to}`, `b${from}`, `b${to}`)])),
    );
    const routes = routesOf([...boxes, ...arrows]);
    const alike = arrows.flatMap((one, at) =>
      arrows
        .slice(at + 1)
        .filter(({ from, to }) => !jsonEqual(from, one.from) && !jsonEqual(to, one.to))
        .filter(({ id }) => sharedLength(routes.get(id)!, routes.get(one.id)!) > 8)
        .map(({ id }) => [one.id, id]),
    );
    expect(alike).toEqual([]);
  });

  test('RT7 crowded arrows cross a loop if there is no room beside it', () => {
    const boxes = [box('a', 32, 212, 60, 100), box('b', 680, 252, 110, 20), box('c', 332, 80, 240, 60)];
    const [out, back] = [angled('out', 'a', 'b'), angled('back', 'b', 'a')];
    const loop = angled('loop', 'a', 'a');
    const routes = routesOf([...boxes, loop, out, back, angled('up1', 'a', 'c'), angled('up2', 'a', 'c')]);
    const tracks = [out, back, loop].map(({ id }) => routes.get(id)![0]![1]).toSorted((x, y) => x - y);
    expect(Math.min(tracks[1]! - tracks[0]!, tracks[2]! - tracks[1]!)).toBeGreaterThan(2.5);
  });

  test('RT1 every part is upright or level, and every route is finite', () => {
    fc.assert(
      fc.property(anyDrawing, (drawing) => {
        const elements = drawing.map(asAngled);
        const routes = routesOf(elements);
        for (const one of elements) {
          const points = routes.get(one.id);
          expect(points !== undefined).toBe(isArrow(one));
          if (points === undefined) continue;
          expect(points.flat().every(Number.isFinite)).toBe(true);
          expect(points.length).not.toBe(1);
          for (const [a, b] of parts(points)) expect(Math.min(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]))).toBeLessThan(1e-6);
        }
      }),
      fuzz(300),
    );
  });

  test('RT2 the order of the elements makes no difference', () => {
    fc.assert(
      fc.property(anyDrawing, (drawing) => {
        const elements = drawing.map(asAngled);
        const [routes, reversed] = [routesOf(elements), routesOf(elements.toReversed())];
        for (const { id } of elements) expect(reversed.get(id)).toEqual(routes.get(id));
      }),
      fuzz(200),
    );
  });

  test('RT3 no route passes through a box that leaves room around it', () => {
    fc.assert(
      fc.property(anyGrid, ({ boxes, arrows }) => {
        const routes = routesOf([...boxes, ...arrows]);
        for (const { id, from, to } of arrows) {
          const points = routes.get(id)!;
          const ends = [from, to].map((end) => ('element' in end ? end.element : ''));
          const inTheWay = boxes.filter((one) => !ends.includes(one.id) && passesThrough(points, one));
          expect(inTheWay.map((one) => `${id} passes ${one.id}`)).toEqual([]);
        }
      }),
      fuzz(1_000),
    );
  });

  test('RT3 RT6 the bar of a trunk keeps 10 pixels off the frames that its arrows enter, and is outside of them', () => {
    const boxes = [
      box('root', 492, -80, 160, 80),
      box('a', 0, 300, 160, 80),
      box('b', 230, 110, 160, 80),
      box('c', 492, 300, 160, 80),
    ];
    const arrows = ['a', 'b', 'c'].map((slug) => angled(`to-${slug}`, 'root', slug));
    const routes = routesOf([...boxes, frame('around', -40, 30, 470, 715), ...arrows]);
    const bars = arrows.slice(0, 2).map(({ id }) => routes.get(id)![1]![1]);
    expect(bars).toEqual([20, 20]);
  });

  test('RT3 a route among seventy boxes goes around them all', () => {
    const boxes = Array.from({ length: 72 }, (_, at) => box(`b${at}`, (at % 9) * 100, Math.floor(at / 9) * 80, 60, 40));
    const across = angled('across', 'b0', 'b71');
    const route = routeOf(across, ...boxes);
    for (const other of boxes.slice(1, -1)) expect(passesThrough(route, other)).toBe(false);
  });

  test('RT12 after any changes the routes are those of the drawing from scratch', () => {
    const anyChange = fc.oneof(
      {
        weight: 4,
        arbitrary: anyElement.map(asAngled).map((element) => ({ id: element.id, element: element as Element | null })),
      },
      { weight: 1, arbitrary: anyElement.map(({ id }) => ({ id, element: null as Element | null })) },
    );
    fc.assert(
      fc.property(
        anyDrawing,
        fc.array(fc.array(anyChange, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
        (drawing, steps) => {
          const elements = new Map(drawing.map(asAngled).map((element) => [element.id, element]));
          const routes = routesOf([...elements.values()]);
          for (const step of steps) {
            const changes = new Map(step.map(({ id, element }) => [id, element]));
            const before = new Map(Array.from(elements.keys(), (id) => [id, routes.get(id)]));
            for (const [id, element] of changes) {
              if (element === null) elements.delete(id);
              else elements.set(id, element);
            }
            const changed = routes.update(changes);
            const fresh = routesOf([...elements.values()]);
            for (const id of elements.keys()) {
              expect(routes.get(id)).toEqual(fresh.get(id));
              if (!changed.has(id)) expect(routes.get(id)).toEqual(before.get(id));
            }
          }
        },
      ),
      fuzz(300),
    );
  });

  slowTest('RT12 also where many paths share channels, and after moves, arrivals and departures', () => {
    const anyStep = fc.record({
      kind: fc.constantFrom('move', 'move', 'box gone', 'arrow', 'arrow gone'),
      at: fc.nat(14),
      to: fc.nat(14),
      by: fc.tuple(fc.integer({ min: -150, max: 150 }), fc.integer({ min: -100, max: 100 })),
    });
    fc.assert(
      fc.property(anyGrid, fc.array(anyStep, { maxLength: 8 }), ({ boxes, arrows }, steps) => {
        const elements = new Map<string, Element>([...boxes, ...arrows].map((element) => [element.id, element]));
        const routes = routesOf([...elements.values()]);
        for (const { kind, at, to, by } of steps) {
          const [one, e] = [boxes[at % boxes.length]!, angled(`e${at}`, `b${at}`, `b${to}`)];
          const moved = { ...one, x: one.x + by[0], y: one.y + by[1] };
          const [id, element] =
            kind === 'move' ? [one.id, moved] : kind === 'arrow' ? [e.id, e] : [kind === 'box gone' ? one.id : e.id, null];
          if (element === null) elements.delete(id);
          else elements.set(id, element);
          const before = new Map(Array.from(elements.keys(), (key) => [key, routes.get(key)]));
          const changed = routes.update(new Map([[id, element]]));
          const fresh = routesOf([...elements.values()]);
          for (const key of elements.keys()) {
            expect(routes.get(key)).toEqual(fresh.get(key));
            if (!changed.has(key)) expect(routes.get(key)).toEqual(before.get(key));
          }
        }
      }),
      fuzz(400),
    );
  });

  slowTest('RT12 a change that is tried and undone leaves nothing behind, whatever changes later', () => {
    const anyStep = fc.record({
      kind: fc.constantFrom('move', 'move', 'box gone', 'arrow', 'arrow gone', 'straight'),
      isTried: fc.boolean(),
      at: fc.nat(14),
      to: fc.nat(14),
      by: fc.tuple(fc.integer({ min: -150, max: 150 }), fc.integer({ min: -100, max: 100 })),
    });
    let triedCount = 0;
    fc.assert(
      fc.property(anyGrid, fc.array(anyStep, { minLength: 2, maxLength: 10 }), ({ boxes, arrows }, steps) => {
        const elements = new Map<string, Element>([...boxes, ...arrows].map((element) => [element.id, element]));
        const routes = routesOf([...elements.values()]);
        for (const { kind, isTried, at, to, by } of steps) {
          const [one, e] = [boxes[at % boxes.length]!, angled(`e${at}`, `b${at}`, `b${to}`)];
          const moved = { ...one, x: one.x + by[0], y: one.y + by[1] };
          const added = kind === 'straight' ? { ...e, line: 'straight' as const } : kind === 'arrow' ? e : null;
          const [id, element] = kind === 'move' ? [one.id, moved] : [kind === 'box gone' ? one.id : e.id, added];
          if (!isTried) {
            if (element === null) elements.delete(id);
            else elements.set(id, element);
            routes.update(new Map([[id, element]]));
          } else {
            const after = new Map(elements);
            if (element === null) after.delete(id);
            else after.set(id, element);
            const undo = new UndoLog();
            routes.update(new Map([[id, element]]), undo);
            const fresh = routesOf([...after.values()]);
            for (const key of after.keys()) expect(routes.get(key)).toEqual(fresh.get(key));
            undo.undo();
            triedCount += 1;
          }
          const fresh = routesOf([...elements.values()]);
          for (const key of elements.keys()) expect(routes.get(key)).toEqual(fresh.get(key));
        }
      }),
      fuzz(400),
    );
    expect(triedCount).toBeGreaterThan(scaled(400));
  });

  test('RT4 an arrow between boxes that face each other is straight, and a chain is straight to the pixel', () => {
    const chain = [box('a', 0, 0), box('b', 10, 140, 80), box('c', 0, 280)];
    const arrows = [angled('e0', 'a', 'b'), angled('e1', 'b', 'c')];
    const routes = routesOf([...chain, ...arrows]);
    expect(routes.get(idOf('e0'))).toEqual([[50, 60], [50, 140]]); // prettier-ignore
    expect(routes.get(idOf('e1'))).toEqual([[50, 200], [50, 280]]); // prettier-ignore
    expect(routeOf(angled('e', 'a', 'b'), box('a', 0, 0), box('b', 60, 140))).toHaveLength(2);
  });

  test('RT5 no two arrows end at one point of a box', () => {
    const boxes = [box('m', 200, 160, 140), box('a', 0, 0), box('b', 220, 0), box('c', 440, 0), box('d', 220, 320)];
    const arrows = [
      angled('e0', 'a', 'm'),
      angled('e1', 'b', 'm'),
      angled('e2', 'm', 'b'),
      angled('e3', 'c', 'm'),
      angled('e4', 'm', 'd'),
      angled('e5', 'd', 'm'),
    ];
    const routes = routesOf([...boxes, ...arrows]);
    const ends = arrows.flatMap(({ id }) => [routes.get(id)?.[0]?.join(), routes.get(id)?.at(-1)?.join()]);
    expect(new Set(ends).size).toBe(ends.length);
  });

  test('RT5 arrows at one side are so far apart that their heads do not touch', () => {
    const boxes = [box('m', 200, 200, 140), box('a', 0, 0), box('b', 220, 0), box('c', 440, 0)];
    const arrows = ['a', 'b', 'c'].map((from, at) => angled(`e${at}`, from, 'm', { label: from }));
    const routes = routesOf([...boxes, ...arrows]);
    const [first, second, third] = arrows.map(({ id }) => routes.get(id)!.at(-1)![0]).toSorted((one, other) => one - other);
    expect([second! - first! >= 18, third! - second! >= 18]).toEqual([true, true]);
  });

  test('RT5 arrows that leave at the tip of an outline share it', () => {
    const diamond = box('d', 100, 0, 100, 60, { shape: 'diamond' });
    const arrows = [angled('e0', 'd', 'b', { label: 'no' }), angled('e1', 'd', 'c', { label: 'yes' })];
    const routes = routesOf([diamond, box('b', 0, 140), box('c', 200, 140), ...arrows]);
    expect(arrows.map(({ id }) => routes.get(id))).toEqual([
      [[150, 60], [150, 100], [50, 100], [50, 140]],
      [[150, 60], [150, 100], [250, 100], [250, 140]],
    ]); // prettier-ignore
  });

  describe('RT6 the arrows of a tree share a trunk', () => {
    const tree = [box('a', 200, 0), box('b', 0, 160), box('c', 200, 160), box('d', 400, 160)];
    const branches = [angled('e0', 'a', 'b'), angled('e1', 'a', 'c'), angled('e2', 'a', 'd')];
    const starts = (elements: readonly Element[]): Set<string> => {
      const routes = routesOf([...tree, ...elements]);
      return new Set(branches.map(({ id }) => String(routes.get(id)?.[0])));
    };
    test('where no other arrow leads to its boxes', () => {
      const routes = routesOf([...tree, ...branches]);
      expect(branches.map(({ id }) => routes.get(id))).toEqual([
        [[250, 60], [250, 90], [50, 90], [50, 160]],
        [[250, 60], [250, 160]],
        [[250, 60], [250, 90], [450, 90], [450, 160]],
      ]); // prettier-ignore
    });
    slowTest('and hardly any other arrow comes between them', () => {
      let [count, split] = [0, 0];
      const property = fc.property(anyGrid, ({ boxes, arrows }) => {
        const tab = tabOf([...boxes, ...arrows]);
        const routes = routesOf([...boxes, ...arrows]);
        const trunks = new Map<string, Set<string>>();
        for (const arrow of arrows) {
          const side = trunkSideOf(arrow, tab);
          const [start, second] = routes.get(arrow.id)!;
          if (side === null || !isPinned(arrow.from) || sideTowards(second![0] - start![0], second![1] - start![1]) !== side)
            continue;
          const key = `${arrow.from.element} ${side}`;
          trunks.set(key, (trunks.get(key) ?? new Set()).add(String(start)));
        }
        for (const starts of trunks.values()) if (starts.size > 1) split += 1;
        count += trunks.size;
      });
      fc.assert(property, fuzz(2_000, 300));
      expect(split).toBeLessThanOrEqual(1 + 0.04 * count);
    });
    test('but not arrows with labels, with heads at their beginnings, or to boxes that others lead to', () => {
      expect(starts(branches).size).toBe(1);
      expect(starts(branches.map((one) => ({ ...one, label: 'yes' }))).size).toBe(3);
      expect(starts(branches.map((one) => ({ ...one, heads: 'both' }))).size).toBe(3);
      expect(starts([...branches, angled('e3', 'b', 'c')]).size).toBe(3);
    });
  });

  test('RT7 arrows that share no end have tracks of their own', () => {
    fc.assert(
      fc.property(anyGrid, ({ boxes, arrows }) => {
        const routes = routesOf([...boxes, ...arrows]);
        for (const [at, one] of arrows.entries()) {
          for (const other of arrows.slice(at + 1)) {
            const ends = [one.from, one.to, other.from, other.to].map((end) => JSON.stringify(end));
            if (new Set(ends).size < 4) continue;
            expect([one.id, other.id, sharedLength(routes.get(one.id)!, routes.get(other.id)!)]).toEqual([one.id, other.id, 0]);
          }
        }
      }),
      fuzz(1_000),
    );
  });

  test('RT8 a frame that holds neither end is not crossed', () => {
    const foreign = frame('f', 140, -60, 120, 180);
    const ends = [box('a', 0, 0), box('b', 300, 0)];
    const route = routeOf(angled('e', 'a', 'b'), ...ends, foreign);
    expect(passesThrough(route, foreign)).toBe(false);
    expect(routeOf(angled('e', 'a', 'b'), ...ends, frame('f', -40, -60, 460, 180))).toHaveLength(2);
    expect(routeOf(angled('e', 'a', 'b'), ...ends, frame('f', 140, -60, 120, 180, 'lane'))).toHaveLength(2);
  });

  test('RT9 an end meets the side that is named, and a free end is at its point', () => {
    const [a, b] = [box('a', 0, 0), box('b', 300, 0)];
    const named = routeOf(angled('e', { element: a.id, side: 'top' }, { element: b.id, side: 'right' }), a, b);
    expect([named[0], named.at(-1)]).toEqual([[50, 0], [400, 30]]); // prettier-ignore
    expect(named[1]![1]).toBeLessThan(0);
    expect(named.at(-2)![0]).toBeGreaterThan(400);
    const free = routeOf(angled('e', 'a', { x: 240, y: 200 }), a, b);
    expect(free.at(-1)).toEqual([240, 200]);
    expect(routeOf(angled('e', { x: 10, y: 20 }, { x: 10, y: 90 }))).toEqual([[10, 20], [10, 90]]); // prettier-ignore
  });

  test('RT10 ends are on the outline of the box', () => {
    const diamond = box('d', 0, 0, 100, 60, { shape: 'diamond' });
    const boxes = [diamond, box('b', 200, 0), box('c', 200, 200)];
    const arrows = [angled('e0', 'd', 'b'), angled('e1', 'b', 'd')];
    const routes = routesOf([...boxes, ...arrows]);
    expect(routeOf(arrows[0]!, ...boxes)[0]).toEqual([100, 30]);
    const ends = [routes.get(idOf('e0'))![0]!, routes.get(idOf('e1'))!.at(-1)!];
    expect(ends[0]).not.toEqual(ends[1]);
    for (const [x, y] of ends) expect(Math.abs(x - 50) / 50 + Math.abs(y - 30) / 30).toBeCloseTo(1);
  });

  test('RT11 arrows in one channel are ordered so that they do not cross', () => {
    const boxes = [box('a', 0, 0), box('b', 0, 100), box('c', 300, 30), box('d', 300, 230)];
    const routes = routesOf([...boxes, angled('e0', 'a', 'd'), angled('e1', 'b', 'c')]);
    expect(crossingsBetween(routes.get(idOf('e0'))!, routes.get(idOf('e1'))!)).toBe(1);
    const level = routesOf([...boxes, angled('e0', 'a', 'c'), angled('e1', 'b', 'd')]);
    expect(crossingsBetween(level.get(idOf('e0'))!, level.get(idOf('e1'))!)).toBe(0);
  });

  test('RT11 an arrow takes a way that costs little more and crosses nothing', () => {
    const sizes = [[130, 90], [60, 70], [120, 40], [130, 50], [120, 70], [140, 70], [140, 50]] as const; // prettier-ignore
    const boxes = sizes.map(([width, height], at) => box(`b${at}`, (at % 3) * 220, Math.floor(at / 3) * 160, width, height));
    const arrows = [angled('e0', 'b1', 'b6'), angled('e1', 'b3', 'b1'), angled('e2', 'b5', 'b0')];
    const routes = routesOf([...boxes, ...arrows]);
    for (const [at, { id }] of arrows.entries())
      for (const other of arrows.slice(at + 1)) expect(crossingsBetween(routes.get(id)!, routes.get(other.id)!)).toBe(0);
  });

  test('RT13 way-points, loops and stubs are drawn as for other lines', () => {
    const a = box('a', 0, 0);
    const through = angled('e', 'a', 'b', { points: [[150, 400]] });
    expect(routeOf(through, a, box('b', 300, 100))).toEqual([[50, 60], [50, 400], [350, 400], [350, 160]]); // prettier-ignore
    expect(routeOf(angled('e', 'a', 'a'), a)).toEqual([[100, 18], [124, 18], [124, -24], [70, -24], [70, 0]]); // prettier-ignore
    expect(routeOf(angled('e', 'a', 'gone'), a)).toEqual([[100, 30], [160, 30]]); // prettier-ignore
    expect(routeOf(angled('e', 'gone', 'lost'))).toEqual([]);
  });

  test('RT17 a route does not run along a border of a frame, inside of it, if there is a way outside', () => {
    const around = frame('f', 0, 0, 400, 100);
    const elements = [around, box('a', 20, 20), box('b', 260, 20), box('c', 300, 260), box('wall', 20, 150, 60)];
    const line = routeOf(angled('e', 'a', 'c'), ...elements);
    for (const [from, to] of parts(line)) if (from[1] === to[1]) expect([from[1] <= 80, from[1] >= 108]).toContain(true);
    expect(line.length).toBeGreaterThan(2);
  });

  test('RT16 three straight arrows between two boxes leave their labels room, and none where the boxes are narrow', () => {
    const arrowsWith = (label: string | undefined): Arrow[] =>
      ['e1', 'e2', 'e3'].map((slug) => ({ ...angled(slug, 'a', 'b'), ...(label !== undefined && { label }) }));
    const gapsOf = (width: number, label: string | undefined): number[] => {
      const arrows = arrowsWith(label);
      const routes = routesOf([box('a', 0, 0, width, 60), box('b', 0, 260, width, 60), ...arrows]);
      const xs = arrows.map(({ id }) => routes.get(id)![0]![0]).toSorted((a, b) => a - b);
      return [xs[1]! - xs[0]!, xs[2]! - xs[1]!];
    };
    expect(gapsOf(200, undefined)).toEqual([18, 18]);
    expect(Math.min(...gapsOf(200, 'send'))).toBeGreaterThanOrEqual(labelSize({ label: 'send' })!.width / 2);
    expect(gapsOf(40, 'send')).toEqual(gapsOf(40, undefined));
  });
});

/** Pixels that parallel parts run at most two pixels apart, if they are more than eight. */
function sharedLength(one: readonly Point[], other: readonly Point[]): number {
  let length = 0;
  for (const [a, b] of parts(one)) {
    for (const [c, d] of parts(other)) {
      const axis = a[0] === b[0] ? 0 : 1;
      if ((c[0] === d[0] ? 0 : 1) !== axis || Math.abs(a[axis] - c[axis]) > 2) continue;
      const along = 1 - axis;
      const start = Math.max(Math.min(a[along]!, b[along]!), Math.min(c[along]!, d[along]!));
      length += Math.max(0, Math.min(Math.max(a[along]!, b[along]!), Math.max(c[along]!, d[along]!)) - start);
    }
  }
  return length > 8 ? length : 0;
}
