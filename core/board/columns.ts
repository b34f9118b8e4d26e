/**
 * columns: the order of cards in the columns of their statuses, and the ranks that put a card somewhere.
 *
 * A column is all cards of one status, including archived ones, or all without a status, sorted by rank, then by id. A card
 * that is put between two others goes exactly there. If their ranks leave no room, because two editors wrote the same one or it
 * grew too long, others get new ranks and keep their order.
 */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

import type { Card } from '#schema/board.ts';

/** A column with a longer rank gets new ranks, as editors build on the existing ones. */
const longest = 64;

type Ranked = Pick<Card, 'id' | 'rank'>;
/** Status, or an empty string for none. */
type Status = string;

const statusOf = ({ status }: Card): Status => status ?? '';

export class Columns {
  readonly #unsorted = new Map<Status, Card[]>();
  readonly #columns = new Map<Status, Ranked[]>();

  constructor(cards: Iterable<Card>) {
    for (const card of cards) {
      const column = this.#unsorted.get(statusOf(card));
      if (column === undefined) this.#unsorted.set(statusOf(card), [card]);
      else column.push(card);
    }
  }

  holds(status: Status, id: string): boolean {
    return this.#column(status).some((card) => card.id === id);
  }

  isLast(status: Status, id: string): boolean {
    return this.#column(status).at(-1)?.id === id;
  }

  /** Removes a card from its column. */
  remove(card: Card): void {
    const column = this.#column(statusOf(card));
    const at = column.findIndex(({ id }) => id === card.id);
    if (at !== -1) column.splice(at, 1);
  }

  /**
   * The ranks to write for the card and the cards that make room for it. The card must be in no column, `beside` in this one.
   */
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

/** By rank, then by id. */
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

/** Ranks for a card between two others; null if there is no room for one. */
function ranksAround(id: string, column: readonly Ranked[], at: number): Map<string, string> {
  const before = column[at - 1]?.rank ?? null;
  // The following cards with the same rank as the one before move behind the card.
  let end = at;
  while (before !== null && (column[end]?.rank ?? '~') <= before) end += 1;
  const moved = [id, ...column.slice(at, end).map((card) => card.id)];
  const keys = keysBetween(before, column[end]?.rank ?? null, moved.length);
  if (keys !== null && keys.every((key) => key.length <= longest))
    return new Map(moved.map((each, index) => [each, keys[index] ?? '']));
  const all = column.map((card) => card.id).toSpliced(at, 0, id);
  const newRanks = generateNKeysBetween(null, null, all.length);
  return new Map(all.map((each, index) => [each, newRanks[index] ?? '']));
}

/** Null if the library has none, at the very end of its range. */
function keysBetween(before: string | null, after: string | null, count: number): string[] | null {
  try {
    return count === 1 ? [generateKeyBetween(before, after)] : generateNKeysBetween(before, after, count);
  } catch {
    return null;
  }
}
