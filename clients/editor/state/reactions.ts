/**
 * reactions: the emoji that rise over the shown tab, own and others', for two seconds: they are never written.
 *
 * A person sends five in a second at most, as others get their presence no more often.
 */
import type { ReactionEmoji } from '#schema/reactions.ts';

import type { SentReaction } from '../live/sent-reaction.ts';
import { Signal, type Readable } from './signal.ts';

export type RisingReaction = {
  readonly key: string;
  readonly emoji: ReactionEmoji;
  /** On the canvas. */
  readonly at: { readonly x: number; readonly y: number };
  /** Null for the person at this page. */
  readonly by: { readonly name: string; readonly color: string } | null;
};

/** How long one is seen. */
export const reactionMs = 2_400;
/** Between two of one person. */
const leastMs = 200;
/** More of them would hide the drawing. */
const shownMax = 60;
const spokenMs = 3_000;

export class Reactions implements Readable<readonly RisingReaction[]> {
  readonly #rising = new Signal<readonly RisingReaction[]>([]);
  /** The number of the latest one of each person. */
  readonly #latest = new Map<string, number>();
  readonly #spokenAt = new Map<string, number>();

  get(): readonly RisingReaction[] {
    return this.#rising.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#rising.subscribe(listener);
  }

  latestOf(person: string): number | null {
    return this.#latest.get(person) ?? null;
  }

  /** Whether the person at this page may send another one at this time (ms). */
  maySend(now: number): boolean {
    return now - (this.#latest.get('self') ?? -Infinity) >= leastMs;
  }

  /** False if this one was taken before. */
  take(person: string, { number, emoji, x, y }: SentReaction, by: RisingReaction['by']): boolean {
    if (this.#latest.get(person) === number) return false;
    this.#latest.set(person, number);
    const rising = { key: `${person} ${number}`, emoji, at: { x, y }, by };
    this.#rising.set([...this.#rising.get().slice(1 - shownMax), rising]);
    return true;
  }

  end(key: string): void {
    this.#rising.set(this.#rising.get().filter((one) => one.key !== key));
  }

  /** Whether it is spoken: someone who sends the same again and again is announced once. */
  isSpoken(person: string, emoji: ReactionEmoji, now: number): boolean {
    const key = `${person} ${emoji}`;
    const last = this.#spokenAt.get(key) ?? -Infinity;
    this.#spokenAt.set(key, now);
    return now - last >= spokenMs;
  }
}
