/** When the credential of an open connection expires; null if it is no longer valid. */
import { prepareQuery } from './prepared.ts';
import type { Db } from './storage.ts';

/** `until` is in milliseconds; null if the credential does not expire. */
export type CredentialEnd = { readonly until: number | null };

const tokenQuery = prepareQuery((db, slots: { id: string }) =>
  db.selectFrom('tokens').select(['revoked_at as revokedAt', 'expires_at as until']).where('id', '=', slots.id),
);
const sessionQuery = prepareQuery((db, slots: { hash: string }) =>
  db.selectFrom('sessions').select('expires_at as until').where('hash', '=', slots.hash),
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
  return unexpired(row.until, now);
}

export async function sessionEnds(db: Db, hash: string, now: number): Promise<CredentialEnd | null> {
  const [row] = await sessionQuery(db, { hash });
  return row === undefined ? null : unexpired(row.until, now);
}

/** The earlier of the expiry of the guest and of the share link. `authorize` checks whether the link is revoked. */
export async function guestEnds(db: Db, documentId: string, guestId: string, now: number): Promise<CredentialEnd | null> {
  const [row] = await guestQuery(db, { documentId, guestId });
  if (row === undefined || row.guestUntil <= now) return null;
  return { until: Math.min(row.guestUntil, row.linkUntil ?? Infinity) };
}

const unexpired = (until: number | null, now: number): CredentialEnd | null =>
  until !== null && until <= now ? null : { until };
