import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { type TidyNode, tidyTree } from './tidy-tree.ts';

const length = fc.integer({ min: 1, max: 40 });
const { tree: anyTree } = fc.letrec<{ tree: TidyNode }>((tie) => ({
  tree: fc.record({
    across: length,
    along: length,
    children: fc.oneof({ depthSize: 'medium', withCrossShrink: true }, fc.constant([]), fc.array(tie('tree'), { maxLength: 5 })),
  }),
}));

function nodesOf(root: TidyNode): TidyNode[] {
  const nodes = [root];
  for (let at = 0; at < nodes.length; at += 1) nodes.push(...nodes[at]!.children);
  return nodes;
}

describe('tidyTree', () => {
  test('LO19 no two nodes overlap, and children start where their parent ends and keep their order', () => {
    fc.assert(
      fc.property(anyTree, (root) => {
        const places = tidyTree(root);
        const nodes = nodesOf(root);
        expect(places.size).toBe(nodes.length);
        for (const [index, a] of nodes.entries()) {
          const at = places.get(a)!;
          for (const b of nodes.slice(index + 1)) {
            const other = places.get(b)!;
            const clear =
              at.across + a.across <= other.across + 1e-6 ||
              other.across + b.across <= at.across + 1e-6 ||
              at.along + a.along <= other.along ||
              other.along + b.along <= at.along;
            if (!clear)
              throw new Error(`${JSON.stringify([at, a.across, a.along])} lies on ${JSON.stringify([other, b.across, b.along])}`);
          }
          const across = a.children.map((child) => places.get(child)!.across);
          expect(across).toEqual(across.toSorted((x, y) => x - y));
          for (const child of a.children) expect(places.get(child)!.along).toBe(at.along + a.along);
        }
      }),
      fuzz(1_000),
    );
  });

  test('LO20 a parent is centered over its children', () => {
    fc.assert(
      fc.property(anyTree, (root) => {
        const places = tidyTree(root);
        const middle = (node: TidyNode): number => places.get(node)!.across + node.across / 2;
        for (const node of nodesOf(root)) {
          const [first, last] = [node.children[0], node.children.at(-1)];
          if (first === undefined || last === undefined) continue;
          const [near, far] = [places.get(first)!.across, places.get(last)!.across + last.across];
          expect(middle(node)).toBeCloseTo((near + far) / 2, 6);
        }
      }),
      fuzz(),
    );
  });

  test('LO20 a small subtree between large ones is centered between them', () => {
    const leaf = (across: number): TidyNode => ({ across, along: 10, children: [] });
    const wide = (): TidyNode => ({ across: 10, along: 10, children: [leaf(100), leaf(100)] });
    const [left, middle, right] = [wide(), leaf(10), wide()];
    const places = tidyTree({ across: 10, along: 10, children: [left, middle, right] });
    const [a, b, c] = [left, middle, right].map((node) => places.get(node)!.across);
    expect(b! - a!).toBeCloseTo(c! - b!, 6);
  });

  test('a chain of 20,000 nodes and a star of 20,000 are placed', () => {
    let chain: TidyNode = { across: 10, along: 10, children: [] };
    for (let count = 1; count < 20_000; count += 1) chain = { across: 10, along: 10, children: [chain] };
    expect(tidyTree(chain).size).toBe(20_000);
    const star = {
      across: 10,
      along: 10,
      children: Array.from({ length: 20_000 }, () => ({ across: 10, along: 10, children: [] })),
    };
    expect(tidyTree(star).get(star)).toEqual({ across: 99_995, along: 0 });
  });
});
