/** Tickets: for one connection to the live protocol, or for a chat board, on any node. They are stored by hash. */
import type { Selectable } from 'kysely';

import { prepareQuery } from './prepared.ts';
import type { Db, Tables } from './tables.ts';

export type Ticket = {
  readonly hash: string;
  readonly documentId: string;
  /** JSON: the actor of server/access/actor.ts. */
  readonly actor: unknown;
  /** JSON: the access at the time when the ticket was issued. */
  readonly access: unknown;
  readonly createdAt: number;
  readonly expiresAt: number;
};

export async function insertTicket(tx: Db, ticket: Ticket): Promise<void> {
  await tx
    .insertInto('tickets')
    .values({
      hash: ticket.hash,
      document_id: ticket.documentId,
      actor: JSON.stringify(ticket.actor),
      access: JSON.stringify(ticket.access),
      created_at: ticket.createdAt,
      expires_at: ticket.expiresAt,
    })
    .execute();
}

/** Uses up a ticket and returns it; null if it is unknown, used or expired. */
export async function takeTicket(tx: Db, hash: string, now: number): Promise<Ticket | null> {
  const row = await tx.deleteFrom('tickets').where('hash', '=', hash).returningAll().executeTakeFirst();
  return row === undefined || row.expires_at <= now ? null : ticketOf(row);
}

const byHash = prepareQuery((db, slots: { hash: string; now: number }) =>
  db.selectFrom('tickets').selectAll().where('hash', '=', slots.hash).where('expires_at', '>', slots.now),
);

/** A ticket that may be used several times; null if it is unknown or expired. */
export async function ticketByHash(db: Db, hash: string, now: number): Promise<Ticket | null> {
  const [row] = await byHash(db, { hash, now });
  return row === undefined ? null : ticketOf(row);
}

const ticketOf = (row: Selectable<Tables['tickets']>): Ticket => ({
  hash: row.hash,
  documentId: row.document_id,
  actor: JSON.parse(row.actor) as unknown,
  access: JSON.parse(row.access) as unknown,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
