/**
 * The revisions of a document's cards and card types, and the numbers of cards.
 *
 * The caller has locked the document and writes the journal row in the same transaction, so no revision or number is used twice.
 */
import { sql } from 'kysely';

import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

const raiseItems = prepareQuery(
  (_db, { documentId }: { documentId: string }) => sql<{ rev: number }>`
    update documents set items_rev = items_rev + 1 where id = ${documentId} returning items_rev as rev`,
);

/** Raises the revision of a document's cards by one and returns the new one. */
export const raiseItemsRev = async (tx: Db, documentId: string): Promise<number> => revIn(await raiseItems(tx, { documentId }));

const raiseTypes = prepareQuery(
  (_db, { documentId }: { documentId: string }) => sql<{ rev: number }>`
    update documents set item_types_rev = item_types_rev + 1 where id = ${documentId} returning item_types_rev as rev`,
);

/** Raises the revision of a document's card types by one and returns the new one. */
export const raiseItemTypesRev = async (tx: Db, documentId: string): Promise<number> =>
  revIn(await raiseTypes(tx, { documentId }));

const revsQuery = prepareQuery((db, slots: { documentId: string }) =>
  db
    .selectFrom('documents')
    .select(['items_rev as itemsRev', 'item_types_rev as itemTypesRev'])
    .where('id', '=', slots.documentId),
);

/** The current revisions of a document's cards and card types. */
export async function cardRevs(
  db: Db,
  documentId: string,
): Promise<{ readonly itemsRev: number; readonly itemTypesRev: number }> {
  const [row] = await revsQuery(db, { documentId });
  if (row === undefined) throw new Error(`there is no document ${documentId}`);
  return { ...row };
}

const take = prepareQuery(
  (_db, { documentId, count, above }: { documentId: string; count: number; above: number }) => sql<{ last: number }>`
    update documents set last_key = case when last_key > ${above} then last_key else ${above} end + ${count}
    where id = ${documentId} returning last_key as last`,
);

/** Reserves `count` numbers that no card ever had, all greater than `above`, and returns the first. */
export async function takeKeys(tx: Db, documentId: string, count: number, above: number): Promise<number> {
  const [row] = await take(tx, { documentId, count, above });
  if (row === undefined) throw new Error(`there is no document ${documentId}`);
  return row.last - count + 1;
}

function revIn([row]: readonly { readonly rev: number }[]): number {
  if (row === undefined) throw new Error('raising a revision returned no row');
  return row.rev;
}

/** Continues a copy's card numbers after those of its source. */
export async function continueCardKeys(tx: Db, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  await sql`update documents set last_key = (select last_key from documents where id = ${from}) where id = ${to}`.execute(tx);
}
