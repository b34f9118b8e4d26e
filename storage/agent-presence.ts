/**
 * The presence of agents on tabs (SPEC.md). This table is the truth; nodes show copies of it.
 *
 * Rows are written under the document's lock. Expired rows do not count; the document's next presence or the sweep deletes them.
 */
import { sql } from 'kysely';

import { limits } from '#schema/limits.ts';

import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';
import { isAmong, type TextList, textList } from './text-list.ts';

export type AgentPresence = {
  readonly documentId: string;
  readonly tokenId: string;
  readonly tabId: string;
  /** The owner of the token. */
  readonly userId: string;
  readonly status: string | null;
  /** Full ids of elements. */
  readonly focus: readonly string[];
  readonly expiresAt: number;
  readonly setAt: number;
};

/** An agent under its owner's name. */
export type ShownAgent = Omit<AgentPresence, 'userId'> & {
  readonly user: { readonly id: string; readonly name: string; readonly color: string };
};

/** How far the clocks of nodes may differ. */
const skewMs = 60_000;

type AmongSlots = { documents: TextList; now: number; latest: number };

const amongQuery = prepareQuery((db, slots: AmongSlots, dialect) =>
  db
    .selectFrom('agent_presence as presence')
    .innerJoin('tokens', 'tokens.id', 'presence.token_id')
    .innerJoin('users', 'users.id', 'presence.user_id')
    .innerJoin('documents', 'documents.id', 'presence.document_id')
    .innerJoin('members', (join) =>
      join.onRef('members.document_id', '=', 'presence.document_id').onRef('members.user_id', '=', 'presence.user_id'),
    )
    .select([
      'presence.document_id as documentId',
      'presence.token_id as tokenId',
      'presence.tab_id as tabId',
      'presence.user_id as userId',
      'users.name as name',
      'users.color as color',
      'presence.status as status',
      'presence.focus as focus',
      'presence.expires_at as expiresAt',
      'presence.set_at as setAt',
    ])
    .where(isAmong(dialect, 'presence.document_id', slots.documents))
    .where('presence.expires_at', '>', slots.now)
    .where('presence.expires_at', '<=', slots.latest)
    .where('tokens.revoked_at', 'is', null)
    .where((is) => is.or([is('tokens.expires_at', 'is', null), is('tokens.expires_at', '>', slots.now)]))
    .where('documents.deleted_at', 'is', null)
    .orderBy('presence.set_at', 'desc')
    .orderBy('presence.token_id'),
);

/** The agents that are present in these documents at a time (ms), the most recently set first. */
export async function agentsAmong(db: Db, documentIds: readonly string[], now: number): Promise<ShownAgent[]> {
  if (documentIds.length === 0) return [];
  // A row that expires later than is possible was written before a clock went back.
  const latest = now + limits.presenceTtlMaxMs + skewMs;
  const rows = await amongQuery(db, { documents: textList(db, documentIds), now, latest });
  return rows.map(({ userId, name, color, focus, ...row }) => ({
    ...row,
    user: { id: userId, name, color },
    focus: JSON.parse(focus) as string[],
  }));
}

const put = prepareQuery(
  (db, slots: Omit<AgentPresence, 'focus'> & { focus: string }) => sql`
    insert into agent_presence (document_id, token_id, tab_id, user_id, status, focus, expires_at, set_at)
    values (${slots.documentId}, ${slots.tokenId}, ${slots.tabId}, ${slots.userId}, ${slots.status}, ${slots.focus},
      ${slots.expiresAt}, ${slots.setAt})
    on conflict (document_id, token_id, tab_id) do update set status = excluded.status, focus = excluded.focus,
      expires_at = excluded.expires_at, set_at = excluded.set_at`,
);

/** Sets a token's presence on a tab, and replaces the previous one. */
export async function putAgentPresence(tx: Db, presence: AgentPresence): Promise<void> {
  await put(tx, { ...presence, focus: JSON.stringify(presence.focus) });
}

const forget = prepareQuery((db, slots: { documentId: string; now: number }) =>
  db.deleteFrom('agent_presence').where('document_id', '=', slots.documentId).where('expires_at', '<=', slots.now),
);

/** Deletes the expired presences of a document. */
export async function deleteExpiredPresence(tx: Db, documentId: string, now: number): Promise<void> {
  await forget(tx, { documentId, now });
}

const remove = prepareQuery((db, slots: { documentId: string; tokenId: string; tabId: string }) =>
  db
    .deleteFrom('agent_presence')
    .where('document_id', '=', slots.documentId)
    .where('token_id', '=', slots.tokenId)
    .where('tab_id', '=', slots.tabId)
    .returning('expires_at as expiresAt'),
);

/** True if there was a presence that had not expired. */
export async function deleteAgentPresence(
  tx: Db,
  { documentId, tokenId, tabId }: Pick<AgentPresence, 'documentId' | 'tokenId' | 'tabId'>,
  now: number,
): Promise<boolean> {
  const [row] = await remove(tx, { documentId, tokenId, tabId });
  return row !== undefined && row.expiresAt > now;
}

type KeepSlots = { documentId: string; tokenId: string; tabId: string; now: number; until: number };

const keep = prepareQuery((db, slots: KeepSlots) =>
  db
    .updateTable('agent_presence')
    .set({ expires_at: slots.until })
    .where('document_id', '=', slots.documentId)
    .where('token_id', '=', slots.tokenId)
    .where('tab_id', '=', slots.tabId)
    .where('expires_at', '>', slots.now)
    .where('expires_at', '<', slots.until)
    .returning('set_at'),
);

/** Extends a presence to `until` if it would end before. Returns false if there is none, it has expired, or it lasts longer. */
export async function extendAgentPresence(tx: Db, presence: KeepSlots): Promise<boolean> {
  return (await keep(tx, presence)).length > 0;
}
