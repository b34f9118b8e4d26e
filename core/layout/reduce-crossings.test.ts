import { Graphviz } from '@hpcc-js/wasm-graphviz';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Rect } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { overlaps } from '../tab/rect.ts';
import { arrange } from './arrange.ts';
import { graphOf } from './graph.test-support.ts';
import type { LayoutEdge, LayoutGraph } from './graph.ts';
import { reduceCrossings } from './reduce-crossings.ts';

let graphviz: Graphviz;

beforeAll(async () => {
  graphviz = await Graphviz.load();
});

type Point = readonly [number, number];

/** Counts the crossings of straight lines between centers by comparing every pair. */
function crossingsOf(rects: ReadonlyMap<string, Rect>, edges: readonly LayoutEdge[]): number {
  const middle = (id: string): Point => {
    const { x, y, width, height } = rects.get(id)!;
    return [x + width / 2, y + height / 2];
  };
  const lines = edges.map(({ from, to }) => ({ from, to, a: middle(from), b: middle(to) }));
  const side = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  let count = 0;
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(0, index)) {
      const ends = new Set([one.from, one.to, other.from, other.to]);
      if (ends.size < 4) continue;
      const apart = side(one.a, one.b, other.a) * side(one.a, one.b, other.b) < 0;
      if (apart && side(other.a, other.b, one.a) * side(other.a, other.b, one.b) < 0) count += 1;
    }
  }
  return count;
}

/** Boxes of different widths in ranks, and arrows between them. */
const anyRanked = fc
  .record({
    breadths: fc.array(fc.integer({ min: 10, max: 80 }), { minLength: 2, maxLength: 24 }),
    perRank: fc.integer({ min: 2, max: 6 }),
    ends: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 40 }),
  })
  .map(({ breadths, perRank, ends }) => {
    const rects = new Map<string, Rect>();
    let x = 0;
    for (const [index, width] of breadths.entries()) {
      if (index % perRank === 0) x = 0;
      rects.set(`n${index}`, { x, y: Math.floor(index / perRank) * 100, width, height: 40 });
      x += width + 20;
    }
    const edges = ends.flatMap(([a, b]): LayoutEdge[] => {
      const [from, to] = [a % breadths.length, b % breadths.length];
      return from === to ? [] : [{ from: `n${from}`, to: `n${to}`, label: null }];
    });
    return { rects, edges };
  });

/** True if all lines are between adjacent ranks, so that none is behind a box. */
const neighbouring = (rects: ReadonlyMap<string, Rect>, edges: readonly LayoutEdge[]): LayoutEdge[] =>
  edges.filter(({ from, to }) => Math.abs(rects.get(from)!.y - rects.get(to)!.y) === 100);

describe('reduceCrossings', () => {
  test('LO15 there are never more crossings afterwards, and the same graph gives the same result', () => {
    fc.assert(
      fc.property(anyRanked, ({ rects, edges }) => {
        const near = neighbouring(rects, edges);
        const after = reduceCrossings(rects, near, 'down');
        expect(crossingsOf(after, near)).toBeLessThanOrEqual(crossingsOf(rects, near));
        expect(reduceCrossings(new Map(rects), [...near], 'down')).toEqual(after);
      }),
      fuzz(300),
    );
  });

  test('LO15 there are never more crossings afterwards where arrows pass behind boxes, too', () => {
    fc.assert(
      fc.property(anyRanked, ({ rects, edges }) => {
        expect(crossingsOf(reduceCrossings(rects, edges, 'down'), edges)).toBeLessThanOrEqual(crossingsOf(rects, edges));
      }),
      fuzz(300),
    );
  });

  test('LO15 two boxes whose arrows cross are swapped, downwards and to the right', () => {
    const at = (x: number, y: number): Rect => ({ x, y, width: x === 0 ? 40 : 60, height: 60 });
    const rects = new Map([['a', at(0, 0)], ['b', at(60, 0)], ['c', at(0, 100)], ['d', at(60, 100)]]); // prettier-ignore
    const edges = [{ from: 'a', to: 'd', label: null }, { from: 'b', to: 'c', label: null }]; // prettier-ignore
    const down = reduceCrossings(rects, edges, 'down');
    expect([crossingsOf(rects, edges), crossingsOf(down, edges)]).toEqual([1, 0]);
    const flipped = new Map(
      Array.from(rects, ([id, { x, y, width, height }]) => [id, { x: y, y: x, width: height, height: width }]),
    );
    expect(crossingsOf(reduceCrossings(flipped, edges, 'right'), edges)).toBe(0);
  });

  test('LO16 nothing overlaps afterwards, and no box leaves its rank', () => {
    fc.assert(
      fc.property(anyRanked, ({ rects, edges }) => {
        const after = reduceCrossings(rects, edges, 'down');
        const placed = [...after.values()];
        for (const [index, one] of placed.entries()) {
          for (const other of placed.slice(0, index)) expect(overlaps(one, other)).toBe(false);
        }
        for (const [id, { y, width, height }] of rects) expect(after.get(id)).toMatchObject({ y, width, height });
      }),
      fuzz(200),
    );
  });

  test('LO17 boxes with a labeled arrow stay', () => {
    fc.assert(
      fc.property(anyRanked, ({ rects, edges }) => {
        const labelled = edges.map((edge, index) => (index % 3 === 0 ? { ...edge, label: { width: 30, height: 19 } } : edge));
        const after = reduceCrossings(rects, labelled, 'down');
        for (const { from, to, label } of labelled) {
          if (label === null || rects.get(from)!.y === rects.get(to)!.y) continue;
          for (const id of [from, to]) expect(after.get(id)).toEqual(rects.get(id));
        }
      }),
      fuzz(200),
    );
  });

  for (const [count, more] of [
    [120, 3],
    [300, 3],
    [300, 20],
    [1_000, 20],
  ] as const) {
    const sized = count > 120 ? slowTest : test;
    sized(`a flow of ${count} boxes has no more crossings than Graphviz draws by itself`, () => {
      const random = randomFrom(count + more);
      const graph = graphOf(count, (index) => (index === 0 ? [] : [...new Set(index % more === 1 ? [random(index), random(index)] : [random(index)])])); // prettier-ignore
      const engine = (dot: string): string => graphviz.layout(dot, 'json0' as 'json', 'dot');
      const ours = arrange(graph, { style: 'flow', direction: 'down', spacing: { beside: 40, along: 60 }, engine });
      expect(crossingsOf(ours!, graph.edges)).toBeLessThanOrEqual(crossingsOf(plainly(graph), graph.edges));
    });
  }
});

/** Reproducible numbers below a bound. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    return (state >> 8) % below;
  };
}

/** The layout of Graphviz with default settings. */
function plainly({ nodes, edges }: LayoutGraph): Map<string, Rect> {
  const lines = [...nodes.map(({ id }) => id), ...edges.map(({ from, to }) => `${from}->${to}`)];
  const dot = `digraph{node[shape=box,fixedsize=true,width=${100 / 72},height=${60 / 72}];${lines.join(';')}}`;
  const { objects } = JSON.parse(graphviz.layout(dot, 'json0' as 'json', 'dot')) as { objects: { name: string; pos: string }[] };
  return new Map(objects.map(({ name, pos }) => [name, rectAt(pos.split(',').map(Number))]));
}

const rectAt = ([x = 0, y = 0]: readonly number[]): Rect => ({ x: x - 50, y: -y - 30, width: 100, height: 60 });
