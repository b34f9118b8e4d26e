/** Sessions of signed-in people, guests of share links, and one-time sign-in codes, all by hash. */
import { recordAccessChange } from './access-changes.ts';
import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

export type StoredSession = {
  readonly hash: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
};
export type SessionWithUser = StoredSession & { readonly user: { readonly name: string; readonly color: string } };

export type StoredGuest = {
  readonly hash: string;
  readonly guestId: string;
  readonly documentId: string;
  readonly linkId: string;
  readonly name: string;
  readonly color: string;
  readonly createdAt: number;
  readonly expiresAt: number;
};

/** What a person sees of a session. Nodes of the previous release note neither. */
export type ListedSession = StoredSession & { readonly userAgent: string | null; readonly lastUsedAt: number | null };

export async function insertSession(tx: Db, session: StoredSession & { readonly userAgent?: string | null }): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      hash: session.hash,
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent ?? null,
    })
    .execute();
}

const sessionQuery = prepareQuery((db, slots: { hash: string; now: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.user_id as userId',
      'sessions.created_at as createdAt',
      'sessions.expires_at as expiresAt',
      'users.name as name',
      'users.color as color',
    ])
    .where('sessions.hash', '=', slots.hash)
    .where('sessions.expires_at', '>', slots.now)
    .where('users.deactivated_at', 'is', null),
);

/** Null if there is no such session, or it has expired. */
export async function sessionByHash(db: Db, hash: string, now: number): Promise<SessionWithUser | null> {
  const [row] = await sessionQuery(db, { hash, now });
  if (row === undefined) return null;
  const { name, color, ...session } = row;
  return { hash, ...session, user: { name, color } };
}

/** Those of a person that have not expired, the last one started first, at most `limit`. */
export async function listSessions(db: Db, userId: string, now: number, limit: number): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select([
      'hash',
      'user_id as userId',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'user_agent as userAgent',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row }));
}

/** Stores when sessions were last used, by their hashes. */
export async function touchSessions(tx: Db, uses: ReadonlyMap<string, number>): Promise<void> {
  for (const [hash, at] of uses)
    await tx
      .updateTable('sessions')
      .set({ last_used_at: at })
      .where('hash', '=', hash)
      .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<', at)]))
      .execute();
}

/** False if there was none. */
export async function deleteSession(tx: Db, hash: string): Promise<boolean> {
  const row = await tx.deleteFrom('sessions').where('hash', '=', hash).returning('hash').executeTakeFirst();
  if (row !== undefined) await recordAccessChange(tx, 'session', hash);
  return row !== undefined;
}

/** Signs a person out everywhere, or everywhere but in the session `except`. */
export async function deleteSessionsOf(tx: Db, userId: string, except = ''): Promise<void> {
  const rows = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('hash', '!=', except)
    .returning('hash')
    .execute();
  for (const { hash } of rows) await recordAccessChange(tx, 'session', hash);
}

export async function insertGuest(tx: Db, guest: StoredGuest): Promise<void> {
  await tx
    .insertInto('guests')
    .values({
      hash: guest.hash,
      guest_id: guest.guestId,
      document_id: guest.documentId,
      link_id: guest.linkId,
      name: guest.name,
      color: guest.color,
      created_at: guest.createdAt,
      expires_at: guest.expiresAt,
    })
    .execute();
}

const guestQuery = prepareQuery((db, slots: { hash: string; now: number }) =>
  db
    .selectFrom('guests')
    .select([
      'hash',
      'guest_id as guestId',
      'document_id as documentId',
      'link_id as linkId',
      'name',
      'color',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('hash', '=', slots.hash)
    .where('expires_at', '>', slots.now),
);

/** Null if there is no such guest, or it has expired. The caller checks the share link (`shareLinkById`). */
export async function guestByHash(db: Db, hash: string, now: number): Promise<StoredGuest | null> {
  const [row] = await guestQuery(db, { hash, now });
  return row === undefined ? null : { ...row };
}

export async function insertSignInCode(tx: Db, code: StoredSession): Promise<void> {
  await tx
    .insertInto('sign_in_codes')
    .values({ hash: code.hash, user_id: code.userId, created_at: code.createdAt, expires_at: code.expiresAt })
    .execute();
}

/** The person whom a code signs in, which stays valid; null if it is unknown, used or expired. */
export async function signInCodeOwner(db: Db, hash: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('sign_in_codes')
    .select('user_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Uses up a code and returns the id of its person; null if it is unknown, used or expired. */
export async function takeSignInCode(tx: Db, hash: string, now: number): Promise<string | null> {
  const row = await tx
    .deleteFrom('sign_in_codes')
    .where('hash', '=', hash)
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst();
  return row === undefined || row.expires_at <= now ? null : row.user_id;
}
