import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Rect } from '#schema/tab.ts';
import { fuzz, seedOr } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { anyGraph } from '../layout/graph.test-support.ts';
import { type LayoutDirection, layoutDirections, type LayoutEdge, type LayoutGraph, type LayoutNode } from '../layout/graph.ts';
import { invertedPairs } from '../layout/inverted-pairs.test-support.ts';
import { framePadding, frameTop } from '../placement/spacing.ts';
import { Work } from '../planning/work.ts';
import { bottom, overlaps, right } from '../tab/rect.ts';
import { layeredLayout } from './layered.ts';

const spacing = { beside: 40, along: 60 };
const drawn = (graph: LayoutGraph, direction: 'down' | 'right' = 'down'): Map<string, Rect> => {
  const rects = layeredLayout(graph, direction, spacing, new Work(Infinity));
  if (rects === null) throw new Error('the work budget is exhausted');
  return rects;
};
const node = (id: string, members?: LayoutNode[]): LayoutNode => ({
  id,
  now: { x: 0, y: 0 },
  width: 100,
  height: 60,
  ...(members && { members }),
});
const edge = (from: string, to: string) => ({ from, to, label: null });

function expectSound(nodes: readonly LayoutNode[], rects: ReadonlyMap<string, Rect>, frame: Rect | null): void {
  for (const [index, a] of nodes.entries()) {
    const rect = rects.get(a.id);
    if (rect === undefined) throw new Error(`${a.id} has no place`);
    if (a.members === undefined) expect(rect).toMatchObject({ width: a.width, height: a.height });
    for (const b of nodes.slice(index + 1)) {
      const other = rects.get(b.id);
      if (other !== undefined && overlaps(rect, other)) throw new Error(`${a.id} overlaps ${b.id}`);
    }
    if (frame !== null) {
      expect(rect.x - frame.x).toBeGreaterThanOrEqual(framePadding);
      expect(rect.y - frame.y).toBeGreaterThanOrEqual(frameTop);
      expect(right(frame) - right(rect)).toBeGreaterThanOrEqual(framePadding);
      expect(bottom(frame) - bottom(rect)).toBeGreaterThanOrEqual(framePadding);
    }
    expectSound(a.members ?? [], rects, rect);
  }
}

/** The graph with its boxes where a layout put them, in the order in which a tab gives them. */
function placed(nodes: readonly LayoutNode[], rects: ReadonlyMap<string, Rect>, direction: LayoutDirection): LayoutNode[] {
  const moved = nodes.map((old): LayoutNode => {
    const { x, y, width, height } = rects.get(old.id)!;
    return {
      ...old,
      now: { x: x + width / 2, y: y + height / 2 },
      ...(old.members && { members: placed(old.members, rects, direction) }),
    };
  });
  const [across, along] = direction === 'down' ? (['x', 'y'] as const) : (['y', 'x'] as const);
  return moved.toSorted((a, b) => a.now[across] - b.now[across] || a.now[along] - b.now[along]);
}

const boxesIn = (nodes: readonly LayoutNode[]): LayoutNode[] =>
  nodes.flatMap((each) => (each.members === undefined ? [each] : boxesIn(each.members)));

describe('layered layout', () => {
  for (const direction of layoutDirections) {
    test(`LY1 LY2 ${direction}: boxes and sibling frames do not overlap, frames hold their members, and the same graph gives the same drawing`, () => {
      fc.assert(
        fc.property(anyGraph({ framed: true }), (graph) => {
          const rects = drawn(graph, direction);
          expectSound(graph.nodes, rects, null);
          expect(drawn(graph, direction)).toEqual(rects);
        }),
        fuzz(300),
      );
    });

    test(`LY3 ${direction}: up to 60 boxes in frames three levels deep and more are drawn within the budget of a changeset`, () => {
      fc.assert(
        fc.property(anyGraph({ boxes: 60, framed: true }), (graph) => {
          const rects = layeredLayout(graph, direction, spacing, new Work());
          expect(rects).not.toBeNull();
          expectSound(graph.nodes, rects!, null);
        }),
        fuzz(150),
      );
    });
  }

  slowTest('LY5 long edges of a large graph are straight, and nothing overlaps', () => {
    const count = 400;
    const boxes = Array.from({ length: count }, (_, index) => node(`n${index}`));
    const edges = boxes.flatMap((_, index) =>
      [1, 7, 31].filter((step) => index >= step).map((step) => edge(`n${index - step}`, `n${index}`)),
    );
    const frames = [0, 1, 2, 3].map((at) => node(`f${at}`, boxes.slice(at * 100, at * 100 + 100)));
    expectSound(frames, drawn({ nodes: frames, edges }), null);
  });

  test('LY12 a flow that leads back begins with its first box, or with the one that leads into it', () => {
    const placed = (ids: string[], pairs: [string, string][]): string[] => {
      const rects = drawn({ nodes: ids.map((id) => node(id)), edges: pairs.map(([from, to]) => edge(from, to)) });
      return ids.toSorted((a, b) => rects.get(a)!.y - rects.get(b)!.y);
    };
    expect(placed(['push', 'build', 'ask'], [['push', 'build'], ['push', 'ask'], ['build', 'ask'], ['ask', 'push']])).toEqual(['push', 'build', 'ask']);
    const steps: [string, string][] = [['open', 'form'], ['form', 'known'], ['known', 'tries'], ['tries', 'form'], ['known', 'done']];
    expect(placed(['done', 'tries', 'known', 'form', 'open'], steps).slice(0, 3)).toEqual(['open', 'form', 'known']);
    const signIn: [string, string][] = [['start', 'form'], ['form', 'valid'], ['valid', 'form'], ['valid', 'retry'], ['retry', 'form'], ['valid', 'home']];
    expect(placed(['start', 'form', 'valid', 'retry', 'home'], signIn).slice(0, 3)).toEqual(['start', 'form', 'valid']);
    const review: [string, string][] = [['author', 'draft'], ['draft', 'check'], ['check', 'print'], ['draft', 'author'], ['check', 'author'], ['print', 'author']];
    expect(placed(['author', 'draft', 'check', 'print'], review)).toEqual(['author', 'draft', 'check', 'print']);
  }); // prettier-ignore

  test('LY4 a chain through frames is straight to the pixel', () => {
    const nodes = [node('a'), node('f', [node('b'), node('c')]), node('d')];
    const rects = drawn({ nodes, edges: [edge('a', 'b'), edge('b', 'c'), edge('c', 'd')] });
    expect(new Set(['a', 'b', 'c', 'd'].map((id) => rects.get(id)?.x)).size).toBe(1);
  });

  test('LY6 a parent is over the middle of its children where its arrows are straight, over one of them where they are angled', () => {
    const nodes = ['top', 'parent', 'a', 'b'].map((id) => node(id));
    const edges = [edge('top', 'parent'), edge('parent', 'a'), edge('parent', 'b')];
    const straight = drawn({ nodes, edges });
    const middle = (straight.get('a')!.x + straight.get('b')!.x) / 2;
    expect([straight.get('top')!.x, straight.get('parent')!.x]).toEqual([middle, middle]);
    const angled = drawn({ nodes, edges: edges.map((line) => ({ ...line, isAngled: true })) });
    expect(angled.get('parent')!.x).toBe(angled.get('top')!.x);
    expect(angled.get('parent')!.x).not.toBe((angled.get('a')!.x + angled.get('b')!.x) / 2);
  });

  describe('a drawing that was laid out', () => {
    type Change = (graph: LayoutGraph, box: LayoutNode, at: Rect) => LayoutGraph;
    /** The share of pairs of boxes whose order a second layout inverts, over random graphs with this change to each. */
    const invertedBy = (change: Change, seed: number): number => {
      let [inverted, pairs] = [0, 0];
      fc.assert(
        fc.property(
          anyGraph({ boxes: 30, fewest: 10, framed: true }),
          fc.nat(),
          fc.constantFrom(...layoutDirections),
          (graph, pick, direction) => {
            const first = drawn(graph, direction);
            const boxes = boxesIn(graph.nodes);
            const box = boxes[pick % boxes.length]!;
            const changed = change({ nodes: placed(graph.nodes, first, direction), edges: graph.edges }, box, first.get(box.id)!);
            const again = drawn(changed, direction);
            const before = new Map(boxes.map(({ id }) => [id, first.get(id)!]));
            const [more, of] = invertedPairs(before, again);
            inverted += more;
            pairs += of;
          },
        ),
        { ...fuzz(400, 60), seed: seedOr(seed) },
      );
      return inverted / pairs;
    };
    const withBox = ({ nodes, edges }: LayoutGraph, at: Rect, line: LayoutEdge): LayoutGraph => ({
      nodes: [...nodes, { ...node('added'), now: { x: at.x + 240, y: at.y } }],
      edges: [...edges, line],
    });

    test('LY9 keeps the order of all boxes if it is laid out again', () => {
      expect(invertedBy((graph) => graph, 1)).toBeLessThan(0.002);
    });

    test('LY9 keeps the order of other boxes if a box is added that an arrow leads to', () => {
      expect(invertedBy((graph, box, at) => withBox(graph, at, edge(box.id, 'added')), 2)).toBeLessThan(0.02);
    });

    test('LY9 keeps the order of other boxes if a box is added that an arrow leads from', () => {
      expect(invertedBy((graph, box, at) => withBox(graph, at, edge('added', box.id)), 3)).toBeLessThan(0.03);
    });
  });

  test('LY7 frames that arrows join both ways come one after the other', () => {
    const nodes = [node('f', [node('a'), node('b')]), node('g', [node('c'), node('d')])];
    const rects = drawn({ nodes, edges: [edge('a', 'c'), edge('b', 'd'), edge('d', 'a')] });
    const [f, g] = [rects.get('f'), rects.get('g')];
    expect(bottom(f!) <= g!.y || bottom(g!) <= f!.y).toBe(true);
  });

  test('LY13 frames with flows of their own that the same box leads into run beside each other', () => {
    const region = (name: string): LayoutNode => node(name, ['web', 'app', 'data'].map((part) => node(`${name}-${part}`)));
    const flow = (name: string) => [edge(`${name}-web`, `${name}-app`), edge(`${name}-app`, `${name}-data`)];
    const nodes = [node('in', [node('balancer')]), region('east'), region('west')];
    const edges = [...flow('east'), ...flow('west'), edge('east-data', 'west-data')];
    const isBeside = (extra: LayoutEdge[]): boolean => {
      const rects = drawn({ nodes, edges: [...edges, ...extra] });
      return overlaps({ ...rects.get('east')!, x: 0 }, { ...rects.get('west')!, x: 0 });
    };
    const both = [edge('balancer', 'east-web'), edge('balancer', 'west-web')];
    expect(isBeside(both)).toBe(true);
    expect(isBeside([...both, edge('east-data', 'west-web')])).toBe(false);
    expect(isBeside(both.slice(0, 1))).toBe(false);
  }); // prettier-ignore

  test('LY8 a label has room between its boxes', () => {
    const label = { width: 90, height: 20 };
    const rects = drawn({ nodes: [node('a'), node('b')], edges: [{ from: 'a', to: 'b', label }] });
    expect(rects.get('b')!.y - bottom(rects.get('a')!)).toBeGreaterThanOrEqual(label.height + 20);
  });

  test('LY10 an exhausted work budget ends the layout', () => {
    const members = Array.from({ length: 20 }, (_, index) => node(`n${index}`));
    const edges = members.slice(1).map(({ id }, index) => edge(`n${Math.floor(index / 3)}`, id));
    const work = new Work(1);
    work.spend(2);
    expect(layeredLayout({ nodes: [node('f', members)], edges }, 'down', spacing, work)).toBeNull();
  });
});
