/** The cards of a document: reading and writing them, except comments (SPEC.md). */
import { CardPlan } from '#core/board/card-plan.ts';
import type { CardChange, CardMove, CardPatches, CardTally, NewItem, NewItems } from '#schema/board-calls.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { Item, BoardDocument } from '#schema/board.ts';
import type { ProposalAnswer } from '#schema/proposal.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { readVotes, setVotes } from '#schema/ydoc/votes.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { RoomReading } from '#server/rooms/port.ts';
import { cardRevs } from '#storage/cards.ts';

import type { AppContext } from './context.ts';
import { type CardStep, cardsOf, runStep } from './card-steps.ts';
import { applyPlan, type WriteOutcome, type CardScope, cardName, emitCardEvent, writeItems } from './item-write.ts';
import { proposeCards } from './propose-things.ts';
import type { Proposing } from './propose.ts';

export type ItemAnswer = { readonly item: Item; readonly rev: number };
export type ItemsAnswer = { readonly items: readonly Item[]; readonly rev: number };
export type TallyAnswer = ItemsAnswer & { readonly skipped: readonly string[] };

/** All write methods may return item_busy. */
export interface Items {
  plan(call: Call, documentId: string): Promise<BoardDocument | Problem>;
  /** Oldest first. */
  list(call: Call, documentId: string): Promise<ItemsAnswer | Problem>;
  /** Errors: type_invalid, title_required, field_value_invalid, status_excluded, place_invalid, items_full. */
  create(call: Call, documentId: string, body: NewItem, options?: Proposing): Promise<ItemAnswer | ProposalAnswer | Problem>;
  /** Errors: also too_large. */
  createAll(call: Call, documentId: string, body: NewItems, options?: Proposing): Promise<ItemsAnswer | ProposalAnswer | Problem>;
  /** Errors: item_not_found, type_invalid, title_required, field_value_invalid, status_excluded. */
  change(
    call: Call,
    documentId: string,
    itemId: string,
    body: CardChange,
    options?: Proposing,
  ): Promise<ItemAnswer | ProposalAnswer | Problem>;
  /** Errors: also place_invalid. */
  move(
    call: Call,
    documentId: string,
    itemId: string,
    body: CardMove,
    options?: Proposing,
  ): Promise<ItemAnswer | ProposalAnswer | Problem>;
  /** Errors: also too_large. */
  patch(call: Call, documentId: string, body: CardPatches, options?: Proposing): Promise<ItemsAnswer | ProposalAnswer | Problem>;
  /** Errors: item_not_found. */
  remove(call: Call, documentId: string, itemId: string, options?: Proposing): Promise<null | ProposalAnswer | Problem>;
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

    create: (call, documentId, body, { proposes = false } = {}) => {
      const id = newId('item', now());
      const write = { action: 'item.create', route: 'createItem', change: 'created', subject: id, proposes } as const;
      return one(call, documentId, write, { step: 'create', id, card: body });
    },

    createAll: async (call, documentId, { items }, { proposes = false } = {}) => {
      if (items.length > limits.itemsPerCall) return problem('too_large', { limit: limits.itemsPerCall });
      const steps = items.map((card): CardStep => ({ step: 'create', id: newId('item', now()), card }));
      return several(call, documentId, { action: 'item.create', route: 'createItems', change: 'created', proposes }, steps);
    },

    change: (call, documentId, itemId, body, { proposes = false } = {}) => {
      const write = { action: 'item.change', route: 'changeItem', change: 'changed', subject: itemId, proposes } as const;
      return one(call, documentId, write, { step: 'change', id: itemId, change: body });
    },

    move: (call, documentId, itemId, body, { proposes = false } = {}) => {
      const write = { action: 'item.move', route: 'moveItem', change: 'moved', subject: itemId, proposes } as const;
      return one(call, documentId, write, { step: 'move', id: itemId, move: body });
    },

    patch: async (call, documentId, { items }, { proposes = false } = {}) => {
      if (items.length > limits.itemsPerCall) return problem('too_large', { limit: limits.itemsPerCall });
      const steps = items.map(({ id, ...change }): CardStep => ({ step: 'change', id, change }));
      return several(call, documentId, { action: 'item.change', route: 'patchItems', change: 'changed', proposes }, steps);
    },

    remove: (call, documentId, itemId, { proposes = false } = {}) => {
      const write = { action: 'item.delete', route: 'deleteItem', change: 'deleted', subject: itemId, proposes } as const;
      return writeSteps<null>(call, documentId, write, [{ step: 'remove', id: itemId }], () => ({ value: null, applied: true }));
    },

    tally: async (call, documentId, { items }) => {
      if (items.length > limits.itemsPerCall) return problem('too_large', { limit: limits.itemsPerCall });
      const refusal = refuseTally(items);
      if (refusal !== null) return refusal;
      return writeItems(context, call, documentId, { action: 'item.tally', required: 'participant' }, (scope) =>
        addDots(scope, items),
      );
    },
  };

  async function one(
    call: Call,
    documentId: string,
    write: StepsWrite,
    step: CardStep,
  ): Promise<ItemAnswer | ProposalAnswer | Problem> {
    const answer = await writeSteps<ItemAnswer>(call, documentId, write, [step], (scope, done) => oneOf(scope, step.id, done));
    return isProblem(answer) ? withoutIndex(answer) : answer;
  }

  function several(
    call: Call,
    documentId: string,
    write: StepsWrite,
    steps: readonly CardStep[],
  ): Promise<ItemsAnswer | ProposalAnswer | Problem> {
    const ids = [...new Set(steps.map(({ id }) => id))];
    return writeSteps<ItemsAnswer>(call, documentId, write, steps, (scope, done) => allOf(scope, ids, done));
  }

  function writeSteps<T>(
    call: Call,
    documentId: string,
    { route, change, proposes, ...write }: StepsWrite,
    steps: readonly CardStep[],
    answer: (scope: CardScope, done: AppliedPlan) => WriteOutcome<T> | Problem,
  ): Promise<T | ProposalAnswer | Problem> {
    return writeItems<T | ProposalAnswer>(
      context,
      call,
      documentId,
      { ...write, required: 'editor', proposes },
      async (scope) => {
        const plan = new CardPlan(cardsOf(scope.room));
        for (const [index, step] of steps.entries()) {
          const refusal = runStep(plan, step);
          if (refusal !== null) return problem(refusal.code, { ...refusal.members, index });
        }
        if (proposes) {
          const rev = (await cardRevs(scope.room.tx, documentId)).itemsRev;
          const content = { kind: 'cards', steps, edits: plan.edits } as const;
          const proposed = await proposeCards(context, scope, { call: route, rev, content });
          return isProblem(proposed)
            ? proposed
            : { value: proposed, applied: proposed.proposal !== null, subject: proposed.proposal?.id };
        }
        const { subject } = write;
        const ids = [...new Set(steps.map(({ id }) => id))];
        const named = (): object => (subject === undefined ? { ids } : cardName(scope, subject));
        // A deleted card has its number before, a created one afterwards.
        const before = named();
        const done = await applyPlan(scope, plan, () => ({ change, ...(change === 'created' ? named() : before) }));
        return answer(scope, done);
      },
    );
  }

  async function read<T>({ actor }: Call, documentId: string, use: (reading: RoomReading) => T): Promise<T | Problem> {
    const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
    return isProblem(access) ? access : rooms.read(documentId, use);
  }
}

type AppliedPlan = { readonly rev: number; readonly applied: boolean };

/** A write of steps: `change` names it in its event, `route` in a proposal. */
type StepsWrite = {
  readonly action: string;
  readonly route: string;
  readonly change: string;
  readonly subject?: string;
  readonly proposes: boolean;
};

/** A call about one card has no index of entries. */
function withoutIndex({ code, members: { index: _index, ...members } }: Problem): Problem {
  return problem(code, members);
}

function oneOf({ room }: CardScope, id: string, { rev, applied }: AppliedPlan): WriteOutcome<ItemAnswer> | Problem {
  const item = room.board.item(id);
  return item === undefined ? problem('item_not_found') : { value: { item, rev }, applied };
}

function allOf({ room }: CardScope, ids: readonly string[], outcome: AppliedPlan): WriteOutcome<ItemsAnswer> {
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
