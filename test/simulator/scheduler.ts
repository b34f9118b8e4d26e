/**
 * scheduler: what waits its turn in a history, and whose turn it is.
 *
 * S1  Whatever passes here may be made to wait, for as long as others have their turns: a slow node, network or disk.
 * S2  What shares a lane keeps its order; all else is overtaken at will.
 * S3  The choices come from the history's seed, and everything between two of them runs to its end.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { SeededRandom } from '#test/harness/random.ts';

type Waiting = { readonly label: string; readonly owner: string; readonly lane: string | null; readonly go: () => void };

export type Passage = {
  /** How probable it is that it waits at all. */
  readonly waits: number;
  /** What goes with it: a node or an editor's line. */
  readonly owner: string;
  readonly lane?: string;
};

/** Turns of the event loop after which nothing moves by itself: sockets, and locks that are handed on, take one or two. */
const turnsPerStep = 4;
const tracedMax = 4_000;

export class Scheduler {
  readonly random: SeededRandom;
  readonly trace: string[] = [];
  #waiting: Waiting[] = [];
  #isCalm = false;

  constructor(random: SeededRandom) {
    this.random = random;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  note(line: string): void {
    this.trace.push(line);
    if (this.trace.length > tracedMax) this.trace.splice(0, tracedMax / 2);
  }

  /** [S1] [S2] Resolves when its turn has come. */
  pass(label: string, { waits, owner, lane }: Passage): Promise<void> {
    const isBehind = lane !== undefined && this.#waiting.some((waiting) => waiting.lane === lane);
    if (!isBehind && (this.#isCalm || !this.random.chance(waits))) return Promise.resolve();
    return new Promise((go) => this.#waiting.push({ label, owner, lane: lane ?? null, go }));
  }

  /** One that waits goes on. */
  release(): void {
    const lanes = new Set<string>();
    const first = this.#waiting.filter(({ lane }) => {
      const isFirst = lane === null || !lanes.has(lane);
      if (lane !== null) lanes.add(lane);
      return isFirst;
    });
    if (first.length === 0) return;
    const next = this.random.pick(first);
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.note(`goes on: ${next.label}`);
    next.go();
  }

  /** All that waits of one owner goes on, to find that its node or line is gone. */
  drop(owner: string): void {
    const dropped = this.#waiting.filter((waiting) => waiting.owner === owner);
    this.#waiting = this.#waiting.filter((waiting) => waiting.owner !== owner);
    for (const { go } of dropped) go();
  }

  /** From now on nothing waits. */
  calm(): void {
    this.#isCalm = true;
    const all = this.#waiting;
    this.#waiting = [];
    for (const { go } of all) go();
  }

  /** [S3] */
  async settle(): Promise<void> {
    for (let turns = 0; turns < turnsPerStep; turns += 1) await nextTurn();
  }
}
