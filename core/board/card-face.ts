/**
 * card-face: what a board shows of a card, and which cards stand in its columns.
 *
 * F1  Cards that are archived, or have no status, are on no board.
 * F2  In a column cards stand by rank, then by id.
 */
import type { Item, ItemType } from '#schema/board.ts';

import { byRank } from './columns.ts';

export type CardFace = {
  readonly id: string;
  readonly type: string;
  readonly key: number;
  readonly title: string;
  /** #rrggbb: the card's own colour, or its type's. */
  readonly color: string | null;
  readonly priority?: Item['priority'];
  readonly flagged: boolean;
  readonly labels: readonly string[];
  readonly due: string | null;
  readonly estimate: number | null;
  readonly assignee: { readonly name: string; readonly color: string } | null;
  readonly comments: number;
};

/** By status. Plain values: they go to workers. */
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
