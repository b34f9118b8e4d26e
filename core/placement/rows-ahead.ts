/**
 * rows-ahead: which boxes of a changeset form rows and columns, by the placements that it gives them.
 *
 * Boxes above or below one another are a column, and so are boxes on the same side of the boxes of a column; rows likewise.
 */
import type { OperationAhead } from '../planning/planning.ts';
import type { Direction } from '../planning/free-spot.ts';
import { nameIn, newNames } from './names-ahead.ts';

const directionOf: Readonly<Record<string, Direction>> = { 'right-of': 'right', 'left-of': 'left', above: 'up', below: 'down' };

/** The first box that is placed on that side of a reference without a gap. Both are given by their names. */
export type Neighbors = {
  readonly box: readonly string[];
  readonly reference: readonly string[];
  readonly direction: Direction;
};

type Numbered = Neighbors & { readonly number: number; readonly referenceNumber: number };

export class RowsAhead {
  readonly #all: Numbered[] = [];
  /** By name: a number that the names of one box share. */
  readonly #boxes = new Map<string, number>();
  readonly #names = new Map<number, readonly string[]>();
  readonly #columns = new Groups();
  readonly #rows = new Groups();
  #count = 0;

  constructor(operations: Iterable<OperationAhead>) {
    const placed = new Set<string>();
    for (const operation of operations) {
      const box = operation.op === 'add' ? newNames(operation) : [];
      const { place } = operation;
      const direction = place === undefined ? undefined : directionOf[place.rel];
      const name = nameIn(place?.ref);
      if (box.length === 0) continue;
      const number = this.#add(box);
      if (direction === undefined || name === null) continue;
      const other = this.#boxes.get(name) ?? this.#add([name]);
      (isSideways(direction) ? this.#rows : this.#columns).join(number, other);
      const side = `${other} ${direction}`;
      if (place?.gap !== undefined || placed.has(side)) continue;
      placed.add(side);
      this.#all.push({ box, reference: this.#names.get(other) ?? [name], direction, number, referenceNumber: other });
    }
    while (this.#joinNeighbors());
  }

  /** The neighbors in that direction whose references are in the row or column of this one. A reference is given by its names. */
  alike(reference: readonly string[], direction: Direction): readonly Neighbors[] {
    const number = reference.map((name) => this.#boxes.get(name)).find((known) => known !== undefined);
    if (number === undefined) return [];
    const groups = this.#across(direction);
    return this.#all.filter((neighbors) => neighbors.direction === direction && groups.same(neighbors.referenceNumber, number));
  }

  /** Joins the boxes on one side of a column or row; true if any were separate before. */
  #joinNeighbors(): boolean {
    const first = new Map<string, number>();
    let some = false;
    for (const { number, referenceNumber, direction } of this.#all) {
      const groups = this.#across(direction);
      const key = `${direction} ${groups.of(referenceNumber)}`;
      const other = first.get(key);
      if (other === undefined) first.set(key, number);
      else if (!groups.same(number, other)) {
        groups.join(number, other);
        some = true;
      }
    }
    return some;
  }

  /** Columns for boxes placed sideways, and rows for others. */
  #across(direction: Direction): Groups {
    return isSideways(direction) ? this.#columns : this.#rows;
  }

  /** The number of a new box. A name that another box has keeps meaning that one. */
  #add(names: readonly string[]): number {
    this.#count += 1;
    this.#names.set(this.#count, names);
    for (const name of names) if (!this.#boxes.has(name)) this.#boxes.set(name, this.#count);
    return this.#count;
  }
}

export const isSideways = (direction: Direction): boolean => direction === 'right' || direction === 'left';

/** Disjoint sets of numbers. */
class Groups {
  readonly #parents = new Map<number, number>();

  of(number: number): number {
    let root = number;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent;
    return root;
  }

  same(a: number, b: number): boolean {
    return this.of(a) === this.of(b);
  }

  join(a: number, b: number): void {
    const [rootA, rootB] = [this.of(a), this.of(b)];
    if (rootA !== rootB) this.#parents.set(rootA, rootB);
  }
}
