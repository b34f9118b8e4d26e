/**
 * agent-presence: which agents are on which tabs; this table is the truth, what nodes show of it are copies.
 *
 * P1  Rows are written with the document's row locked. One that has lapsed does not count; it goes with the document's next
 *     presence, or in the sweep.
 * P2  An agent is there only while its token stands, its owner may read the document, and the document is not in the trash.
 * P3  A row that ends later than any could, because a clock went back, does not count either: no presence outlives its time.
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
  /** Owner of the token. */
  readonly userId: string;
  readonly status: string | null;
  /** Full ids of elements. */
  readonly focus: readonly string[];
  readonly expiresAt: number;
  readonly setAt: number;
};

/** An agent as it is shown: in its owner's name. */
export type ShownAgent = Omit<AgentPresence, 'userId'> & {
  readonly user: { readonly id: string; readonly name: string; readonly color: string };
};

/** [P3] How far the clocks of nodes may lie apart. */
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

/** [P1] [P2] [P3] The agents in these documents at a time (ms), the one set last first. */
export async function agentsAmong(db: Db, documentIds: readonly string[], now: number): Promise<ShownAgent[]> {
  if (documentIds.length === 0) return [];
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

/** Sets a token's presence on a tab in the place of what was there. */
export async function putAgentPresence(tx: Db, presence: AgentPresence): Promise<void> {
  await put(tx, { ...presence, focus: JSON.stringify(presence.focus) });
}

const forget = prepareQuery((db, slots: { documentId: string; now: number }) =>
  db.deleteFrom('agent_presence').where('document_id', '=', slots.documentId).where('expires_at', '<=', slots.now),
);

/** [P1] Deletes what has lapsed in a document. */
export async function forgetLapsedPresence(tx: Db, documentId: string, now: number): Promise<void> {
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

/** True when there was one that had not lapsed. */
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

/** A presence that would end before `until` stays until then; one that has lapsed stays so. True when there was such a one. */
export async function keepAgentPresence(tx: Db, kept: KeepSlots): Promise<boolean> {
  return (await keep(tx, kept)).length > 0;
}
