/**
 * member-events: the live event of a change of members.
 *
 * The document's row is locked before anything is written, as by every write that tells an event: positions then rise in the
 * order of commit, and no two writes wait for each other.
 */
import type { Level } from '#schema/access.ts';
import type { Actor } from '#server/access/actor.ts';
import { appendEvent } from '#storage/outbox.ts';
import type { Db } from '#storage/storage.ts';

import { eventActor } from './audit.ts';

/** `level` null: they are a member no more. */
export type MemberChange = {
  readonly documentId: string;
  readonly user: { readonly id: string; readonly name: string; readonly color: string };
  readonly level: Level | null;
  readonly at: number;
};

/** The caller has locked the document. */
export async function tellMembers(
  tx: Db,
  actor: Actor,
  { documentId, user: { id, name, color }, level, at }: MemberChange,
): Promise<void> {
  const data = { change: 'members', user: { id, name, color }, level, actor: eventActor(actor) };
  await appendEvent(tx, { documentId, type: 'document', tabId: null, at, data });
}
