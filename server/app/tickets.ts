/**
 * Tickets: each is good for one connection to the live protocol, for a page with a session or guest cookie and no token, or for the
 * minutes of a chat board.
 *
 * A ticket identifies its actor; access is checked again when the actor connects or calls.
 */
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import type { AgentActor } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import { hashSecret, newChatSecret, newTicketSecret } from '#server/access/secrets.ts';
import type { Call } from '#server/call.ts';
import { noteOpened } from '#storage/document-marks.ts';
import { insertTicket } from '#storage/tickets.ts';

import { addressesFor } from './addresses.ts';
import { commit } from './commit.ts';
import type { AppContext } from './context.ts';

export type IssuedTicket = { readonly ticket: string; readonly expiresAt: number; readonly url: string };

export type Tickets = {
  create(call: Call, documentId: string): Promise<IssuedTicket | Problem>;
  /** For a chat board, on which the token's owner acts within the limits of the token. `url`: the document's page. */
  createForChat(call: Call<AgentActor>, documentId: string): Promise<IssuedTicket | Problem>;
};

export function createTickets(context: AppContext): Tickets {
  const { now } = context;
  return {
    create(call, documentId) {
      const auditSpec = { action: 'ticket.create', about: () => ({ documentId }), secret: true };
      return commit(context, call, auditSpec, async (tx) => {
        const createdAt = now();
        const access = await authorize(tx, call.actor, documentId, 'viewer', { now: createdAt });
        if (isProblem(access)) return access;
        const ticket = newTicketSecret();
        const expiresAt = createdAt + limits.ticketSeconds * 1000;
        await insertTicket(tx, { hash: hashSecret(ticket), documentId, actor: call.actor, access, createdAt, expiresAt });
        if (call.actor.kind === 'person') await noteOpened(tx, call.actor.userId, documentId, createdAt);
        const origin = call.origin ?? context.publicUrl;
        return { ticket, expiresAt, url: `${origin.replace(/^http/, 'ws')}/collab` };
      });
    },

    createForChat(call, documentId) {
      const auditSpec = { action: 'chat.open', about: () => ({ documentId }), secret: true };
      return commit(context, call, auditSpec, async (tx) => {
        const createdAt = now();
        const access = await authorize(tx, call.actor, documentId, 'viewer', { write: false, now: createdAt });
        if (isProblem(access)) return access;
        const ticket = newChatSecret();
        const expiresAt = createdAt + limits.chatTicketSeconds * 1000;
        await insertTicket(tx, { hash: hashSecret(ticket), documentId, actor: call.actor, access, createdAt, expiresAt });
        return { ticket, expiresAt, url: addressesFor(context, call).document(documentId) };
      });
    },
  };
}
