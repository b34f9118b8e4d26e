/** Names of pairs of elements, as subjects of findings. */

/** More pairs are not named: a list of thousands is of no use to a reader. */
const pairsMax = 2_000;

export const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** The two ids of a pair, the lesser first. */
export const idsOf = (pair: string): readonly string[] => pair.split(' ');

export class NamedPairs {
  readonly #names = new Set<string>();

  static of(names: Iterable<string>): NamedPairs {
    const pairs = new NamedPairs();
    for (const name of names) {
      pairs.add(name);
      if (pairs.isFull) break;
    }
    return pairs;
  }

  add(name: string): void {
    if (!this.isFull) this.#names.add(name);
  }

  /** True if there may be more pairs than are named. */
  get isFull(): boolean {
    return this.#names.size > pairsMax;
  }

  get names(): ReadonlySet<string> {
    return this.#names;
  }
}
