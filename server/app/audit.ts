/** The row that a write leaves in the audit log, in its own transaction: who did what, to what, in which request. */
import { type Actor, isProgram } from '#server/access/actor.ts';
import { insertAudit } from '#storage/audit.ts';
import type { Db } from '#storage/storage.ts';

export type AuditDetail = {
  /** `<noun>.<verb>`, such as `token.create`. */
  readonly action: string;
  readonly documentId?: string;
  /** Id of what was written, unless that is the document. */
  readonly subject?: string;
};

export async function audit(
  tx: Db,
  call: { readonly actor: Actor | null; readonly requestId: string },
  entry: AuditDetail,
  at: number,
): Promise<void> {
  const { actor } = call;
  await insertAudit(tx, {
    at,
    action: entry.action,
    actorKind: actor?.kind ?? 'nobody',
    userId: actor === null || actor.kind === 'guest' ? null : actor.userId,
    tokenId: actor?.kind === 'agent' ? actor.tokenId : null,
    documentId: entry.documentId ?? null,
    subject: entry.subject ?? (actor?.kind === 'guest' ? actor.guestId : null),
    requestId: call.requestId,
    data: actor?.kind === 'guest' && entry.subject !== undefined ? { guest: actor.guestId } : null,
  });
}

/** The author of an event, as others see them: without an id. */
export const eventActor = (actor: Actor): { readonly name: string; readonly color: string; readonly agent: boolean } => ({
  name: actor.name,
  color: actor.color,
  agent: isProgram(actor),
});
