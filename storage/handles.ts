/** Handles of tokens: the names under which people hand tasks to agents (SPEC.md). */
import { sql } from 'kysely';

import type { HandFrom, Level } from '#schema/access.ts';

import { dialectOf } from './prepared.ts';
import type { Db } from './tables.ts';
import { tokenColumns, tokenOf, type StoredToken } from './tokens.ts';

export type HandleOf = {
  readonly tokenId: string;
  readonly userId: string;
  readonly handle: string | null;
  readonly handFrom: HandFrom;
};

/** Names a token of a person, or removes its name. A name of a token that has expired is free. False if another token has it. */
export async function setHandle(tx: Db, { tokenId, userId, handle, handFrom }: HandleOf, now: number): Promise<boolean> {
  // Calls for the tokens of one person wait for one another. SQLite has one writer.
  if (dialectOf(tx) === 'postgres') await sql`select 1 from users where id = ${userId} for update`.execute(tx);
  if (handle !== null) {
    const others = tx.updateTable('tokens').where('user_id', '=', userId).where('handle', '=', handle).where('id', '<>', tokenId);
    await others.set({ handle: null }).where('expires_at', '<=', now).execute();
    const row = await tx
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', userId)
      .where('handle', '=', handle)
      .where('revoked_at', 'is', null)
      .where('id', '<>', tokenId)
      .executeTakeFirst();
    if (row !== undefined) return false;
  }
  await tx.updateTable('tokens').set({ handle, hand_from: handFrom }).where('id', '=', tokenId).execute();
  return true;
}

/** A token with a handle, its owner, and the owner's level on the document. */
export type TokenWithHandle = StoredToken & {
  readonly handle: string;
  readonly owner: { readonly id: string; readonly name: string; readonly color: string };
  readonly level: Level;
};

/** The tokens with a handle that can read and write for a member of the document, by handle. */
export async function tokensWithHandles(db: Db, documentId: string, now: number): Promise<TokenWithHandle[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('tokens', 'tokens.user_id', 'members.user_id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([...tokenColumns, 'users.name as owner_name', 'users.color as owner_color', 'members.level'])
    .where('members.document_id', '=', documentId)
    .where('tokens.handle', 'is not', null)
    .where('tokens.access', '=', 'full')
    .where('users.deactivated_at', 'is', null)
    .where('tokens.revoked_at', 'is', null)
    .where((is) => is.or([is('tokens.expires_at', 'is', null), is('tokens.expires_at', '>', now)]))
    .orderBy('tokens.handle')
    .orderBy('tokens.id')
    .execute();
  return rows.flatMap((row) => {
    const { handle, ...token } = tokenOf(row);
    if (handle === null || token.documents?.includes(documentId) === false) return [];
    const owner = { id: row.user_id, name: row.owner_name, color: row.owner_color };
    return [{ ...token, handle, owner, level: row.level as Level }];
  });
}
