import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { Work } from '../planning/work.ts';
import { networkSimplex } from './network-simplex.ts';
import type { SimplexEdge } from './simplex-graph.ts';

const nodes = 5;
const highest = 8;
const anyEdges = fc.array(
  fc
    .record({ tail: fc.nat(nodes - 2), step: fc.integer({ min: 1, max: nodes - 1 }), least: fc.nat(2), weight: fc.nat(3) })
    .map(({ tail, step, least, weight }): SimplexEdge => ({ tail, head: Math.min(tail + step, nodes - 1), least, weight })),
  { maxLength: 8 },
);

const lengthOf = (positions: ArrayLike<number>, edges: readonly SimplexEdge[]): number =>
  edges.reduce((sum, { tail, head, weight }) => sum + weight * ((positions[head] ?? 0) - (positions[tail] ?? 0)), 0);

const isFeasible = (positions: ArrayLike<number>, edges: readonly SimplexEdge[]): boolean =>
  edges.every(({ tail, head, least }) => (positions[head] ?? 0) - (positions[tail] ?? 0) >= least);

/** The least total length of all positions up to `highest`. */
function leastLength(edges: readonly SimplexEdge[]): number {
  let best = Infinity;
  const positions = Array.from({ length: nodes }, () => 0);
  const place = (node: number): void => {
    if (node === nodes) {
      if (isFeasible(positions, edges)) best = Math.min(best, lengthOf(positions, edges));
      return;
    }
    for (let at = 0; at <= highest; at += 1) {
      positions[node] = at;
      place(node + 1);
    }
  };
  place(0);
  return best;
}

test('network simplex finds feasible positions of the least total length', () => {
  fc.assert(
    fc.property(anyEdges, (edges) => {
      const positions = networkSimplex(nodes, edges, new Work(Infinity));
      expect(isFeasible(positions, edges)).toBe(true);
      expect(lengthOf(positions, edges)).toBe(leastLength(edges));
    }),
    fuzz(40),
  );
});

test('parts that no edge joins are placed too', () => {
  const positions = networkSimplex(3, [{ tail: 0, head: 1, least: 2, weight: 1 }], new Work(Infinity));
  expect(positions.length).toBe(3);
  expect((positions[1] ?? 0) - (positions[0] ?? 0)).toBe(2);
});
