/** One write to a document's cards: its access, its revision, its event and its row in the audit log (SPEC.md). */
import type { CardPlan } from '#core/board/card-plan.ts';
import type { Level } from '#schema/access.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { highestKey, setKeys, writeCards } from '#schema/ydoc/cards.ts';
import type { Call } from '#server/call.ts';
import { deleteMentionsIn } from '#storage/mentions.ts';
import { cardRevs, raiseItemsRev, takeKeys } from '#storage/cards.ts';

import { eventActor } from './audit.ts';
import type { AppContext } from './context.ts';
import { documentWrite, type WriteScope } from './document-write.ts';

/** A document's cards under its lock, and the caller. */
export type CardScope = WriteScope & { readonly at: number };

/** The result of a write; `applied` is false if it changed nothing. `subject`: of the audit row, if only the write knows it. */
export type WriteOutcome<T> = { readonly value: T; readonly applied: boolean; readonly subject?: string | undefined };

export type ItemWrite = {
  readonly action: string;
  readonly required: Level;
  readonly wholeDocument?: boolean;
  /** The write is stored as a proposal. */
  readonly proposes?: boolean;
  /** The subject of the audit row. */
  readonly subject?: string;
};

/** Errors: those of work, document_not_found, access_denied, token_read_only, item_busy. */
export async function writeItems<T>(
  context: AppContext,
  call: Call,
  documentId: string,
  write: ItemWrite,
  work: (scope: CardScope) => Promise<WriteOutcome<T> | Problem>,
): Promise<T | Problem> {
  const { action, required, wholeDocument = false, proposes = false } = write;
  let { subject } = write;
  let applied = false;
  const spec = { action, access: { level: required, wholeDocument, proposes }, subject: () => subject, applied: () => applied };
  const answer = await documentWrite<T>(context, call, documentId, spec, async (scope) => {
    const outcome = await work({ ...scope, at: context.now() });
    if (isProblem(outcome)) return outcome;
    applied = outcome.applied;
    subject = outcome.subject ?? subject;
    return outcome.value;
  });
  // A room returns this only if its queue is too long; unavailable storage throws.
  return isProblem(answer) && answer.code === 'room_unavailable' ? problem('item_busy') : answer;
}

/** Applies the edits of a plan. `eventData` is called after the edits. Returns the revision of the cards. */
export async function applyPlan(
  scope: CardScope,
  plan: CardPlan,
  eventData: () => object,
): Promise<{ readonly rev: number; readonly applied: boolean }> {
  const { room, documentId } = scope;
  const { edits } = plan;
  if (edits.length === 0) return { rev: (await cardRevs(room.tx, documentId)).itemsRev, applied: false };
  const created = edits.filter(({ before }) => before === null).map(({ id }) => id);
  const first = created.length === 0 ? 0 : await takeKeys(room.tx, documentId, created.length, highestKey(room.doc));
  room.edit((doc) => {
    writeCards(doc, edits);
    setKeys(doc, created, first);
  });
  const deleted = edits.filter(({ after }) => after === null).map(({ id }) => id);
  if (deleted.length > 0) await deleteMentionsIn(room.tx, documentId, deleted);
  return { rev: await emitCardEvent(scope, eventData()), applied: true };
}

/** Raises the revision of the cards, emits an event, and returns the revision. */
export async function emitCardEvent({ room, documentId, call }: CardScope, data: object): Promise<number> {
  const rev = await raiseItemsRev(room.tx, documentId);
  room.event('item', { ...data, rev, actor: eventActor(call.actor) });
  return rev;
}

/** How an event names a card. */
export const cardName = ({ room }: Pick<CardScope, 'room'>, id: string): { id: string; key: number | undefined } => ({
  id,
  key: room.board.item(id)?.key,
});
