/**
 * item-write: one write to a document's cards: its access, its revision, its event and its row in the audit log.
 *
 * W1  A write that changes nothing raises no revision, tells nothing and leaves no row.
 * W2  New cards are numbered in the order in which they were asked for.
 * W3  Who waits in vain for others that write is told item_busy, and nothing was applied.
 */
import type { CardPlan } from '#core/board/card-plan.ts';
import type { Level } from '#schema/access.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { highestKey, setKeys, writeCards } from '#schema/ydoc/cards.ts';
import type { Access } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import { cardRevs, raiseItemsRev, takeKeys } from '#storage/cards.ts';

import { eventActor } from './audit.ts';
import { withIdempotency } from './commit.ts';
import type { AppContext } from './context.ts';

/** A document's cards under its lock, and who writes. */
export type ItemGround = {
  readonly room: RoomWrite;
  readonly documentId: string;
  readonly call: Call;
  readonly access: Access;
  readonly at: number;
};

/** What a write comes to; `applied` false: it changed nothing. */
export type Done<T> = { readonly value: T; readonly applied: boolean };

export type ItemWrite = {
  readonly action: string;
  readonly required: Level;
  readonly wholeDocument?: boolean;
  /** What the audit row says it was about. */
  readonly subject?: string;
};

/** Errors: those of work, document_not_found, access_denied, token_read_only, item_busy. */
export async function writeItems<T>(
  context: AppContext,
  call: Call,
  documentId: string,
  write: ItemWrite,
  work: (ground: ItemGround) => Promise<Done<T> | Problem>,
): Promise<T | Problem> {
  const { action, required, subject, wholeDocument = false } = write;
  const answer = await context.rooms.write(call, documentId, async (room) => {
    let applied = false;
    const written = {
      action,
      about: () => ({ documentId, ...(subject !== undefined && { subject }) }),
      applied: () => applied,
    };
    return withIdempotency<T>(context, room.tx, call, written, async () => {
      const at = context.now();
      const access = await authorize(room.tx, call.actor, documentId, required, { now: at, wholeDocument });
      if (isProblem(access)) return access;
      const done = await work({ room, documentId, call, access, at });
      if (isProblem(done)) return done;
      applied = done.applied;
      return done.value;
    });
  });
  // [W3] What a room answers by itself is that its queue is too long; storage that is away throws.
  return isProblem(answer) && answer.code === 'room_unavailable' ? problem('item_busy') : answer;
}

/** [W1] [W2] Applies what a plan changed. `tell`: the data of its event, asked for afterwards. Answers the revision of the cards. */
export async function applyPlan(
  ground: ItemGround,
  plan: CardPlan,
  tell: () => object,
): Promise<{ readonly rev: number; readonly applied: boolean }> {
  const { room, documentId } = ground;
  const { edits } = plan;
  if (edits.length === 0) return { rev: (await cardRevs(room.tx, documentId)).itemsRev, applied: false };
  const made = edits.filter(({ before }) => before === null).map(({ id }) => id);
  const first = made.length === 0 ? 0 : await takeKeys(room.tx, documentId, made.length, highestKey(room.doc));
  room.edit((doc) => {
    writeCards(doc, edits);
    setKeys(doc, made, first);
  });
  return { rev: await tellOf(ground, tell()), applied: true };
}

/** Raises the revision of the cards, tells what happened, and answers the revision. */
export async function tellOf({ room, documentId, call }: ItemGround, tell: object): Promise<number> {
  const rev = await raiseItemsRev(room.tx, documentId);
  room.event('item', { ...tell, rev, actor: eventActor(call.actor) });
  return rev;
}

/** How an event names a card. */
export const namedIn = ({ room }: Pick<ItemGround, 'room'>, id: string): { id: string; key: number | undefined } => ({
  id,
  key: room.board.item(id)?.key,
});
