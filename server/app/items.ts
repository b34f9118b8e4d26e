/** The cards of a document: reading and writing them, except comments (SPEC.md). */
import { CardPlan } from '#core/board/card-plan.ts';
import type { CardChange, CardMove, CardPatches, CardTally, NewItem, NewItems } from '#schema/board-calls.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { Item, BoardDocument } from '#schema/board.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { readVotes, setVotes } from '#schema/ydoc/votes.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { RoomReading, RoomWrite } from '#server/rooms/port.ts';
import { cardRevs } from '#storage/cards.ts';

import type { AppContext } from './context.ts';
import { applyPlan, type WriteOutcome, type CardScope, cardName, emitCardEvent, writeItems } from './item-write.ts';

export type ItemAnswer = { readonly item: Item; readonly rev: number };
export type ItemsAnswer = { readonly items: readonly Item[]; readonly rev: number };
export type TallyAnswer = ItemsAnswer & { readonly skipped: readonly string[] };

/** All write methods may return item_busy. */
export interface Items {
  plan(call: Call, documentId: string): Promise<BoardDocument | Problem>;
  /** Oldest first. */
  list(call: Call, documentId: string): Promise<ItemsAnswer | Problem>;
  /** Errors: type_invalid, title_required, field_value_invalid, status_excluded, place_invalid, items_full. */
  create(call: Call, documentId: string, body: NewItem): Promise<ItemAnswer | Problem>;
  /** Errors: also too_large. */
  createAll(call: Call, documentId: string, body: NewItems): Promise<ItemsAnswer | Problem>;
  /** Errors: item_not_found, type_invalid, title_required, field_value_invalid, status_excluded. */
  change(call: Call, documentId: string, itemId: string, body: CardChange): Promise<ItemAnswer | Problem>;
  /** Errors: also place_invalid. */
  move(call: Call, documentId: string, itemId: string, body: CardMove): Promise<ItemAnswer | Problem>;
  /** Errors: also too_large. */
  patch(call: Call, documentId: string, body: CardPatches): Promise<ItemsAnswer | Problem>;
  /** Errors: item_not_found. */
  remove(call: Call, documentId: string, itemId: string): Promise<null | Problem>;
  /** Errors: too_large, field_value_invalid. */
  tally(call: Call, documentId: string, body: CardTally): Promise<TallyAnswer | Problem>;
}

export function createItems(context: AppContext): Items {
  const { storage, rooms, now } = context;

  return {
    plan: (call, documentId) =>
      read(call, documentId, ({ board, itemTypesRev }) => ({
        boards: [...board.boards],
        statuses: [...board.statuses],
        types: board.catalogue.types,
        itemTypesRev,
      })),

    list: (call, documentId) => read(call, documentId, ({ board, itemsRev }) => ({ items: board.items, rev: itemsRev })),

    create: (call, documentId, body) => {
      const id = newId('item', now());
      return writeItems(context, call, documentId, { action: 'item.create', required: 'editor', subject: id }, async (scope) => {
        const outcome = await runPlan(scope, [(plan) => plan.create(id, body)], 'created', id);
        return isProblem(outcome) ? withoutIndex(outcome) : oneOf(scope, id, outcome);
      });
    },

    createAll: async (call, documentId, { items }) => {
      if (items.length > limits.itemsPerCall) return problem('too_large', { limit: limits.itemsPerCall });
      const ids = items.map(() => newId('item', now()));
      return writeItems(context, call, documentId, { action: 'item.create', required: 'editor' }, async (scope) =>
        allOf(scope, ids, await runPlan(scope, items.map((item, index) => (plan) => plan.create(ids[index] ?? '', item)), 'created', ids)),
      ); // prettier-ignore
    },

    change: (call, documentId, itemId, body) =>
      writeItems(context, call, documentId, { action: 'item.change', required: 'editor', subject: itemId }, async (scope) => {
        const outcome = await runPlan(scope, [(plan) => plan.change(itemId, body)], 'changed', itemId);
        return isProblem(outcome) ? withoutIndex(outcome) : oneOf(scope, itemId, outcome);
      }),

    move: (call, documentId, itemId, body) =>
      writeItems(context, call, documentId, { action: 'item.move', required: 'editor', subject: itemId }, async (scope) => {
        const outcome = await runPlan(scope, [(plan) => plan.move(itemId, body)], 'moved', itemId);
        return isProblem(outcome) ? withoutIndex(outcome) : oneOf(scope, itemId, outcome);
      }),

    patch: async (call, documentId, { items }) => {
      if (items.length > limits.itemsPerCall) return problem('too_large', { limit: limits.itemsPerCall });
      const ids = [...new Set(items.map(({ id }) => id))];
      return writeItems(context, call, documentId, { action: 'item.change', required: 'editor' }, async (scope) =>
        allOf(scope, ids, await runPlan(scope, items.map(({ id, ...change }) => (plan) => plan.change(id, change)), 'changed', ids)),
      ); // prettier-ignore
    },

    remove: (call, documentId, itemId) =>
      writeItems(context, call, documentId, { action: 'item.delete', required: 'editor', subject: itemId }, async (scope) => {
        const name = cardName(scope, itemId);
        const plan = planOn(scope.room);
        const refusal = plan.remove(itemId);
        if (refusal !== null) return refusal;
        await applyPlan(scope, plan, () => ({ change: 'deleted', ...name }));
        return { value: null, applied: true };
      }),

    tally: async (call, documentId, { items }) => {
      if (items.length > limits.itemsPerCall) return problem('too_large', { limit: limits.itemsPerCall });
      const refusal = refuseTally(items);
      if (refusal !== null) return refusal;
      return writeItems(context, call, documentId, { action: 'item.tally', required: 'participant' }, (scope) =>
        addDots(scope, items),
      );
    },
  };

  async function read<T>({ actor }: Call, documentId: string, use: (reading: RoomReading) => T): Promise<T | Problem> {
    const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
    return isProblem(access) ? access : rooms.read(documentId, use);
  }
}

type CardStep = (plan: CardPlan) => Problem | null;
type AppliedPlan = { readonly rev: number; readonly applied: boolean };

const planOn = ({ board: { cards, types, statuses } }: RoomWrite): CardPlan =>
  new CardPlan({ cards, types, statuses: new Set(statuses.map(({ status }) => status)) });

/** `subject`: the card that the call is about, or several. */
async function runPlan(
  scope: CardScope,
  steps: readonly CardStep[],
  change: string,
  subject: string | readonly string[],
): Promise<AppliedPlan | Problem> {
  const plan = planOn(scope.room);
  for (const [index, step] of steps.entries()) {
    const refusal = step(plan);
    if (refusal !== null) return problem(refusal.code, { ...refusal.members, index });
  }
  return applyPlan(scope, plan, () => ({
    change,
    ...(typeof subject === 'string' ? cardName(scope, subject) : { ids: subject }),
  }));
}

/** A call about one card has no index of entries. */
function withoutIndex({ code, members: { index: _index, ...members } }: Problem): Problem {
  return problem(code, members);
}

function oneOf({ room }: CardScope, id: string, { rev, applied }: AppliedPlan): WriteOutcome<ItemAnswer> | Problem {
  const item = room.board.item(id);
  return item === undefined ? problem('item_not_found') : { value: { item, rev }, applied };
}

function allOf({ room }: CardScope, ids: readonly string[], outcome: AppliedPlan | Problem): WriteOutcome<ItemsAnswer> | Problem {
  if (isProblem(outcome)) return outcome;
  return { value: { items: ids.flatMap((id) => room.board.item(id) ?? []), rev: outcome.rev }, applied: outcome.applied };
}

type Tally = CardTally['items'];

function refuseTally(items: Tally): Problem | null {
  for (const [index, { votes }] of items.entries()) {
    const invalid = Object.entries(votes).find(
      ([voter, dots]) => !voterForm.test(voter) || !Number.isInteger(dots) || Math.abs(Number(dots)) > limits.dotsPerTally,
    );
    if (invalid !== undefined)
      return problem('field_value_invalid', {
        field: 'votes',
        index,
        detail: `Votes are voter ids with integers from -${limits.dotsPerTally} to ${limits.dotsPerTally}.`,
      });
  }
  return null;
}

/** Ids that may be keys in the document. */
const voterForm = /^[A-Za-z0-9_~.:@-]{1,64}$/;

async function addDots(scope: CardScope, items: Tally): Promise<WriteOutcome<TallyAnswer> | Problem> {
  const { room, documentId } = scope;
  const skipped = new Set<string>();
  const tallied = new Map<string, Map<string, number>>();
  for (const [index, { id, votes }] of items.entries()) {
    if (!room.board.cards.has(id)) {
      skipped.add(id);
      continue;
    }
    const dots = tallied.get(id) ?? new Map(readVotes(room.doc, id));
    for (const [voter, more] of Object.entries(votes))
      dots.set(voter, Math.max(0, Math.min(limits.dotsMax, (dots.get(voter) ?? 0) + Number(more))));
    if (dots.size > limits.votersPerCard) return problem('too_large', { limit: limits.votersPerCard, index });
    tallied.set(id, dots);
  }
  const changed = [...tallied].flatMap(([id, dots]) => {
    const previous = readVotes(room.doc, id);
    const updated = new Map([...dots].filter(([voter, number]) => number !== (previous.get(voter) ?? 0)));
    return updated.size === 0 ? [] : [{ id, updated }];
  });
  const applied = changed.length > 0;
  if (applied) room.edit((doc) => changed.forEach(({ id, updated }) => setVotes(doc, id, updated)));
  const ids = changed.map(({ id }) => id);
  const rev = applied ? await emitCardEvent(scope, { change: 'tallied', ids }) : (await cardRevs(room.tx, documentId)).itemsRev;
  const shown = [...tallied.keys()].flatMap((id) => room.board.item(id) ?? []);
  return { value: { items: shown, skipped: [...skipped], rev }, applied };
}
