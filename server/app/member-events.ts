/**
 * The live event of a change of members.
 *
 * The document's row is locked before anything is written, as in every write that emits an event: positions then rise in the
 * order of commit, and no two writes deadlock.
 */
import type { Level } from '#schema/access.ts';
import type { Actor } from '#server/access/actor.ts';
import { appendEvent } from '#storage/outbox.ts';
import type { Db } from '#storage/storage.ts';

import { eventActor } from './audit.ts';

/** `level`: null if the person is no longer a member. */
export type MemberChange = {
  readonly documentId: string;
  readonly user: { readonly id: string; readonly name: string; readonly color: string };
  readonly level: Level | null;
  readonly at: number;
};

/** The caller must have locked the document. */
export async function emitMemberChange(
  tx: Db,
  actor: Actor,
  { documentId, user: { id, name, color }, level, at }: MemberChange,
): Promise<void> {
  const data = { change: 'members', user: { id, name, color }, level, actor: eventActor(actor) };
  await appendEvent(tx, { documentId, type: 'document', tabId: null, at, data });
}
