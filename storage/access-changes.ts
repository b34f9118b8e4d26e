/**
 * access-changes: a log of whose access changed, so that open connections are judged when something changed and not otherwise.
 *
 * G1  Every function that lowers, raises or ends access writes here, in its transaction.
 * G2  Positions rise in the order of commit: a reader that goes on from the last one misses none.
 */
import { sql } from 'kysely';

import { dialectOf, prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

/** What changed: who may do what with a document, or whether a token or a session (by its hash) still stands. */
export type AccessSubject = 'document' | 'token' | 'session';
export type AccessChange = { readonly position: number; readonly kind: AccessSubject; readonly subject: string };

/** "access" as a number: the advisory lock under which PostgreSQL's transactions take their positions, until they end [G2]. */
const advisoryLock = 0x61_63_63_65;

const insert = prepareQuery((db, slots: { kind: string; subject: string; at: number }) =>
  db.insertInto('access_changes').values({ kind: slots.kind, subject: slots.subject, at: slots.at }),
);

/** [G1] */
export async function noteAccessChange(tx: Db, kind: AccessSubject, subject: string): Promise<void> {
  // SQLite has one writer at a time.
  if (dialectOf(tx) === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx);
  // The time is for the sweep alone.
  await insert(tx, { kind, subject, at: Date.now() });
}

const after = prepareQuery((db, slots: { position: number; limit: number }) =>
  db
    .selectFrom('access_changes')
    .select(['position', 'kind', 'subject'])
    .where('position', '>', slots.position)
    .orderBy('position')
    .limit(slots.limit),
);

/** In order, at most `limit`. */
export async function accessChangesAfter(db: Db, position: number, limit: number): Promise<AccessChange[]> {
  const rows = await after(db, { position, limit });
  return rows.map((row) => ({ ...row, kind: row.kind as AccessSubject }));
}

/** Where a reader starts that has judged nothing yet. */
export async function lastAccessChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('access_changes')
    .select((is) => is.fn.max('position').as('position'))
    .executeTakeFirst();
  return row?.position ?? 0;
}
