import { describe, expect, test } from 'vitest';

import { type Branch, forestOf, joinedTree } from './forest.ts';
import { graphOf } from './graph.test-support.ts';

/** A tree as text: `b0(b1 b2(b3))`. */
const written = ({ node, children }: Branch): string =>
  children.length === 0 ? node.id : `${node.id}(${children.map(written).join(' ')})`;

describe('forestOf', () => {
  test('[T1] [T3] roots are what nothing leads to, siblings keep their order', () => {
    const graph = graphOf(6, (index) => [[3, 2], [4], [], [], [], []][index]!);
    expect(forestOf(graph).map(written)).toEqual(['b0(b2 b3)', 'b1(b4)', 'b5']);
  });

  test('[T1] a circle that nothing leads to begins with its first node', () => {
    expect(forestOf(graphOf(3, (index) => [(index + 1) % 3])).map(written)).toEqual(['b0(b1(b2))']);
  });

  test('[T2] a node hangs on the first that reaches it', () => {
    expect(forestOf(graphOf(4, (index) => [[1, 2], [3], [3], []][index]!)).map(written)).toEqual(['b0(b1(b3) b2)']);
  });
});

describe('joinedTree', () => {
  test('[T4] all that is connected hangs on the root that most arrows leave', () => {
    expect(written(joinedTree(graphOf(5, (index) => [[2], [2, 3], [], [], [3]][index]!))!)).toBe('b1(b2(b0) b3(b4))');
    expect(joinedTree({ nodes: [], edges: [] })).toBeNull();
  });
});
