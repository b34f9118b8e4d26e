import { describe, expect, test } from 'vitest';

import { graphOf } from './graph.test-support.ts';
import { rankSpan } from './rank-span.ts';

describe('rank-span', () => {
  test('the size of a chain, and of boxes without arrows, is their number', () => {
    expect(rankSpan(graphOf(20_000, (index) => (index < 19_999 ? [index + 1] : [])))).toBe(20_000);
    expect(rankSpan(graphOf(7, () => []))).toBe(7);
  });

  test('an arrow counts the ranks that it passes', () => {
    const chain = graphOf(5, (index) => (index < 4 ? [index + 1] : []));
    const over = { from: 'b0', to: 'b4', label: null };
    expect(rankSpan({ nodes: chain.nodes, edges: [...chain.edges, over] })).toBe(5 + 3);
  });

  test('a box is close to the boxes that it leads to, not as high as possible', () => {
    const chain = graphOf(6, (index) => (index < 4 ? [index + 1] : []));
    expect(rankSpan({ nodes: chain.nodes, edges: [...chain.edges, { from: 'b5', to: 'b4', label: null }] })).toBe(6);
  });

  test('an arrow that closes a cycle passes its ranks, and an arrow to its own box none', () => {
    expect(rankSpan(graphOf(5, (index) => [(index + 1) % 5]))).toBe(5 + 3);
    expect(rankSpan(graphOf(3, (index) => [index]))).toBe(3);
  });

  test('labels are boxes of their own, and double the ranks', () => {
    const { nodes, edges } = graphOf(3, (index) => (index === 0 ? [1, 2] : index === 1 ? [2] : []));
    expect(rankSpan({ nodes, edges })).toBe(3 + 1);
    expect(rankSpan({ nodes, edges: edges.map((edge) => ({ ...edge, label: { width: 30, height: 19 } })) })).toBe(3 + 2 + 3);
  });
});
