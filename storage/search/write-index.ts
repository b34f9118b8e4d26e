/** Writes what changed in the index of a document (../SPEC.md, SX2, SX3). */
import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';

import type { SearchStorage } from './open-search.ts';
import type { SearchDb, SearchTables } from './search-tables.ts';

/** A text of a document that can be found. */
export type SearchText = Omit<SearchTables['search_texts'], 'document_id' | 'text_key' | 'tab_id'> & {
  readonly key: string;
  readonly tabId: string | null;
};

export type IndexChange = {
  readonly puts: readonly SearchText[];
  /** Keys of texts that are no longer there. */
  readonly removed: readonly string[];
  /** By first letter; null removes one. */
  readonly grams: ReadonlyMap<string, string | null>;
};

/** `seq`, `at`: the last row of the document's journal that the index contains. */
export type IndexCursor = { readonly seq: number; readonly at: number; readonly form: number; readonly stamp: string };

/** A transaction with more rows would keep the event loop, or a connection, for long. */
const rowsPerTransaction = 300;

export async function cursorOf(db: SearchDb, documentId: string): Promise<IndexCursor | null> {
  const row = await db
    .selectFrom('search_documents')
    .select(['seq', 'at', 'form', 'stamp'])
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row ?? null;
}

/** The stamp of the new cursor; null if the index was written by another node since `before`, and nothing more of the change was. */
export async function writeIndex(
  search: SearchStorage,
  documentId: string,
  before: IndexCursor | null,
  { seq, at, form, change }: Omit<IndexCursor, 'stamp'> & { readonly change: IndexChange },
): Promise<string | null> {
  const stamp = randomBytes(9).toString('base64url');
  const parts = [...partsOf(documentId, change)];
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const isWritten = await search.transact(async (tx) => {
      const cursor = { document_id: documentId, seq: isLast ? seq : -1, at, form, stamp };
      if (!(await moveCursor(tx, cursor, index === 0 ? (before?.stamp ?? null) : stamp))) return false;
      await part(tx);
      return true;
    });
    if (!isWritten) return null;
  }
  return stamp;
}

async function moveCursor(tx: SearchDb, cursor: SearchTables['search_documents'], from: string | null): Promise<boolean> {
  if (from === null) {
    const inserted = await tx
      .insertInto('search_documents')
      .values(cursor)
      .onConflict((conflict) => conflict.column('document_id').doNothing())
      .returning('stamp')
      .executeTakeFirst();
    return inserted !== undefined;
  }
  const { document_id, ...set } = cursor;
  const moved = await tx
    .updateTable('search_documents')
    .set(set)
    .where('document_id', '=', document_id)
    .where('stamp', '=', from)
    .returning('stamp')
    .executeTakeFirst();
  return moved !== undefined;
}

type Part = (tx: SearchDb) => Promise<unknown>;

/** At least one, which moves the cursor. */
function* partsOf(documentId: string, { puts, removed, grams }: IndexChange): Generator<Part> {
  const gramPuts = [...grams].flatMap(([first, rest]) => (rest === null ? [] : [{ document_id: documentId, first, rest }]));
  const gramsGone = [...grams].flatMap(([first, rest]) => (rest === null ? [first] : []));
  const textPuts = puts.map(({ key, tabId, ...text }) => ({ document_id: documentId, text_key: key, tab_id: tabId, ...text }));
  const total = puts.length + removed.length + grams.size;
  if (total <= rowsPerTransaction) {
    yield async (tx) => {
      await removeTexts(tx, documentId, removed);
      await putTexts(tx, textPuts);
      await removeGrams(tx, documentId, gramsGone);
      await putGrams(tx, gramPuts);
    };
    return;
  }
  // Grams that are there too early, or too long, only cost time.
  for (const some of slices(gramPuts)) yield (tx) => putGrams(tx, some);
  for (const some of slices(removed)) yield (tx) => removeTexts(tx, documentId, some);
  for (const some of slices(textPuts)) yield (tx) => putTexts(tx, some);
  for (const some of slices(gramsGone)) yield (tx) => removeGrams(tx, documentId, some);
}

function* slices<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += rowsPerTransaction) yield list.slice(at, at + rowsPerTransaction);
}

async function putTexts(tx: SearchDb, rows: readonly SearchTables['search_texts'][]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('search_texts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['document_id', 'text_key']).doUpdateSet((is) => ({
        type: is.ref('excluded.type'),
        tab_id: is.ref('excluded.tab_id'),
        ref: is.ref('excluded.ref'),
        target: is.ref('excluded.target'),
        body: is.ref('excluded.body'),
        folded: is.ref('excluded.folded'),
      })),
    )
    .execute();
}

async function putGrams(tx: SearchDb, rows: readonly SearchTables['search_grams'][]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('search_grams')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['document_id', 'first']).doUpdateSet((is) => ({ rest: is.ref('excluded.rest') })))
    .execute();
}

async function removeTexts(tx: SearchDb, documentId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.deleteFrom('search_texts').where('document_id', '=', documentId).where('text_key', 'in', keys).execute();
}

async function removeGrams(tx: SearchDb, documentId: string, firsts: readonly string[]): Promise<void> {
  if (firsts.length === 0) return;
  await tx.deleteFrom('search_grams').where('document_id', '=', documentId).where('first', 'in', firsts).execute();
}

/** What the index contains of a document. */
export async function readIndex(
  db: SearchDb,
  documentId: string,
): Promise<{ readonly texts: readonly SearchText[]; readonly grams: ReadonlyMap<string, string> }> {
  const texts: SearchText[] = [];
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('search_texts')
      .select(['text_key as key', 'type', 'tab_id as tabId', 'ref', 'target', 'body', 'folded'])
      .where('document_id', '=', documentId)
      .where('text_key', '>', after)
      .orderBy('text_key')
      .limit(rowsPerRead)
      .execute();
    texts.push(...rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerRead) break;
    after = last.key;
  }
  const grams = await db.selectFrom('search_grams').select(['first', 'rest']).where('document_id', '=', documentId).execute();
  return { texts, grams: new Map(grams.map(({ first, rest }) => [first, rest])) };
}

const rowsPerRead = 1_000;

/** Cursors of documents with ids in a range, by id. */
export async function cursorsBetween(
  db: SearchDb,
  after: string,
  upTo: string | null,
): Promise<ReadonlyMap<string, Omit<IndexCursor, 'stamp'>>> {
  let query = db.selectFrom('search_documents').select(['document_id', 'seq', 'at', 'form']).where('document_id', '>', after);
  if (upTo !== null) query = query.where('document_id', '<=', upTo);
  const rows = await query.execute();
  return new Map(rows.map(({ document_id, ...cursor }) => [document_id, cursor]));
}

/** Removes all that the index contains of a document. */
export async function removeFromIndex(search: SearchStorage, documentId: string): Promise<void> {
  await search.transact(async (tx) => {
    for (const name of ['search_documents', 'search_texts', 'search_grams'] as const)
      await sql`delete from ${sql.id(name)} where document_id = ${documentId}`.execute(tx);
  });
}
