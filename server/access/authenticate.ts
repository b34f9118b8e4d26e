/** Finds the actor of a call's credential (SPEC.md, AC1 to AC3). Secrets are looked up by their SHA-256, never compared. */
import { problem, type Problem } from '#schema/problem.ts';
import { grantByAccessHash } from '#storage/oauth.ts';
import { guestByHash, sessionByHash } from '#storage/sessions.ts';
import type { Db } from '#storage/storage.ts';
import { ticketByHash } from '#storage/tickets.ts';
import { tokenByHash, type TokenWithOwner, tokenWithOwnerById } from '#storage/tokens.ts';

import type { Actor, AgentActor, GuestActor, PersonActor } from './actor.ts';
import { hashSecret, isAccessSecret, isChatSecret, isTokenSecret } from './secrets.ts';

/** Secrets as the call sent them. */
export type CallCredentials = { readonly bearer?: string; readonly session?: string; readonly guest?: string };

/** Null for an anonymous call. Errors: unauthenticated. */
export async function authenticate(db: Db, credentials: CallCredentials, now: number): Promise<Actor | null | Problem> {
  const { bearer, session, guest } = credentials;
  if (bearer !== undefined)
    return (
      (await agentOf(db, bearer, now)) ??
      (await clientOf(db, bearer, now)) ??
      (await inChat(db, bearer, now)) ??
      problem('unauthenticated')
    );
  const person = session === undefined ? null : await personOf(db, session, now);
  if (person !== null) return person;
  return guest === undefined ? null : guestOf(db, guest, now);
}

/** The agent that the secret of an API token identifies; null if the token is invalid. */
export async function agentOf(db: Db, secret: string, now: number): Promise<AgentActor | null> {
  return isTokenSecret(secret) ? agentWith(await tokenByHash(db, hashSecret(secret)), now) : null;
}

/** The client that an access token identifies; null if the token or its grant is invalid. */
async function clientOf(db: Db, secret: string, now: number): Promise<AgentActor | null> {
  const client = isAccessSecret(secret) ? agentWith(await grantByAccessHash(db, hashSecret(secret), now), now) : null;
  return client === null ? null : { ...client, isGrant: true };
}

/** The person at a chat board whom a board's ticket identifies; null if the ticket or its token is invalid [AC24]. */
async function inChat(db: Db, secret: string, now: number): Promise<AgentActor | null> {
  const ticket = isChatSecret(secret) ? await ticketByHash(db, hashSecret(secret), now) : null;
  const issuer = ticket?.actor as AgentActor | undefined;
  if (ticket === null || issuer?.kind !== 'agent') return null;
  const person = agentWith(await tokenWithOwnerById(db, issuer.tokenId), now);
  return person === null ? null : { ...person, documents: [ticket.documentId], isInChat: true };
}

function agentWith(token: TokenWithOwner | null, now: number): AgentActor | null {
  if (token === null || token.revokedAt !== null || (token.expiresAt !== null && token.expiresAt <= now)) return null;
  const { id: tokenId, userId, owner, access, documents, fence } = token;
  const { name, color } = owner;
  return { kind: 'agent', userId, name, color, tokenId, access, documents, ...(fence !== null && { fence }) };
}

async function personOf(db: Db, secret: string, now: number): Promise<PersonActor | null> {
  const session = await sessionByHash(db, hashSecret(secret), now);
  if (session === null) return null;
  return { kind: 'person', userId: session.userId, ...session.user, sessionHash: session.hash };
}

async function guestOf(db: Db, secret: string, now: number): Promise<GuestActor | null> {
  const guest = await guestByHash(db, hashSecret(secret), now);
  if (guest === null) return null;
  const { guestId, name, color, documentId, linkId } = guest;
  return { kind: 'guest', guestId, name, color, documentId, linkId };
}
