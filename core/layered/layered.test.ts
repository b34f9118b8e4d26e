import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Rect } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { anyGraph } from '../layout/graph.test-support.ts';
import { layoutDirections, type LayoutGraph, type LayoutNode } from '../layout/graph.ts';
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

describe('layered layout', () => {
  for (const direction of layoutDirections) {
    test(`${direction}: boxes and sibling frames do not overlap, frames hold their members, and a graph is always drawn alike`, () => {
      fc.assert(
        fc.property(anyGraph({ framed: true }), (graph) => {
          const rects = drawn(graph, direction);
          expectSound(graph.nodes, rects, null);
          expect(drawn(graph, direction)).toEqual(rects);
        }),
        fuzz(300),
      );
    });

    test(`${direction}: up to 60 boxes in frames three levels deep and more are drawn within the budget of a changeset`, () => {
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

  test('long edges of a large graph are straight, and nothing overlaps', () => {
    const count = 400;
    const boxes = Array.from({ length: count }, (_, index) => node(`n${index}`));
    const edges = boxes.flatMap((_, index) =>
      [1, 7, 31].filter((step) => index >= step).map((step) => edge(`n${index - step}`, `n${index}`)),
    );
    const frames = [0, 1, 2, 3].map((at) => node(`f${at}`, boxes.slice(at * 100, at * 100 + 100)));
    expectSound(frames, drawn({ nodes: frames, edges }), null);
  });

  test('a chain through frames is straight to the pixel', () => {
    const nodes = [node('a'), node('f', [node('b'), node('c')]), node('d')];
    const rects = drawn({ nodes, edges: [edge('a', 'b'), edge('b', 'c'), edge('c', 'd')] });
    expect(new Set(['a', 'b', 'c', 'd'].map((id) => rects.get(id)?.x)).size).toBe(1);
  });

  test('frames that arrows join both ways come one after the other', () => {
    const nodes = [node('f', [node('a'), node('b')]), node('g', [node('c'), node('d')])];
    const rects = drawn({ nodes, edges: [edge('a', 'c'), edge('b', 'd'), edge('d', 'a')] });
    const [f, g] = [rects.get('f'), rects.get('g')];
    expect(bottom(f!) <= g!.y || bottom(g!) <= f!.y).toBe(true);
  });

  test('a label has room between its boxes', () => {
    const label = { width: 90, height: 20 };
    const rects = drawn({ nodes: [node('a'), node('b')], edges: [{ from: 'a', to: 'b', label }] });
    expect(rects.get('b')!.y - bottom(rects.get('a')!)).toBeGreaterThanOrEqual(label.height + 20);
  });

  test('an exhausted budget ends it', () => {
    const members = Array.from({ length: 20 }, (_, index) => node(`n${index}`));
    const edges = members.slice(1).map(({ id }, index) => edge(`n${Math.floor(index / 3)}`, id));
    const work = new Work(1);
    work.spend(2);
    expect(layeredLayout({ nodes: [node('f', members)], edges }, 'down', spacing, work)).toBeNull();
  });
});
