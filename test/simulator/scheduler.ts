/**
 * The steps that wait in a history, and which of them is next.
 *
 * Any step may be delayed as long as others have their turns: a slow node, network or disk. Steps of one lane keep their order; all others
 * may overtake. The choices come from the history's seed, and everything between two of them runs to completion.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { SeededRandom } from '#test/harness/random.ts';

type Waiting = { readonly label: string; readonly owner: string; readonly lane: string | null; readonly go: () => void };

export type Passage = {
  /** The probability that it is delayed at all. */
  readonly waits: number;
  /** The node or line that it belongs to, and ends with. */
  readonly owner: string;
  readonly lane?: string;
};

/** Turns of the event loop after which the process is idle: sockets and released locks take one or two. */
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

  /** Resolves when the step's turn has come. */
  pass(label: string, { waits, owner, lane }: Passage): Promise<void> {
    const isBehind = lane !== undefined && this.#waiting.some((waiting) => waiting.lane === lane);
    if (!isBehind && (this.#isCalm || !this.random.chance(waits))) return Promise.resolve();
    return new Promise((go) => this.#waiting.push({ label, owner, lane: lane ?? null, go }));
  }

  /** Runs one waiting step. */
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

  /** Runs all waiting steps of one owner, which then find their node or line closed. */
  drop(owner: string): void {
    const dropped = this.#waiting.filter((waiting) => waiting.owner === owner);
    this.#waiting = this.#waiting.filter((waiting) => waiting.owner !== owner);
    for (const { go } of dropped) go();
  }

  /** From now on nothing is delayed. */
  calm(): void {
    this.#isCalm = true;
    const all = this.#waiting;
    this.#waiting = [];
    for (const { go } of all) go();
  }

  async settle(): Promise<void> {
    for (let turns = 0; turns < turnsPerStep; turns += 1) await nextTurn();
  }
}
