/** Random graphs for tests of layouts: boxes, nested frames, and arrows between any of them. */
import fc from 'fast-check';

import type { LayoutEdge, LayoutGraph, LayoutNode } from './graph.ts';

const length = fc.integer({ min: 1, max: 20 }).map((n) => n * 10);
const anyBox = fc.record({
  width: length,
  height: length,
  x: fc.integer({ min: -500, max: 500 }),
  y: fc.integer({ min: -500, max: 500 }),
});
const anyLabel = fc.option(fc.record({ width: length, height: fc.constantFrom(19, 34) }), { freq: 3 });
const anyEdge = fc.record({ from: fc.nat(), to: fc.nat(), label: anyLabel });

type Node = { -readonly [K in keyof LayoutNode]: LayoutNode[K] } & { members?: Node[] };

/** From `fewest` boxes on; `framed`: some of them are frames with members. */
export const anyGraph = ({
  boxes = 25,
  fewest = 1,
  framed = false,
}: { boxes?: number; fewest?: number; framed?: boolean } = {}): fc.Arbitrary<LayoutGraph> =>
  fc
    .record({
      sizes: fc.array(anyBox, { minLength: fewest, maxLength: boxes }),
      holders: fc.array(fc.option(fc.nat(), { freq: 2 }), { minLength: boxes, maxLength: boxes }),
      ends: fc.array(anyEdge, { maxLength: boxes * 2 }),
    })
    .map(({ sizes, holders, ends }) => {
      const all = sizes.map(({ x, y, ...size }, index): Node => ({ id: `b${index}`, now: { x, y }, ...size }));
      const nodes: Node[] = [];
      for (const [index, node] of all.entries()) {
        const holder = holders[index];
        const frame = framed && holder !== null && holder !== undefined && index > 0 ? all[holder % index] : undefined;
        if (frame === undefined) nodes.push(node);
        else frame.members = [...(frame.members ?? []), node];
      }
      return { nodes, edges: edgesOf(all, ends) };
    });

function edgesOf(
  nodes: readonly Node[],
  ends: readonly { from: number; to: number; label: LayoutEdge['label'] }[],
): LayoutEdge[] {
  const edges = new Map<string, LayoutEdge>();
  for (const { from, to, label } of ends) {
    const [a, b] = [nodes[from % nodes.length]!, nodes[to % nodes.length]!];
    if (a.id !== b.id && !isAround(a, b) && !isAround(b, a)) edges.set(`${a.id} ${b.id}`, { from: a.id, to: b.id, label });
  }
  return [...edges.values()];
}

const isAround = (frame: LayoutNode, node: LayoutNode): boolean =>
  (frame.members ?? []).some((member) => member.id === node.id || isAround(member, node));

/** A graph of boxes of 100 by 60 pixels; `to` returns the boxes that the arrows of a box lead to. */
export function graphOf(count: number, to: (index: number) => readonly number[]): LayoutGraph {
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `b${index}`,
    now: { x: index, y: 0 },
    width: 100,
    height: 60,
  }));
  const edges = nodes.flatMap(({ id }, index) => to(index).map((other) => ({ from: id, to: `b${other}`, label: null })));
  return { nodes, edges };
}
