/**
 * node-isolated: a shape has no arrows on an otherwise connected tab.
 * N1  A tab is connected when at least as many of its shapes have arrows as have none.
 * N2  Boards and sheets are not judged.
 * N3  The fix connects it to the nearest shape that has arrows, or to any when all are more than 8,192 pixels away.
 */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { centreX, centreY } from '../../tab/rect.ts';
import { defineRule, inOrder } from '../define-rule.ts';
import type { Drawing } from '../drawing.ts';

export const nodeIsolated = defineRule({
  code: 'node-isolated',
  severity: 'warning',
  message: '{box} has no arrows, while the shapes around it are connected.',
  count: ({ marks }) => (marks.connected.size >= marks.isolated.size ? marks.isolated.size : 0),
  *check(drawing, tab) {
    const { connected, isolated } = drawing.marks;
    if (connected.size < isolated.size) return;
    for (const id of inOrder(isolated)) {
      const box = drawing.box(id);
      const nearest = box === null ? null : nearestConnected(box, drawing);
      if (nearest === null) continue;
      const ref = tab.refOf(id);
      yield { elements: [ref], data: { box: ref }, fix: `connect ${ref} -> ${tab.refOf(nearest.id)}` };
    }
  },
});

/** Looks in ever wider squares around the box; when all are far away, any will do: the first by id. */
function nearestConnected(box: Box, drawing: Drawing): Box | null {
  for (let reach = 512; reach <= 8_192; reach *= 4) {
    const around: Rect = { x: box.x - reach, y: box.y - reach, width: box.width + 2 * reach, height: box.height + 2 * reach };
    const nearest = nearestOf(box, drawing.boxesIn(around), drawing);
    // Beyond the square there may be a nearer one than in its corner.
    if (nearest !== null && distance(box, nearest) <= reach) return nearest;
  }
  return drawing.box(inOrder(drawing.marks.connected, 1)[0] ?? '');
}

function nearestOf(box: Box, others: Iterable<Box>, { marks }: Drawing): Box | null {
  let nearest: Box | null = null;
  for (const other of others) {
    if (!marks.connected.has(other.id)) continue;
    const difference = nearest === null ? -1 : distance(box, other) - distance(box, nearest);
    if (difference < 0 || (difference === 0 && nearest !== null && other.id < nearest.id)) nearest = other;
  }
  return nearest;
}

const distance = (a: Rect, b: Rect): number => Math.hypot(centreX(a) - centreX(b), centreY(a) - centreY(b));
