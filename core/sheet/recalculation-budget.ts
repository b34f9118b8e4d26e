/**
 * recalculation-budget: counts the work of evaluating formulas, in units of about 40 ns on an ordinary core.
 *
 * A formula is charged for what it requires, never for what happens to be cached, so its charge, and with it `#LIMIT!`, depends
 * only on the formula and the values that it reads. Exceeding the limit throws `LimitReached`. Work that is actually done is
 * counted separately and determines the end of the turn. `TurnOver` ends an attempt to evaluate a formula; the next attempt
 * starts over and takes finished parts, with their charges, from `Parts`.
 */
import { limits } from '#schema/limits.ts';

import type { Value } from './value.ts';

export class LimitReached extends Error {}
export class TurnOver extends Error {}

/** A long loop in pieces. Yields the units of each piece. */
export type Steps<T> = Generator<number, T, void>;

type Loop = { readonly steps: Steps<unknown>; charged: number; result: { readonly value: unknown } | null };
/** The long loops of one part of a formula, and its decisions, in order. */
type Frame = {
  readonly loops: Loop[];
  readonly decisions: { readonly value: unknown }[];
  nextLoop: number;
  nextDecision: number;
};
type Finished = { readonly value: Value; readonly charged: number };

/** The parts of one formula that its attempts have finished so far, by expression. */
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
  /** Units after which a loop checks whether the turn is over. */
  readonly pieceWork?: number;
};

export class FormulaWork {
  readonly #most: number;
  /** Units after which a loop checks whether the turn is over. */
  readonly piece: number;
  #charged = 0;
  #done = 0;
  #turnEnds = Infinity;
  #isWithinLoop = false;
  /** Null while a formula is evaluated in a single attempt. */
  parts: Parts | null = null;
  /** State of the current part; null if there are no parts. */
  frame: Frame | null = null;
  readonly #paidOnce = new Set<string>();

  constructor({ formulaWork = limits.formulaWork, pieceWork = 1_000 }: WorkOptions = {}) {
    this.#most = formulaWork;
    this.piece = pieceWork;
  }

  /** Starts an attempt at a formula, with the units of work until its turn is over. */
  begin(units: number, parts: Parts | null = null): void {
    this.#charged = 0;
    this.#turnEnds = this.#done + units;
    this.#isWithinLoop = false;
    this.parts = parts;
    this.frame = null;
  }

  /** Charge of the current formula. */
  get charged(): number {
    return this.#charged;
  }

  /** Units done since `takeDone`. */
  get done(): number {
    return this.#done;
  }

  /** Units done since the last call. */
  takeDone(): number {
    const done = this.#done;
    this.#done = 0;
    this.#turnEnds = Infinity;
    return done;
  }

  /** Work that is done now and charged to the formula. */
  spend(units: number): void {
    this.#done += units;
    this.charge(units);
  }

  /** Charges the formula for work, whether or not it is done. */
  charge(units: number): void {
    this.#charged += units;
    if (this.#charged > this.#most) throw new LimitReached();
  }

  /** Work that is done and charged to no formula. */
  count(units: number): void {
    this.#done += units;
  }

  /** For an operation that costs more the first time than later. */
  countOnce(key: string, units: number): void {
    if (this.#paidOnce.has(key)) return;
    if (this.#paidOnce.size === mostPaidOnce) this.#paidOnce.clear();
    this.#paidOnce.add(key);
    this.count(units);
  }

  /** Announces a text of this length. */
  text(length: number): void {
    if (length > longestText) throw new LimitReached();
    this.spend(1 + length / 8);
  }

  /** Called where an interruption loses nothing. */
  pause(): void {
    if (this.#done >= this.#turnEnds && !this.#isWithinLoop) throw new TurnOver();
  }

  /** Runs a loop of a formula's part to its end, over as many attempts as needed. Its steps are counted, not charged. */
  loop<T>(begin: () => Steps<T>): T {
    const loop = this.#nextLoop(begin);
    this.charge(loop.charged);
    // The frame records the index of the loop, as the part is evaluated in the same way each time.
    if (loop.result !== null) return loop.result.value as T;
    const before = this.#charged - loop.charged;
    const isInner = this.#isWithinLoop;
    for (;;) {
      // A generator that throws has ended, so nothing inside may end the turn.
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

  /** A decision that might differ later: all attempts at the formula use the first result. */
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

/** UTF-16 units, as in other spreadsheets. */
export const longestText = 32_767;
const mostPaidOnce = 1_000;
