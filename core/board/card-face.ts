/**
 * card-face: the fields of a card that a board shows, and the cards in its columns.
 *
 * Archived cards and cards without a status are on no board. In a column cards are sorted by rank, then by id.
 */
import type { Item, ItemType } from '#schema/board.ts';

import { byRank } from './columns.ts';

export type CardFace = {
  readonly id: string;
  readonly type: string;
  readonly key: number;
  readonly title: string;
  /** #rrggbb: the card's own color, or that of its type. */
  readonly color: string | null;
  readonly priority?: Item['priority'];
  readonly flagged: boolean;
  readonly labels: readonly string[];
  readonly due: string | null;
  readonly estimate: number | null;
  readonly assignee: { readonly name: string; readonly color: string } | null;
  readonly comments: number;
};

/** By status. Plain values, as they are sent to workers. */
export type CardFaces = ReadonlyMap<string, readonly CardFace[]>;

export function facesOf(items: readonly Item[], types: ReadonlyMap<string, ItemType>): CardFaces {
  const columns = Map.groupBy(
    items.filter(({ status, archived }) => status !== undefined && archived !== true),
    ({ status }) => status ?? '',
  );
  return new Map(Array.from(columns, ([status, column]) => [status, column.toSorted(byRank).map((item) => faceOf(item, types))]));
}

export function faceOf(item: Item, types: ReadonlyMap<string, ItemType>): CardFace {
  const { id, type, key, title, color, priority, flagged, labels, due, estimate, assignee, comments } = item;
  return {
    id,
    type,
    key,
    title,
    color: color ?? types.get(type)?.color ?? null,
    ...(priority !== undefined && { priority }),
    flagged: flagged === true,
    labels: labels ?? [],
    due: due ?? null,
    estimate: estimate ?? null,
    assignee: assignee === undefined ? null : { name: assignee.name, color: assignee.color },
    comments: comments.length,
  };
}
