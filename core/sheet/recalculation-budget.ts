/**
 * work: what evaluating formulas costs, counted in units of about 40 ns on an ordinary core.
 *
 * U1  A formula is charged for what it asks for, never for what happens to be cached: its charge, and with it `#LIMIT!`, depends
 *     on the formula and the values that it reads alone. Charging more than the bound throws `LimitReached`.
 * U2  Work that is done is counted apart from that: it says when the turn is over. `TurnOver` ends an attempt to evaluate a
 *     formula; the next attempt starts over and takes the parts that were finished, with their charges, from `Parts`.
 */
import { limits } from '#schema/limits.ts';

import type { Value } from './value.ts';

export class LimitReached extends Error {}
export class TurnOver extends Error {}

/** A long loop in pieces. Yields the units that each piece took. */
export type Steps<T> = Generator<number, T, void>;

type Loop = { readonly steps: Steps<unknown>; charged: number; result: { readonly value: unknown } | null };
/** The long loops of one part of a formula, and its decisions, in the order in which it comes to them. */
type Frame = {
  readonly loops: Loop[];
  readonly decisions: { readonly value: unknown }[];
  nextLoop: number;
  nextDecision: number;
};
type Finished = { readonly value: Value; readonly charged: number };

/** [U2] What the attempts to evaluate one formula have finished so far, by the formula's expressions. */
export class Parts {
  readonly #finished = new Map<object, Finished>();
  readonly #frames = new Map<object, Frame>();
  /** Attempts that were interrupted. */
  attempts = 0;

  finished(part: object): Finished | undefined {
    return this.#finished.get(part);
  }

  finish(part: object, finished: Finished): void {
    this.#finished.set(part, finished);
    this.#frames.delete(part);
  }

  frame(part: object): Frame {
    let frame = this.#frames.get(part);
    if (frame === undefined) this.#frames.set(part, (frame = { loops: [], decisions: [], nextLoop: 0, nextDecision: 0 }));
    frame.nextLoop = 0;
    frame.nextDecision = 0;
    return frame;
  }
}

export type WorkOptions = {
  /** Units that one formula may take. */
  readonly formulaWork?: number;
  /** Units after which a loop looks whether the turn is over. */
  readonly pieceWork?: number;
};

export class FormulaWork {
  readonly #most: number;
  /** Units after which a loop looks whether the turn is over. */
  readonly piece: number;
  #charged = 0;
  #done = 0;
  #turnEnds = Infinity;
  #isWithinLoop = false;
  /** Null while a formula is tried at one go. */
  parts: Parts | null = null;
  /** Of the part that is being evaluated; null when there are no parts. */
  frame: Frame | null = null;
  readonly #paidOnce = new Set<string>();

  constructor({ formulaWork = limits.formulaWork, pieceWork = 1_000 }: WorkOptions = {}) {
    this.#most = formulaWork;
    this.piece = pieceWork;
  }

  /** Starts an attempt at a formula that may do so many units of work before its turn is over. */
  begin(units: number, parts: Parts | null = null): void {
    this.#charged = 0;
    this.#turnEnds = this.#done + units;
    this.#isWithinLoop = false;
    this.parts = parts;
    this.frame = null;
  }

  /** Of the formula that is being evaluated. */
  get charged(): number {
    return this.#charged;
  }

  /** Units that were done since `takeDone`. */
  get done(): number {
    return this.#done;
  }

  /** Units that were done since the last call. */
  takeDone(): number {
    const done = this.#done;
    this.#done = 0;
    this.#turnEnds = Infinity;
    return done;
  }

  /** Work that the formula is charged for and that is done now. */
  spend(units: number): void {
    this.#done += units;
    this.charge(units);
  }

  /** [U1] Work that the formula is charged for, whether or not it is done for it. */
  charge(units: number): void {
    this.#charged += units;
    if (this.#charged > this.#most) throw new LimitReached();
  }

  /** Work that is done and that no formula is charged for. */
  count(units: number): void {
    this.#done += units;
  }

  /** Something that costs more the first time than later. */
  countOnce(key: string, units: number): void {
    if (this.#paidOnce.has(key)) return;
    if (this.#paidOnce.size === mostPaidOnce) this.#paidOnce.clear();
    this.#paidOnce.add(key);
    this.count(units);
  }

  /** A text of so many characters will be made. */
  text(length: number): void {
    if (length > longestText) throw new LimitReached();
    this.spend(1 + length / 8);
  }

  /** [U2] Called where an interruption loses nothing. */
  pause(): void {
    if (this.#done >= this.#turnEnds && !this.#isWithinLoop) throw new TurnOver();
  }

  /** [U2] Runs a loop of a formula's part to its end, over as many attempts as that takes. Its steps are counted, not charged. */
  loop<T>(begin: () => Steps<T>): T {
    const loop = this.#nextLoop(begin);
    this.charge(loop.charged);
    // The frame remembers which loop of the part this is, and the part is evaluated in the same way each time.
    if (loop.result !== null) return loop.result.value as T;
    const before = this.#charged - loop.charged;
    const isInner = this.#isWithinLoop;
    for (;;) {
      // A generator that throws has ended: nothing inside may end the turn.
      this.#isWithinLoop = true;
      const step = loop.steps.next();
      this.#isWithinLoop = isInner;
      loop.charged = this.#charged - before;
      if (step.done === true) {
        loop.result = { value: step.value };
        return step.value as T;
      }
      this.count(step.value);
      this.pause();
    }
  }

  /** [U2] Something that may come out differently at another time: all attempts at the formula get what the first one got. */
  decide<T>(decision: () => T): T {
    const { frame } = this;
    if (frame === null || this.#isWithinLoop) return decision();
    const decided = (frame.decisions[frame.nextDecision] ??= { value: decision() });
    frame.nextDecision += 1;
    return decided.value as T;
  }

  /** Runs steps whose progress the caller keeps. */
  run<T>(steps: Steps<T>): T {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      this.count(step.value);
      this.pause();
    }
  }

  #nextLoop(begin: () => Steps<unknown>): Loop {
    const { frame } = this;
    if (frame === null || this.#isWithinLoop) return { steps: begin(), charged: 0, result: null };
    const loop = (frame.loops[frame.nextLoop] ??= { steps: begin(), charged: 0, result: null });
    frame.nextLoop += 1;
    return loop;
  }
}

/** UTF-16 units, as other spreadsheets have it. */
export const longestText = 32_767;
const mostPaidOnce = 1_000;
