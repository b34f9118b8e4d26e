/** The answers of applied calls by idempotency key, stored in the transaction of the call (SPEC.md). */
import { sql } from 'kysely';

import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

export type StoredReply = {
  /** Hash of credential, method, path and the client's key. */
  readonly scope: string;
  /** Hash of body and query. */
  readonly fingerprint: string;
  /** JSON. */
  readonly answer: unknown;
  readonly at: number;
};

const replyQuery = prepareQuery((db, slots: { scope: string; since: number }) =>
  db
    .selectFrom('idempotency')
    .select(['fingerprint', 'answer', 'at'])
    .where('scope', '=', slots.scope)
    .where('at', '>=', slots.since),
);

/** The answer that was stored under a key at or after `since` (ms); null if there is none. */
export async function storedReply(db: Db, scope: string, since: number): Promise<StoredReply | null> {
  const [row] = await replyQuery(db, { scope, since });
  return row === undefined
    ? null
    : { scope, fingerprint: row.fingerprint, answer: JSON.parse(row.answer) as unknown, at: row.at };
}

const store = prepareQuery(
  (_db, slots: { scope: string; fingerprint: string; at: number; answer: string; since: number }) => sql<{ scope: string }>`
    insert into idempotency (scope, fingerprint, at, answer)
    values (${slots.scope}, ${slots.fingerprint}, ${slots.at}, ${slots.answer})
    on conflict (scope) do update set fingerprint = excluded.fingerprint, at = excluded.at, answer = excluded.answer
    where idempotency.at < ${slots.since} returning scope`,
);

/**
 * Stores an answer. Returns false if the key already has an answer that is not older than `since`, possibly from a concurrent
 * call. The caller must then roll back and send that answer.
 */
export async function storeReply(tx: Db, reply: StoredReply, since: number): Promise<boolean> {
  const { scope, fingerprint, at, answer } = reply;
  const rows = await store(tx, { scope, fingerprint, at, answer: JSON.stringify(answer), since });
  return rows.length === 1;
}
