/**
 * outbox: live events, written in the transaction of what they tell, so that they resume on any node.
 *
 * O1  Positions of one document rise in the order of commit, since its events are written under its lock. Of different
 *     documents they may not: a reader follows one document at a time.
 * O2  The newest event of a document is kept however old it is: a reader that has it has missed nothing.
 */
import { prepareQuery } from './prepared.ts';
import { isAmong, type TextList, textList } from './text-list.ts';
import type { Db } from './tables.ts';

export type StoredEvent = {
  /** Rises; never given twice. */
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

/** Writes an event and answers its position. The caller has locked the document. */
export async function appendEvent(tx: Db, event: Omit<StoredEvent, 'position'>): Promise<number> {
  const { documentId, type, tabId, at } = event;
  const [row] = await insert(tx, { documentId, type, tabId, at, data: JSON.stringify(event.data) });
  if (row === undefined) throw new Error('writing an event answered no position');
  return row.position;
}

const after = prepareQuery((db, slots: { documentId: string; position: number; limit: number }) =>
  db
    .selectFrom('outbox')
    .select(['position', 'document_id as documentId', 'type', 'tab_id as tabId', 'data', 'at'])
    .where('document_id', '=', slots.documentId)
    .where('position', '>', slots.position)
    .orderBy('position')
    .limit(slots.limit),
);

/** The events of a document after a position, in order, at most `limit`. */
export async function eventsAfter(db: Db, documentId: string, position: number, limit: number): Promise<StoredEvent[]> {
  const rows = await after(db, { documentId, position, limit });
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as unknown }));
}

/** The position of a document's last event, 0 without one: where a reader that wants nothing old starts. */
export async function lastPosition(db: Db, documentId: string): Promise<number> {
  return (await lastPositions(db, [documentId])).get(documentId) ?? 0;
}

const last = prepareQuery((db, slots: { list: TextList }, dialect) =>
  db
    .selectFrom('documents')
    .select((is) => [
      'documents.id as documentId',
      // For each document the end of its index, whatever lies before it.
      is
        .selectFrom('outbox')
        .select('outbox.position')
        .whereRef('outbox.document_id', '=', 'documents.id')
        .orderBy('outbox.position', 'desc')
        .limit(1)
        .as('position'),
    ])
    .where(isAmong(dialect, 'documents.id', slots.list)),
);

/** The position of each of these documents' last events; none for a document without events, or that is not there. */
export async function lastPositions(db: Db, documentIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await last(db, { list: textList(db, documentIds) });
  return new Map(rows.flatMap(({ documentId, position }) => (position === null ? [] : [[documentId, position] as const])));
}
