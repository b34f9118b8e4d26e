/**
 * The positions of the nodes in Graphviz's json0 output.
 *
 * Its y axis points up, and its positions are centers. Sizes are rounded there, so the requested sizes are used.
 */
import type { Rect } from '#schema/tab.ts';

import type { LayoutNode } from './graph.ts';

type DotObject = { readonly name?: string; readonly pos?: string };

/** The rectangles of all nodes by id. Throws if the answer is not one of Graphviz. */
export function readPlaces(answer: string, names: ReadonlyMap<string, LayoutNode>): Map<string, Rect> {
  const { objects = [] } = JSON.parse(answer) as { objects?: readonly DotObject[] };
  const rects = new Map<string, Rect>();
  for (const { name, pos } of objects) {
    const node = names.get(name ?? '');
    if (node === undefined) continue;
    const numbers = (pos ?? '').split(',').map(Number);
    if (numbers.length < 2 || !numbers.every(Number.isFinite)) throw new Error(`Graphviz placed ${name} at ${pos}`);
    rects.set(node.id, nodeRect(numbers, node));
  }
  return rects;
}

const nodeRect = ([x = 0, y = 0]: readonly number[], { width, height }: LayoutNode): Rect => ({
  x: x - width / 2,
  y: -y - height / 2,
  width,
  height,
});
