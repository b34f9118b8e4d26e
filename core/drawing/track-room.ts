/**
 * Whether segments fit into their channels with gaps between them, as gaps are added one by one: the least position of each
 * segment is the longest path to it.
 */
import type { TrackSegment } from './track-segment.ts';

const tolerance = 1e-6;

export class TrackRoom {
  readonly #least: Float64Array;
  readonly #high: Float64Array;
  readonly #lefts: number[] = [];
  readonly #rights: number[] = [];
  readonly #gaps: number[] = [];
  /** The gaps of which each segment is the left one. */
  readonly #following: number[][];
  /** Segments that moved, and where they were. */
  readonly #moved: number[] = [];
  readonly #before: number[] = [];

  constructor(members: readonly TrackSegment[]) {
    this.#least = Float64Array.from(members, ({ low }) => low);
    this.#high = Float64Array.from(members, ({ high }) => high);
    this.#following = members.map(() => []);
  }

  /** Keeps the gap if all segments still fit; where it would close a cycle, they never do. */
  add(left: number, right: number, gap: number): boolean {
    const at = this.#lefts.push(left) - 1;
    this.#rights.push(right);
    this.#gaps.push(gap);
    this.#following[left]?.push(at);
    if (this.#push(left)) return true;
    this.#following[left]?.pop();
    this.#lefts.pop();
    this.#rights.pop();
    this.#gaps.pop();
    return false;
  }

  /** Widens the gap that was added as the one of this number if all segments still fit. */
  widen(at: number, gap: number): boolean {
    const before = this.#gaps[at] ?? 0;
    this.#gaps[at] = gap;
    if (this.#push(this.#lefts[at] ?? 0)) return true;
    this.#gaps[at] = before;
    return false;
  }

  /** Moves what follows the segment on; nothing if something does not fit. */
  #push(first: number): boolean {
    const least = this.#least;
    this.#moved.length = 0;
    this.#before.length = 0;
    const open = [first];
    for (const left of open) {
      for (const at of this.#following[left] ?? []) {
        const right = this.#rights[at] ?? 0;
        const position = (least[left] ?? 0) + (this.#gaps[at] ?? 0);
        if (position <= (least[right] ?? 0) + tolerance) continue;
        this.#moved.push(right);
        this.#before.push(least[right] ?? 0);
        least[right] = position;
        if (position > (this.#high[right] ?? 0) + tolerance) {
          this.#restore();
          return false;
        }
        open.push(right);
      }
    }
    return true;
  }

  #restore(): void {
    for (let at = this.#moved.length - 1; at >= 0; at -= 1) this.#least[this.#moved[at] ?? 0] = this.#before[at] ?? 0;
  }
}
