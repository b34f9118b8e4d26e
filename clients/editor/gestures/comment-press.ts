/**
 * comment-press: a press of the comment tool, which is a comment on the box where it is released, or on that point of the canvas.
 *
 * Arrows have no comments: what is under them is commented on. Inside a frame is canvas.
 */
import { isArrow, type Point } from '#schema/element.ts';

import { type Gesture, type GestureContext, hitSlackPx, type Pointer } from './gesture.ts';
import { isCanvasInside } from './inside-frame.ts';
import { toolCursor } from './tool-cursor.ts';

/** What a comment is on: the id of a box, or null for the canvas, and the point. */
export type CommentPlace = { readonly on: string | null; readonly at: Point };

export const commentPress = (): Gesture => ({
  move: () => ({ cursor: toolCursor('comment') }),
  end: (pointer, ground) => ({ used: true, comment: placeOf(pointer, ground) }),
});

const placeOf = (pointer: Pointer, ground: GestureContext): CommentPlace => ({ on: boxOf(pointer, ground), at: pointer.at });

/** The id of the box under the pointer; null for the canvas. */
export function boxOf({ at, kind }: Pointer, ground: GestureContext): string | null {
  const { tab, zoom } = ground;
  const takes: NonNullable<Parameters<GestureContext['hit']>[2]>['takes'] = (element) =>
    !isArrow(element) && !isCanvasInside(element, at, zoom);
  return tab.get(ground.hit(at, hitSlackPx[kind] / zoom, { takes }) ?? '')?.id ?? null;
}
