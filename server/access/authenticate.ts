/**
 * authenticate: from the credential of a call to its actor.
 *
 * C1  A bearer token wins over cookies; a call that carries a bad one is refused, never treated as anonymous.
 * C2  A session cookie that is not valid any more counts as no cookie: the guest cookie or nobody is left.
 * C3  Expired, revoked and unknown are one refusal. Secrets are looked up by their SHA-256, never compared.
 */
import { problem, type Problem } from '#schema/problem.ts';
import { guestByHash, sessionByHash } from '#storage/sessions.ts';
import type { Db } from '#storage/storage.ts';
import { tokenByHash } from '#storage/tokens.ts';

import type { Actor, AgentActor, GuestActor, PersonActor } from './actor.ts';
import { hashSecret, isTokenSecret } from './secrets.ts';

/** Secrets as they came with the call. */
export type CallCredentials = { readonly bearer?: string; readonly session?: string; readonly guest?: string };

/** Null without a credential that counts. Errors: unauthenticated. */
export async function authenticate(db: Db, credentials: CallCredentials, now: number): Promise<Actor | null | Problem> {
  const { bearer, session, guest } = credentials;
  if (bearer !== undefined) return (await agentOf(db, bearer, now)) ?? problem('unauthenticated');
  const person = session === undefined ? null : await personOf(db, session, now);
  if (person !== null) return person;
  return guest === undefined ? null : guestOf(db, guest, now);
}

/** The agent of an API token's secret; null when the token is not valid. */
export async function agentOf(db: Db, secret: string, now: number): Promise<AgentActor | null> {
  if (!isTokenSecret(secret)) return null;
  const token = await tokenByHash(db, hashSecret(secret));
  if (token === null || token.revokedAt !== null || (token.expiresAt !== null && token.expiresAt <= now)) return null;
  const { id: tokenId, userId, owner, access, documents } = token;
  return { kind: 'agent', userId, name: owner.name, color: owner.color, tokenId, access, documents };
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
