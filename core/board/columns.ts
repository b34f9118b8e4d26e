/**
 * columns: the order of cards in the columns of their statuses, and the ranks that put one somewhere.
 *
 * A column is all cards of one status, archived ones too, or all that have none.
 * O1  Cards stand by rank, then by id, as everywhere.
 * O2  A card that is put between two stands there and nowhere else. Where their ranks leave no room (two editors wrote the
 *     same one, or it grew too long) the ranks of others are written anew; their order stays.
 */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

import type { Card } from '#schema/board.ts';

/** A rank longer than this has its column's ranks written anew: editors go on from what they find. */
const longest = 64;

type Ranked = Pick<Card, 'id' | 'rank'>;
/** Status, or the empty text for none. */
type Status = string;

const statusOf = ({ status }: Card): Status => status ?? '';

export class Columns {
  readonly #unsorted = new Map<Status, Card[]>();
  readonly #columns = new Map<Status, Ranked[]>();

  constructor(cards: Iterable<Card>) {
    for (const card of cards) {
      const known = this.#unsorted.get(statusOf(card));
      if (known === undefined) this.#unsorted.set(statusOf(card), [card]);
      else known.push(card);
    }
  }

  holds(status: Status, id: string): boolean {
    return this.#column(status).some((card) => card.id === id);
  }

  isLast(status: Status, id: string): boolean {
    return this.#column(status).at(-1)?.id === id;
  }

  /** Takes a card out of its column. */
  remove(card: Card): void {
    const column = this.#column(statusOf(card));
    const at = column.findIndex(({ id }) => id === card.id);
    if (at !== -1) column.splice(at, 1);
  }

  /** Ranks to write, the card's and those that make room for it. The card is in no column; beside must be in this one. */
  insert(
    id: string,
    status: Status,
    place: { readonly after: string } | { readonly before: string } | null,
  ): Map<string, string> {
    const column = this.#column(status);
    const at = positionOf(column, place);
    const ranks = ranksAround(id, column, at);
    column.splice(at, 0, { id, rank: ranks.get(id) ?? '' });
    if (ranks.size === 1) return ranks;
    for (const [index, card] of column.entries()) {
      const rank = ranks.get(card.id);
      if (rank !== undefined && rank !== card.rank) column[index] = { id: card.id, rank };
    }
    return ranks;
  }

  #column(status: Status): Ranked[] {
    let column = this.#columns.get(status);
    if (column === undefined) {
      column = (this.#unsorted.get(status) ?? []).toSorted(byRank);
      this.#columns.set(status, column);
    }
    return column;
  }
}

/** [O1] */
export const byRank = (a: Ranked, b: Ranked): number =>
  a.rank === b.rank ? (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) : a.rank < b.rank ? -1 : 1;

function positionOf(column: readonly Ranked[], place: { after: string } | { before: string } | null): number {
  if (place === null) return column.length;
  if ('after' in place) return column.findIndex(({ id }) => id === place.after) + 1;
  return Math.max(
    0,
    column.findIndex(({ id }) => id === place.before),
  );
}

/** [O2] */
function ranksAround(id: string, column: readonly Ranked[], at: number): Map<string, string> {
  const before = column[at - 1]?.rank ?? null;
  // Those that follow with the same rank as the one before move up behind the card.
  let end = at;
  while (before !== null && (column[end]?.rank ?? '~') <= before) end += 1;
  const moved = [id, ...column.slice(at, end).map((card) => card.id)];
  const keys = keysBetween(before, column[end]?.rank ?? null, moved.length);
  if (keys !== null && keys.every((key) => key.length <= longest))
    return new Map(moved.map((each, index) => [each, keys[index] ?? '']));
  const all = column.map((card) => card.id).toSpliced(at, 0, id);
  const fresh = generateNKeysBetween(null, null, all.length);
  return new Map(all.map((each, index) => [each, fresh[index] ?? '']));
}

/** Null when the library knows none: at the very end of what it can count to. */
function keysBetween(before: string | null, after: string | null, count: number): string[] | null {
  try {
    return count === 1 ? [generateKeyBetween(before, after)] : generateNKeysBetween(before, after, count);
  } catch {
    return null;
  }
}
