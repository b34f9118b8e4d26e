import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { GraphvizEngine } from '#server/planner/flow-engine.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { framePadding, frameTop } from '../placement/spacing.ts';
import { bottom, overlaps, right } from '../tab/rect.ts';
import { arrange, type LayoutForm } from './arrange.ts';
import { type Arrangement, layoutDirections, type LayoutGraph, type LayoutNode, layoutStyles } from './graph.ts';
import { anyGraph, graphOf } from './graph.test-support.ts';
import { levelsOf } from './levels.ts';

const { flow: engine } = await GraphvizEngine.load();
const spacing = { beside: 40, along: 60 };
const forms: LayoutForm[] = layoutStyles.flatMap((style) =>
  layoutDirections.map((direction) => ({ style, direction, spacing, engine })),
);

function arranged(graph: LayoutGraph, form: LayoutForm): Arrangement {
  const arrangement = arrange(graph, form);
  if (arrangement === null) throw new Error('too much');
  return arrangement;
}

function expectSound({ nodes, edges }: LayoutGraph, arrangement: Arrangement): void {
  const rectOf = ({ id }: LayoutNode) => arrangement.get(id)!;
  for (const { frame, nodes: siblings } of levelsOf({ nodes, edges })) {
    for (const [index, a] of siblings.entries()) {
      if (a.members === undefined) expect(rectOf(a)).toMatchObject({ width: a.width, height: a.height });
      for (const b of siblings.slice(index + 1)) if (overlaps(rectOf(a), rectOf(b))) throw new Error(`${a.id} lies on ${b.id}`);
      if (frame === null) continue;
      const [inner, outer] = [rectOf(a), rectOf(frame)];
      expect(inner.x - outer.x).toBeGreaterThanOrEqual(framePadding);
      expect(inner.y - outer.y).toBeGreaterThanOrEqual(frameTop);
      expect(right(outer) - right(inner)).toBeGreaterThanOrEqual(framePadding);
      expect(bottom(outer) - bottom(inner)).toBeGreaterThanOrEqual(framePadding);
      expect(outer.width).toBeGreaterThanOrEqual(frame.width);
    }
  }
  const rects = [...arrangement.values()];
  for (const { x, y } of rects) expect([x, y]).toEqual([Math.round(x), Math.round(y)]);
  expect(Math.min(...rects.map(({ x }) => x))).toBe(0);
  expect(Math.min(...rects.map(({ y }) => y))).toBe(0);
}

describe('arrange', () => {
  for (const form of forms) {
    test(`LO1 LO2 ${form.style} ${form.direction}: nothing overlaps, frames contain their members, and pixels are whole`, () => {
      fc.assert(
        fc.property(
          fc.boolean().chain((framed) => anyGraph({ framed })),
          (graph) => expectSound(graph, arranged(graph, form)),
        ),
        fuzz(150),
      );
    });

    test(`LO3 ${form.style} ${form.direction}: the same graph gives the same arrangement, whatever was laid out before`, () => {
      fc.assert(
        fc.property(anyGraph({ framed: true }), anyGraph(), (graph, other) => {
          const first = arranged(graph, form);
          arranged(other, form);
          expect([...arranged(graph, form)]).toEqual([...first]);
        }),
        fuzz(30),
      );
    });

    test(`LO4 ${form.style} ${form.direction}: cycles and unconnected parts are laid out`, () => {
      const circle = graphOf(7, (index) => [(index + 1) % 7]);
      expectSound(circle, arranged(circle, form));
      const parts = graphOf(40, (index) => (index % 10 === 0 ? [index + 1] : []));
      expectSound(parts, arranged(parts, form));
      const { width, height } = [...arranged(parts, form).values()].reduce(
        (most, rect) => ({ width: Math.max(most.width, right(rect)), height: Math.max(most.height, bottom(rect)) }),
        { width: 0, height: 0 },
      );
      expect(Math.max(width / height, height / width)).toBeLessThan(4);
    });
  }

  test('LO5 frames are as far from each other and from boxes as boxes are', () => {
    const node = (id: string, members?: LayoutNode[]): LayoutNode => ({ id, now: { x: 0, y: 0 }, width: 100, height: 60, ...(members && { members }) }); // prettier-ignore
    const nodes = [node('f', [node('a'), node('b')]), node('g', [node('c'), node('d')]), node('h', [node('i')]), node('e')];
    const edge = (from: string, to: string) => ({ from, to, label: null });
    const edges = [edge('a', 'b'), edge('a', 'c'), edge('a', 'i'), edge('c', 'd'), edge('a', 'e'), edge('i', 'e')];
    for (const direction of layoutDirections) {
      const drawn = arranged({ nodes, edges }, { style: 'flow', direction, spacing, engine });
      const rects = nodes.map(({ id }) => drawn.get(id)!);
      for (const [index, a] of rects.entries()) {
        for (const b of rects.slice(index + 1)) {
          const gap = Math.max(b.x - right(a), a.x - right(b), b.y - bottom(a), a.y - bottom(b));
          expect(gap).toBeGreaterThanOrEqual(spacing.beside / 2);
        }
      }
    }
  });

  test('LO4 parts that were packed in rows keep their places in them', () => {
    const node = (id: string, members?: LayoutNode[]): LayoutNode => ({
      id,
      now: { x: 0, y: 0 },
      width: 80,
      height: 60,
      ...(members && { members }),
    });
    const edge = (from: string, to: string) => ({ from, to, label: null });
    const framed = node('f', [
      node(
        'g',
        ['p', 'q', 'r', 's'].map((id) => node(id)),
      ),
    ]);
    const graph: LayoutGraph = {
      nodes: [framed, ...['t', 'u', 'v', 'lone'].map((id) => node(id))],
      edges: [edge('p', 'q'), edge('q', 'r'), edge('r', 's'), edge('t', 'u'), edge('u', 'v')],
    };
    const form: LayoutForm = { style: 'flow', direction: 'down', spacing, engine };
    const first = arranged(graph, form);
    const placed = (nodes: readonly LayoutNode[]): LayoutNode[] =>
      nodes.map((each): LayoutNode => {
        const { x, y, width, height } = first.get(each.id)!;
        const now = { x: x + width / 2, y: y + height / 2 };
        return { ...each, now, ...(each.members && { members: placed(each.members) }) };
      });
    expect(arranged({ ...graph, nodes: placed(graph.nodes) }, form)).toEqual(first);
  });

  test('LO21 boxes are further from a box with arrows to itself', () => {
    for (const form of forms.filter(({ style }) => style !== 'mindmap')) {
      const gaps = [0, 3].map((loops) => {
        const { nodes, edges } = graphOf(3, (index) => (index === 0 ? [1, 2] : []));
        const rects = arranged({ nodes: nodes.map((node) => (node.id === 'b0' ? { ...node, loops } : node)), edges }, form);
        const [top, a] = [rects.get('b0')!, rects.get('b1')!];
        expect(top).toMatchObject({ width: 100, height: 60 });
        return form.direction === 'down' ? a.y - bottom(top) : a.x - right(top);
      });
      expect(gaps[1]! - gaps[0]!).toBe(60);
    }
  });

  test('a large graph without frames needs the engine, others do not', () => {
    const form: LayoutForm = { style: 'flow', direction: 'down', spacing, engine: () => null };
    const chain = (count: number) => graphOf(count, (index) => (index < count - 1 ? [index + 1] : []));
    expect(arrange(chain(100), form)).toBeNull();
    expect(arrange(chain(99), form)).not.toBeNull();
    const { nodes, edges } = chain(100);
    const frame = { id: 'frame', now: { x: 0, y: 0 }, width: 100, height: 60, members: nodes };
    expect(arrange({ nodes: [frame], edges }, form)).not.toBeNull();
  });

  slowTest('three thousand nodes take a few times as long as a thousand, in every style', () => {
    for (const style of layoutStyles) {
      const form: LayoutForm = { style, direction: 'down', spacing, engine };
      const timeOf = (count: number): number => {
        const graph = graphOf(count, (index) => [2 * index + 1, 2 * index + 2].filter((child) => child < count));
        const startedAt = threadMs();
        arranged(graph, form);
        return threadMs() - startedAt;
      };
      timeOf(1_000);
      const [small, large] = [Math.min(timeOf(1_000), timeOf(1_000), timeOf(1_000)), Math.min(timeOf(3_000), timeOf(3_000))];
      expect(large).toBeLessThan(12 * Math.max(small, 5));
    }
  });
});
