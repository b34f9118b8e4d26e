/** tickets: one connection each to the live protocol; stored by hash, used up by being taken, on whichever node. */
import type { Db } from './tables.ts';

export type Ticket = {
  readonly hash: string;
  readonly documentId: string;
  /** JSON: who comes, as server/access/actor.ts has it. */
  readonly actor: unknown;
  /** JSON: the access that was judged when the ticket was made. */
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

/** Uses a ticket up: its contents, once; null when it is unknown, used or expired. */
export async function takeTicket(tx: Db, hash: string, now: number): Promise<Ticket | null> {
  const row = await tx.deleteFrom('tickets').where('hash', '=', hash).returningAll().executeTakeFirst();
  if (row === undefined || row.expires_at <= now) return null;
  return {
    hash: row.hash,
    documentId: row.document_id,
    actor: JSON.parse(row.actor) as unknown,
    access: JSON.parse(row.access) as unknown,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
