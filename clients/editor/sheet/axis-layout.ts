/** axis-layout: the offsets and sizes of the rows or columns of a sheet that are shown, in pixels from the first. */

export type ShownLine = {
  readonly id: string;
  /** Its position on the sheet, from 0. */ readonly rank: number;
  readonly at: number;
  readonly px: number;
};

export class AxisLayout {
  readonly lines: readonly ShownLine[];
  readonly size: number;
  /** The number of lines at the start that stay in view, and their size. */
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

  /** The index among the shown lines of the line at an offset, by binary search; the nearest one beyond the ends. */
  indexAt(offset: number): number {
    let [low, high] = [0, this.lines.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.lines[middle]?.at ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  /** The frozen lines, and the lines that overlap the range of offsets. */
  between(start: number, end: number): ShownLine[] {
    const [first, last] = [Math.max(this.frozen, this.indexAt(start)), this.indexAt(end)];
    return [...this.lines.slice(0, this.frozen), ...this.lines.slice(first, last + 1)];
  }

  /** The index among the shown lines; undefined if the line is not shown. */
  indexOfRank(rank: number): number | undefined {
    return this.#byRank.get(rank);
  }
}
