/**
 * vote-press: a press of the vote tool, which is a vote for the box where it is released. With Shift or Alt it takes one back. A pointer
 * that moves pans.
 */
import { boxOf } from './comment-press.ts';
import { type Gesture, type GestureContext, hasMoved, noOutcome, type Pointer } from './gesture.ts';
import { toolCursor } from './tool-cursor.ts';

/** A vote for an element: 1 places one, -1 takes one back. */
export type PressedVote = { readonly on: string; readonly by: 1 | -1 };

export const votePress = (start: Pointer, pan: Gesture): Gesture => ({
  move: (pointer, ground) => (hasMoved(start, pointer) ? pan.move(pointer, ground) : { cursor: toolCursor('vote') }),
  end(pointer, ground: GestureContext) {
    if (hasMoved(start, pointer)) return pan.end(pointer, ground);
    const on = boxOf(pointer, ground);
    return on === null ? noOutcome : { vote: { on, by: pointer.shift || pointer.alt ? -1 : 1 } };
  },
});
