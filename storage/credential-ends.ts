/** When the credential of an open connection expires, and as whom others see its person now; null if it is no longer valid. */
import type { Author } from '#schema/access.ts';

import { prepareQuery } from './prepared.ts';
import type { Db } from './storage.ts';

/** `until` is in milliseconds; null if the credential does not expire. `author`: of people with an account. */
export type CredentialEnd = { readonly until: number | null; readonly author?: Author };

const tokenQuery = prepareQuery((db, slots: { id: string }) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.revoked_at as revokedAt', 'tokens.expires_at as until', 'users.name as name', 'users.color as color'])
    .where('tokens.id', '=', slots.id)
    .where('users.deactivated_at', 'is', null),
);
const sessionQuery = prepareQuery((db, slots: { hash: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.expires_at as until', 'users.name as name', 'users.color as color'])
    .where('sessions.hash', '=', slots.hash)
    .where('users.deactivated_at', 'is', null),
);
const guestQuery = prepareQuery((db, slots: { documentId: string; guestId: string }) =>
  db
    .selectFrom('guests')
    .innerJoin('share_links', 'share_links.id', 'guests.link_id')
    .select(['guests.expires_at as guestUntil', 'share_links.expires_at as linkUntil'])
    .where('guests.document_id', '=', slots.documentId)
    .where('guests.guest_id', '=', slots.guestId),
);

export async function tokenEnds(db: Db, tokenId: string, now: number): Promise<CredentialEnd | null> {
  const [row] = await tokenQuery(db, { id: tokenId });
  if (row === undefined || row.revokedAt !== null) return null;
  const { until, name, color } = row;
  return unexpired({ until, name, color }, now);
}

export async function sessionEnds(db: Db, hash: string, now: number): Promise<CredentialEnd | null> {
  const [row] = await sessionQuery(db, { hash });
  return row === undefined ? null : unexpired(row, now);
}

/** The earlier of the expiry of the guest and of the share link. `authorize` checks whether the link is revoked. */
export async function guestEnds(db: Db, documentId: string, guestId: string, now: number): Promise<CredentialEnd | null> {
  const [row] = await guestQuery(db, { documentId, guestId });
  if (row === undefined || row.guestUntil <= now) return null;
  return { until: Math.min(row.guestUntil, row.linkUntil ?? Infinity) };
}

const unexpired = ({ until, ...author }: Author & { readonly until: number | null }, now: number): CredentialEnd | null =>
  until !== null && until <= now ? null : { until, author };
