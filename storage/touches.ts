/**
 * Touches: for each element the last revision that changed it and its author, so that a write with a base revision can find out
 * whether its targets have changed since.
 *
 * There is one row per element, not per change: dragging for hours leaves one. The sweep deletes expired rows and then raises the
 * tab's `oldestRev`. On SQLite a changeset of few elements lists them in its record instead, because each row is another page to
 * write. Every 128 revisions of a tab these lists become rows, so that a reader has only the lists since then to read.
 */
import { sql } from 'kysely';

import { hasId } from './id-key.ts';
import { dialectOf, prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';
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
    on conflict (document_id, tab_id, element_id) do update set ${replacing}`;
});

const replacing = sql`rev = excluded.rev, name = excluded.name, color = excluded.color, user_id = excluded.user_id,
  changeset_id = excluded.changeset_id, at = excluded.at`;

/** Records that a revision changed these elements, in place of their previous touches. */
export async function insertTouches(tx: Db, touch: Touch): Promise<void> {
  const { elementIds, ...rest } = touch;
  if (elementIds.length === 0) return;
  await upsert(tx, { ...rest, elements: textList(tx, [...new Set(elementIds)]) });
}

/** Limits how many rows the lists of 128 revisions become at once. */
const maxListed = 40;

/** True if the record of a changeset lists what it touched, instead of `insertTouches`. */
export const isListedInRecord = (tx: Db, elementIds: readonly string[]): boolean =>
  dialectOf(tx) === 'sqlite' && elementIds.length <= maxListed;

/** A tab's lists become rows whenever its revision reaches a multiple of this. */
const revisionsInLists = 128;

type TabSlots = { readonly documentId: string; readonly tabId: string; readonly rev: number };

const listsToRows = prepareQuery((_db, { documentId, tabId, rev }: TabSlots, dialect) => {
  const elements =
    dialect === 'sqlite'
      ? sql`json_each(touched) as list`
      : sql`jsonb_array_elements_text(cast(touched as jsonb)) as list(value)`;
  return sql`
    insert into touches (document_id, tab_id, element_id, rev, name, color, user_id, changeset_id, at)
    select document_id, tab_id, element_id, rev, author_name, author_color, user_id, id, created_at from (
      select document_id, tab_id, list.value as element_id, rev, author_name, author_color, user_id, changesets.id as id, created_at,
        row_number() over (partition by list.value order by rev desc) as newest
      from changesets cross join ${elements}
      where document_id = ${documentId} and ${hasId(dialect, 'tab_id', tabId)} and rev >= ${rev} and touched is not null
    ) as listed where newest = 1
    on conflict (document_id, tab_id, element_id) do update set ${replacing} where excluded.rev > touches.rev`;
});

/** Called whenever a tab's revision has been raised, before a record is written under it. */
export async function keepTouches(tx: Db, documentId: string, tabId: string, rev: number): Promise<void> {
  if (rev % revisionsInLists === 0) await listsToRows(tx, { documentId, tabId, rev: rev - revisionsInLists });
}

type TouchRow = Omit<ElementTouch, 'elementId'> & { readonly elementId: string | null; readonly touched: string | null };
type SinceSlots = TabSlots & { readonly elements: TextList | null };

const since = (elements: boolean) =>
  prepareQuery(
    (_db, slots: SinceSlots, dialect) => sql<TouchRow>`
      select element_id as "elementId", cast(null as text) as touched, rev, name, color, user_id as "userId",
        changeset_id as "changesetId", at
      from touches where document_id = ${slots.documentId} and tab_id = ${slots.tabId} and rev > ${slots.rev}
        and ${elements ? isAmong(dialect, 'element_id', slots.elements ?? '') : sql`true`}
      union all
      select null, touched, rev, author_name, author_color, user_id, id, created_at
      from changesets
      where document_id = ${slots.documentId} and ${hasId(dialect, 'tab_id', slots.tabId)} and rev > ${slots.rev}
        and touched is not null
        and rev >= (
          select rev - rev % ${sql.lit(revisionsInLists)} from tabs
          where document_id = ${slots.documentId} and tab_id = ${slots.tabId}
        )`,
  );
const sinceOfAll = since(false);
const sinceOfSome = since(true);

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
  const slots = { documentId, tabId, rev };
  const rows =
    elementIds === undefined
      ? await sinceOfAll(db, { ...slots, elements: null })
      : await sinceOfSome(db, { ...slots, elements: textList(db, elementIds) });
  const wanted = elementIds === undefined ? null : new Set(elementIds);
  const last = new Map<string, ElementTouch>();
  for (const { elementId: id, touched, ...touch } of rows) {
    for (const elementId of id === null ? (JSON.parse(touched ?? '[]') as string[]) : [id]) {
      if (wanted?.has(elementId) === false || (last.get(elementId)?.rev ?? -1) > touch.rev) continue;
      last.set(elementId, { elementId, ...touch });
    }
  }
  return [...last.values()].toSorted((a, b) => a.rev - b.rev || (a.elementId < b.elementId ? -1 : 1));
}
