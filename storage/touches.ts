/**
 * Touches: for each element the last revision that changed it and its author, so that a write with a base revision can find out
 * whether its targets have changed since.
 *
 * There is one row per element, not per change: dragging for hours leaves one. The sweep deletes expired rows and then raises the
 * tab's `oldestRev`.
 */
import { sql } from 'kysely';

import { prepareQuery } from './prepared.ts';
import type { Db, Tables } from './tables.ts';
import { isAmong, rowsOf, type TextList, textList } from './text-list.ts';

/** Elements of one tab that one author changed in one revision. */
export type Touch = {
  readonly documentId: string;
  readonly tabId: string;
  readonly rev: number;
  readonly elementIds: readonly string[];
  readonly name: string;
  readonly color: string;
  readonly userId: string | null;
  /** Null for a person's edits in an editor. */
  readonly changesetId: string | null;
  readonly at: number;
};

export type ElementTouch = Omit<Touch, 'documentId' | 'tabId' | 'elementIds'> & { readonly elementId: string };

type TouchSlots = Omit<Touch, 'elementIds'> & { readonly elements: TextList };

const upsert = prepareQuery((_db, slots: TouchSlots, dialect) => {
  const { documentId, tabId, rev, elements, name, color, userId, changesetId, at } = slots;
  return sql`
    insert into touches (document_id, tab_id, element_id, rev, name, color, user_id, changeset_id, at)
    select cast(${documentId} as text), cast(${tabId} as text), list.value, cast(${rev} as bigint), cast(${name} as text),
      cast(${color} as text), cast(${userId} as text), cast(${changesetId} as text), cast(${at} as bigint)
    from ${rowsOf(dialect, elements)} where true
    on conflict (document_id, tab_id, element_id) do update set rev = excluded.rev, name = excluded.name,
      color = excluded.color, user_id = excluded.user_id, changeset_id = excluded.changeset_id, at = excluded.at`;
});

/** Records that a revision changed these elements, in place of their previous touches. */
export async function insertTouches(tx: Db, touch: Touch): Promise<void> {
  const { elementIds, ...rest } = touch;
  if (elementIds.length === 0) return;
  await upsert(tx, { ...rest, elements: textList(tx, [...new Set(elementIds)]) });
}

type TouchColumns = Pick<Tables['touches'], 'element_id' | 'rev' | 'name' | 'color' | 'user_id' | 'changeset_id' | 'at'>;
type SinceSlots = { documentId: string; tabId: string; rev: number };

const columns = ['element_id', 'rev', 'name', 'color', 'user_id', 'changeset_id', 'at'] as const;

const sinceQuery = prepareQuery((db, slots: SinceSlots) =>
  db
    .selectFrom('touches')
    .select(columns)
    .where('document_id', '=', slots.documentId)
    .where('tab_id', '=', slots.tabId)
    .where('rev', '>', slots.rev),
);

const amongQuery = prepareQuery((db, slots: SinceSlots & { elements: TextList }, dialect) =>
  db
    .selectFrom('touches')
    .select(columns)
    .where('document_id', '=', slots.documentId)
    .where('tab_id', '=', slots.tabId)
    .where('rev', '>', slots.rev)
    .where(isAmong(dialect, 'element_id', slots.elements)),
);

/**
 * The last touch of each element that changed after a revision, oldest first; only of `elementIds` if given.
 * Complete if `rev` is at least the tab's `oldestRev` (tabs.ts).
 */
export async function touchesSince(
  db: Db,
  documentId: string,
  tabId: string,
  rev: number,
  elementIds?: readonly string[],
): Promise<ElementTouch[]> {
  const rows =
    elementIds === undefined
      ? await sinceQuery(db, { documentId, tabId, rev })
      : await amongQuery(db, { documentId, tabId, rev, elements: textList(db, elementIds) });
  return rows.map(touchOf).toSorted((a, b) => a.rev - b.rev || (a.elementId < b.elementId ? -1 : 1));
}

const touchOf = (row: TouchColumns): ElementTouch => ({
  elementId: row.element_id,
  rev: row.rev,
  name: row.name,
  color: row.color,
  userId: row.user_id,
  changesetId: row.changeset_id,
  at: row.at,
});
