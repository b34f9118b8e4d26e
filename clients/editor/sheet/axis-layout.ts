/**
 * axis-layout: where the rows or the columns of a sheet lie, in pixels from the first.
 *
 * Lines that are not shown (hidden, or left out by a filter) have no place. A line is found at an offset in logarithmic time.
 */

export type ShownLine = {
  readonly id: string;
  /** Its position on the sheet, from 0. */ readonly rank: number;
  readonly at: number;
  readonly px: number;
};

export class AxisLayout {
  readonly lines: readonly ShownLine[];
  readonly size: number;
  /** How many of the first lines stay in view, and how far they reach. */
  readonly frozen: number;
  readonly frozenPx: number;
  readonly #byRank = new Map<number, number>();

  constructor(
    ids: readonly string[],
    options: {
      readonly pxOf: (id: string) => number;
      readonly isShown: (id: string, rank: number) => boolean;
      readonly frozen: number;
    },
  ) {
    const lines: ShownLine[] = [];
    let at = 0;
    for (const [rank, id] of ids.entries()) {
      if (!options.isShown(id, rank)) continue;
      const px = options.pxOf(id);
      this.#byRank.set(rank, lines.length);
      lines.push({ id, rank, at, px });
      at += px;
    }
    this.lines = lines;
    this.size = at;
    this.frozen = lines.filter(({ rank }) => rank < options.frozen).length;
    this.frozenPx = lines[this.frozen]?.at ?? (this.frozen === 0 ? 0 : at);
  }

  /** The index among the shown lines of the one at an offset; the nearest beyond the ends. */
  indexAt(offset: number): number {
    let [low, high] = [0, this.lines.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.lines[middle]?.at ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  /** The lines of which something lies between two offsets, and the frozen ones. */
  between(start: number, end: number): ShownLine[] {
    const [first, last] = [Math.max(this.frozen, this.indexAt(start)), this.indexAt(end)];
    return [...this.lines.slice(0, this.frozen), ...this.lines.slice(first, last + 1)];
  }

  /** Among the shown lines; of a line that is not shown, undefined. */
  indexOfRank(rank: number): number | undefined {
    return this.#byRank.get(rank);
  }
}
