/**
 * The measured changeset of ten operations, repeated on one tab without making it grow.
 *
 * Each one draws two boxes and an arrow between them, sets five others, and removes the two boxes (and with them the
 * arrow) that the previous one drew.
 */
export class TenOperations {
  readonly #name: string;
  readonly #boxes: number;
  #count = 0;

  /** `name` distinguishes writers on one tab: one lowercase letter and digits. `boxes`: the number of `b<i>` on the tab. */
  constructor(name: string, boxes: number) {
    this.#name = name;
    this.#boxes = boxes;
  }

  next(): string {
    const at = this.#count;
    this.#count += 1;
    const old = `${this.#name}-${at - 1}`;
    const drawn = `${this.#name}-${at}`;
    const some = (offset: number): string => `b${(at * 7 + offset * 13) % this.#boxes}`;
    return [
      `add square id=${drawn}-a label="Order ${at}" right-of:${some(0)}`,
      `add cylinder id=${drawn}-b label="Store ${at}" below:${drawn}-a`,
      `connect ${drawn}-a -> ${drawn}-b label=writes`,
      ...[1, 2, 3].map((offset) => `set ${some(offset)} label="Step ${at} of ${offset}"`),
      ...(at === 0
        ? [4, 5, 6, 7].map((offset) => `set ${some(offset)} fill=teal`)
        : [
            `set ${some(4)} fill=${at % 2 === 0 ? 'blue' : 'teal'}`,
            `set ${some(5)} note="seen ${at}"`,
            `rm ${old}-a`,
            `rm ${old}-b`,
          ]),
    ].join('\n');
  }
}
