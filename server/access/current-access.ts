/** What an open connection may do now: checks its credential and access as if it were new. */
import type { Author } from '#schema/access.ts';
import { isProblem } from '#schema/problem.ts';
import { type CredentialEnd, guestEnds, sessionEnds, tokenEnds } from '#storage/credential-ends.ts';
import type { Db } from '#storage/storage.ts';

import type { Access, Actor } from './actor.ts';
import { authorize, linkInForce } from './authorize.ts';

/** `until`: when the credential expires (ms); null: never. `author`: as whom others see the person now. */
export type CurrentAccess =
  | { readonly access: Access; readonly until: number | null; readonly author?: Author }
  | 'unauthenticated'
  | 'no_access';

export async function currentAccess(db: Db, actor: Actor, documentId: string, now: number): Promise<CurrentAccess> {
  const [ends, access] = await Promise.all([
    endsOf(db, actor, now),
    authorize(db, actor, documentId, 'viewer', { write: false, connects: true, now }),
  ]);
  if (ends === null) return 'unauthenticated';
  return isProblem(access) ? 'no_access' : { access, ...ends };
}

/** Of the readers of a published link. */
export async function currentLinkAccess(
  db: Db,
  { documentId, linkId }: { readonly documentId: string; readonly linkId: string },
  now: number,
): Promise<CurrentAccess> {
  const inForce = await linkInForce(db, documentId, linkId, now);
  if (inForce?.link.publish !== true) return 'no_access';
  const { link } = inForce;
  return { access: { level: 'viewer', tabs: link.tabs }, until: link.expiresAt };
}

function endsOf(db: Db, actor: Actor, now: number): Promise<CredentialEnd | null> {
  if (actor.kind === 'agent') return tokenEnds(db, actor.tokenId, now);
  if (actor.kind === 'person') return sessionEnds(db, actor.sessionHash, now);
  return guestEnds(db, actor.documentId, actor.guestId, now);
}
