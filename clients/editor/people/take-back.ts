/**
 * take-back: reverts changesets one after the other, for Undo of a notice, of a message and of the history panel. The caller
 * reports it: the person gets no notice of their own revert.
 *
 * The server does not revert what others edited since: that is `kept`. A changeset that was reverted already changes nothing and
 * reports nothing.
 */
import type { RevertAnswer } from '#schema/history.ts';

import { call } from '../api/call.ts';
import type { DocumentSession } from '../live/document-session.ts';
import { peopleTexts } from '../strings/people.ts';

export type TakenBack = { readonly reverted: number; readonly kept: RevertAnswer['kept'] };

/** The caller passes the newest first. Throws CallRefused and CallUnreachable; changesets before the failure stay reverted. */
export async function takeBack(
  { documentId, own }: Pick<DocumentSession, 'documentId' | 'own'>,
  changesets: readonly string[],
): Promise<TakenBack> {
  let reverted = 0;
  const kept = new Map<string, RevertAnswer['kept'][number]>();
  for (const id of changesets) {
    const params = { doc: documentId, changeset: id };
    const idempotencyKey = crypto.randomUUID();
    const answer = await own.reporting(() =>
      call('POST /documents/:doc/changesets/:changeset/revert', { params, idempotencyKey }),
    );
    reverted += answer.reverted;
    for (const one of answer.kept) kept.set(one.id, one);
  }
  return { reverted, kept: [...kept.values()] };
}

const reasons = {
  changed: peopleTexts.editedSince,
  gone: peopleTexts.deletedSince,
  present: peopleTexts.alreadyRestored,
  order: peopleTexts.reorderedSince,
} as const;

/** `Reverted 2 elements. Skipped: orders (edited since).` */
export function takenBackText({ reverted, kept }: TakenBack): string {
  const done = peopleTexts.reverted(reverted);
  if (kept.length === 0) return done;
  const named = kept.slice(0, 3).map(({ ref, reason }) => `${ref} (${reasons[reason]})`);
  const more = kept.length > named.length ? peopleTexts.andMore(kept.length - named.length) : '';
  return peopleTexts.revertedAndSkipped(done, named.join(', '), more);
}
