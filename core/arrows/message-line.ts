/** Messages of a sequence: arrows between the lifelines of two participants, straight across at their level. */
import { type Arrow, type ArrowEnd, type Box, isPinned, type PinnedEnd, type Point } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { bottom, centreX } from '../tab/rect.ts';
import type { RouteEnds } from './ends.ts';

export const barWidth = 10;
/** How far a bar on another one is to the right of it. */
const barShift = 5;
/** A message from a participant to itself goes out this far, and comes back this far below. */
export const selfMessage: Size = { width: 36, height: 24 };
/** Between a line and the label above it, or beside it. */
export const labelClearance = 3;

type LevelEnd = PinnedEnd & { readonly level: number };
export type SequenceMessage = Arrow & { readonly from: LevelEnd; readonly to: LevelEnd };

/** True for an arrow with both ends on lifelines. */
export const isMessage = (arrow: Arrow): arrow is SequenceMessage => hasLevel(arrow.from) && hasLevel(arrow.to);

const hasLevel = (end: ArrowEnd): end is LevelEnd => isPinned(end) && end.level !== undefined;

/** The line of a message between existing boxes; null for any other arrow. */
export function messageLine(arrow: Arrow, { from, to }: RouteEnds): Point[] | null {
  if (from.kind !== 'box' || to.kind !== 'box' || !isMessage(arrow)) return null;
  const [start, end] = [arrow.from.level, arrow.to.level];
  if (from.box.id === to.box.id) {
    const [top, foot] = [bottom(from.box) + start, bottom(from.box) + end + selfMessage.height];
    const [out, back] = [edgeAt(from.box, start, 'right'), edgeAt(from.box, end + selfMessage.height, 'right')];
    const far = Math.max(out, back) + selfMessage.width;
    return [
      [out, top],
      [far, top],
      [far, foot],
      [back, foot],
    ];
  }
  const isRight = centreX(from.box) <= centreX(to.box);
  return [
    [edgeAt(from.box, start, isRight ? 'right' : 'left'), bottom(from.box) + start],
    [edgeAt(to.box, end, isRight ? 'left' : 'right'), bottom(to.box) + end],
  ];
}

/** The rectangle of a bar. */
export function barRect(box: Box, [from, to, depth]: readonly [number, number, number]): Rect {
  const x = centreX(box) - barWidth / 2 + barShift * depth;
  return { x, y: bottom(box) + from, width: barWidth, height: Math.max(0, to - from) };
}

/** The label of a message is above the middle of its line, and beside that of a message to itself. */
export function messageLabel(points: readonly Point[], { width, height }: Size): Rect | null {
  const [first, second, third] = points;
  if (first === undefined || second === undefined) return null;
  if (third !== undefined) return { x: second[0] + labelClearance, y: (second[1] + third[1]) / 2 - height / 2, width, height };
  const top = Math.min(first[1], second[1]);
  return { x: (first[0] + second[0]) / 2 - width / 2, y: top - labelClearance - height, width, height };
}

/** Where a line meets a lifeline: at the topmost bar, if there is one at this level. */
function edgeAt(box: Box, level: number, side: 'left' | 'right'): number {
  let topmost = -1;
  for (const [from, to, depth] of box.lifeline?.bars ?? []) if (from <= level && level <= to) topmost = Math.max(topmost, depth);
  if (topmost < 0) return centreX(box);
  return centreX(box) + topmost * barShift + (side === 'right' ? barWidth / 2 : -barWidth / 2);
}
