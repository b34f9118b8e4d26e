/** Room around boxes for the arrows that lead from them to themselves. Boxes stay in the middle of it, in line with others. */
import type { Rect } from '#schema/tab.ts';

import { loopSize } from '../arrows/loop.ts';
import { grown } from '../tab/rect.ts';
import type { LayoutNode } from './graph.ts';

/** Half of the first loop fits into the distance between boxes. */
const roomOf = ({ loops = 0 }: LayoutNode): number => (loops === 0 ? 0 : (loops - 0.5) * loopSize);

export function withLoopRoom(node: LayoutNode): LayoutNode {
  const room = roomOf(node);
  return {
    ...node,
    width: node.width + 2 * room,
    height: node.height + 2 * room,
    ...(node.members && { members: node.members.map(withLoopRoom) }),
  };
}

/** The rectangles of the boxes alone. */
export function withoutLoopRoom(nodes: readonly LayoutNode[], rects: ReadonlyMap<string, Rect>): Map<string, Rect> {
  const boxes = new Map(rects);
  const take = (node: LayoutNode): void => {
    const [room, rect] = [roomOf(node), rects.get(node.id)];
    if (room > 0 && rect !== undefined) boxes.set(node.id, grown(rect, -room));
    node.members?.forEach(take);
  };
  nodes.forEach(take);
  return boxes;
}
