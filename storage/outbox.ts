/** Live events, written in the transaction of their change, so that any node can resume them (SPEC.md). */
import { sql } from 'kysely';

import { hasId } from './id-key.ts';
import { prepareQuery } from './prepared.ts';
import { isAmong, type TextList, textList } from './text-list.ts';
import type { Db } from './tables.ts';

export type StoredEvent = {
  /** Ascending, and never reused for the document. */
  readonly position: number;
  readonly documentId: string;
  readonly type: string;
  readonly tabId: string | null;
  /** JSON. */
  readonly data: unknown;
  readonly at: number;
};

const insert = prepareQuery((db, slots: { documentId: string; type: string; tabId: string | null; at: number; data: string }) =>
  db
    .insertInto('outbox')
    .values({ document_id: slots.documentId, type: slots.type, tab_id: slots.tabId, at: slots.at, data: slots.data })
    .returning('position'),
);

/** Writes an event and returns its position. The caller has locked the document. */
export async function appendEvent(tx: Db, event: Omit<StoredEvent, 'position'>): Promise<number> {
  const { documentId, type, tabId, at } = event;
  const [row] = await insert(tx, { documentId, type, tabId, at, data: JSON.stringify(event.data) });
  if (row === undefined) throw new Error('writing an event returned no position');
  return row.position;
}

const after = prepareQuery((db, slots: { documentId: string; position: number; limit: number }, dialect) =>
  db
    .selectFrom('outbox')
    .select(['position', 'document_id as documentId', 'type', 'tab_id as tabId', 'data', 'at'])
    .where(hasId(dialect, 'document_id', slots.documentId))
    .where('position', '>', slots.position)
    .orderBy('position')
    .limit(slots.limit),
);

/** The events of a document after a position, in order, at most `limit`. */
export async function eventsAfter(db: Db, documentId: string, position: number, limit: number): Promise<StoredEvent[]> {
  const rows = await after(db, { documentId, position, limit });
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as unknown }));
}

/** The position of a document's last event, or 0: the start of a reader that wants only new events. */
export async function lastPosition(db: Db, documentId: string): Promise<number> {
  return (await lastPositions(db, [documentId])).get(documentId) ?? 0;
}

const last = prepareQuery((db, slots: { list: TextList }, dialect) =>
  db
    .selectFrom('documents')
    .select((is) => [
      'documents.id as documentId',
      // Reads only the end of the index for each document.
      is
        .selectFrom('outbox')
        .select('outbox.position')
        .where(hasId(dialect, 'outbox.document_id', sql.ref('documents.id')))
        .orderBy('outbox.position', 'desc')
        .limit(1)
        .as('position'),
    ])
    .where(isAmong(dialect, 'documents.id', slots.list)),
);

/** The position of each document's last event. Documents without events, or that do not exist, have no entry. */
export async function lastPositions(db: Db, documentIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await last(db, { list: textList(db, documentIds) });
  return new Map(rows.flatMap(({ documentId, position }) => (position === null ? [] : [[documentId, position] as const])));
}
