/** frames-ahead: the frames and lanes that later operations of a changeset draw around boxes. */
import type { OperationAhead } from '../planning/planning.ts';
import { isParseError } from '../notation/parse-error.ts';
import { readSelector } from '../selectors/term.ts';
import { nameOfOperand, newNames } from './names-ahead.ts';

export class FramesAhead {
  /** The position of the `wrap` operation that takes in what has this name. */
  readonly #framesOf = new Map<string, number>();
  readonly #namesOf: string[][] = [];
  readonly #membersOf: string[][] = [];

  constructor(operations: Iterable<OperationAhead>) {
    for (const operation of operations) {
      if (operation.op !== 'wrap' || operation.target === undefined) continue;
      const terms = readSelector(operation.target);
      if (isParseError(terms)) continue;
      const frame = this.#namesOf.push(newNames(operation)) - 1;
      const members: string[] = [];
      this.#membersOf.push(members);
      for (const term of terms) {
        if (term.kind !== 'ref' && term.kind !== 'label') continue;
        const name = nameOfOperand(term);
        members.push(name);
        if (!this.#framesOf.has(name)) this.#framesOf.set(name, frame);
      }
    }
  }

  /** How many frames will contain the first box and not the second, and the reverse. A box is given by its names. */
  between(a: readonly string[], b: readonly string[]): readonly [number, number] {
    if (this.#namesOf.length === 0) return [0, 0];
    const [ofA, ofB] = [this.#around(a), this.#around(b)];
    const common = new Set(ofA.filter((frame) => ofB.includes(frame)));
    return [ofA.length - common.size, ofB.length - common.size];
  }

  /** The names of what the frames around the first box and not the second will contain, at any depth. */
  besides(a: readonly string[], b: readonly string[]): readonly string[] {
    if (this.#namesOf.length === 0) return [];
    const common = new Set(this.#around(b));
    const names = new Set<string>();
    const open = this.#around(a).filter((frame) => !common.has(frame));
    const seen = new Set(open);
    for (let frame = open.pop(); frame !== undefined; frame = open.pop()) {
      for (const name of this.#membersOf[frame] ?? []) {
        names.add(name);
        const inner = this.#namesOf.findIndex((own, at) => !seen.has(at) && own.includes(name));
        if (inner === -1) continue;
        seen.add(inner);
        open.push(inner);
      }
    }
    return [...names];
  }

  /** The frames around a box, from the inside out. A frame only contains what was there before it. */
  #around(names: readonly string[]): number[] {
    const frames: number[] = [];
    for (let current = names; ;) {
      const found = current.map((name) => this.#framesOf.get(name)).filter((frame) => frame !== undefined);
      const next = found.find((frame) => frame > (frames.at(-1) ?? -1));
      if (next === undefined) return frames;
      frames.push(next);
      current = this.#namesOf[next] ?? [];
    }
  }
}
