import { describe, expect, test } from 'vitest';

import { type Branch, forestOf, joinedTree } from './forest.ts';
import { graphOf } from './graph.test-support.ts';

/** A tree as text: `b0(b1 b2(b3))`. */
const written = ({ node, children }: Branch): string =>
  children.length === 0 ? node.id : `${node.id}(${children.map(written).join(' ')})`;

describe('forestOf', () => {
  test('LO6 LO8 roots have no incoming arrows, and siblings keep their order', () => {
    const graph = graphOf(6, (index) => [[3, 2], [4], [], [], [], []][index]!);
    expect(forestOf(graph).map(written)).toEqual(['b0(b2 b3)', 'b1(b4)', 'b5']);
  });

  test('LO6 the root of a cycle without incoming arrows is its first node', () => {
    expect(forestOf(graphOf(3, (index) => [(index + 1) % 3])).map(written)).toEqual(['b0(b1(b2))']);
  });

  test('LO7 a node is the child of the first one that reaches it', () => {
    expect(forestOf(graphOf(4, (index) => [[1, 2], [3], [3], []][index]!)).map(written)).toEqual(['b0(b1(b3) b2)']);
  });
});

describe('joinedTree', () => {
  test('LO9 a connected graph has one root, the one with most outgoing arrows', () => {
    expect(written(joinedTree(graphOf(5, (index) => [[2], [2, 3], [], [], [3]][index]!))!)).toBe('b1(b2(b0) b3(b4))');
    expect(joinedTree({ nodes: [], edges: [] })).toBeNull();
  });
});
