/** sent-reaction: a reaction as others see it in the presence of its person. */
import { isReactionEmoji, type ReactionEmoji } from '#schema/reactions.ts';

import { memberOf } from '../state/member-of.ts';

export type SentReaction = {
  /** Another one for each reaction. */
  readonly number: number;
  readonly emoji: ReactionEmoji;
  /** On the canvas. */
  readonly x: number;
  readonly y: number;
};

/** Null if it is none. */
export function reactionOf(value: unknown): SentReaction | null {
  const [number, x, y] = ['number', 'x', 'y'].map((name) => memberOf(value, name));
  const emoji = memberOf(value, 'emoji');
  return isFinite(number) && isFinite(x) && isFinite(y) && isReactionEmoji(emoji) ? { number, emoji, x, y } : null;
}

const isFinite = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
