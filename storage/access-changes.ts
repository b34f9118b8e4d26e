/** A log of access changes, so that open connections are checked again only when something changed (SPEC.md). */
import { sql } from 'kysely';

import { dialectOf, prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

/** What changed: access to a document, the validity of a token or of a session (by its hash), or what others see of a person. */
export type AccessSubject = 'document' | 'token' | 'session' | 'user';
export type AccessChange = { readonly position: number; readonly kind: AccessSubject; readonly subject: string };

/** "acce" as a number. PostgreSQL's transactions take their positions under this advisory lock, so that positions rise in commit order. */
const advisoryLock = 0x61_63_63_65;

const insert = prepareQuery((db, slots: { kind: string; subject: string; at: number }) =>
  db.insertInto('access_changes').values({ kind: slots.kind, subject: slots.subject, at: slots.at }),
);

/** Every function that changes or ends access calls this in its transaction. */
export async function recordAccessChange(tx: Db, kind: AccessSubject, subject: string): Promise<void> {
  // SQLite has one writer at a time.
  if (dialectOf(tx) === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx);
  // Only the sweep uses the time.
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

/** The position that a new reader starts from. */
export async function lastAccessChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('access_changes')
    .select((is) => is.fn.max('position').as('position'))
    .executeTakeFirst();
  return row?.position ?? 0;
}
