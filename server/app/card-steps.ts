/** What a call does to one card, as plain values: calls run them, and proposals store them. */
import { type CardDocument, CardPlan, type CardPlace, type NewCard } from '#core/board/card-plan.ts';
import type { CardChange } from '#schema/board-calls.ts';
import type { CardEdit } from '#schema/ydoc/cards.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { Problem } from '#schema/problem.ts';
import type { ProposalKeptReason } from '#schema/proposal.ts';
import type { RoomWrite } from '#server/rooms/port.ts';

type CardMove = CardPlace & Pick<CardChange, 'set' | 'clear'>;

export type CardStep =
  | { readonly step: 'create'; readonly id: string; readonly card: NewCard }
  | { readonly step: 'change'; readonly id: string; readonly change: CardChange }
  | { readonly step: 'move'; readonly id: string; readonly move: CardMove }
  | { readonly step: 'remove'; readonly id: string };

export function runStep(plan: CardPlan, step: CardStep): Problem | null {
  switch (step.step) {
    case 'create':
      return plan.create(step.id, step.card);
    case 'change':
      return plan.change(step.id, step.change);
    case 'move':
      return plan.move(step.id, step.move);
    case 'remove':
      return plan.remove(step.id);
  }
}

export const cardsOf = ({ board: { cards, types, statuses } }: Pick<RoomWrite, 'board'>): CardDocument => ({
  cards,
  types,
  statuses: new Set(statuses.map(({ status }) => status)),
});

export type RebasedSteps = {
  readonly plan: CardPlan;
  readonly accepted: readonly string[];
  readonly kept: ReadonlyMap<string, ProposalKeptReason>;
};

/** The steps on the current cards, without those about cards that others have changed since, or that are refused now. */
export function rebaseSteps(document: CardDocument, steps: readonly CardStep[], edits: readonly CardEdit[]): RebasedSteps {
  const proposed = new Map(edits.map((edit) => [edit.id, edit]));
  const kept = new Map<string, ProposalKeptReason>();
  for (const step of steps) {
    const reason = conflictOf(step, proposed.get(step.id), document);
    if (reason !== null) kept.set(step.id, reason);
  }
  for (;;) {
    const plan = new CardPlan(document);
    const accepted = steps.filter(({ id }) => !kept.has(id));
    const refused = accepted.find((step) => runStep(plan, step) !== null);
    if (refused === undefined) return { plan, accepted: [...new Set(accepted.map(({ id }) => id))], kept };
    kept.set(refused.id, 'refused');
  }
}

function conflictOf({ id, step }: CardStep, edit: CardEdit | undefined, { cards }: CardDocument): ProposalKeptReason | null {
  const now = cards.get(id);
  if (step === 'create') return now === undefined ? null : 'present';
  if (now === undefined) return 'gone';
  if (edit === undefined || edit.before === null) return null;
  const [before, current] = [fieldsOf(edit.before), fieldsOf(now)];
  const after = edit.after === null ? null : fieldsOf(edit.after);
  const names = new Set([...Object.keys(before), ...Object.keys(current), ...Object.keys(after ?? {})]);
  const isChanged = [...names].some(
    (name) => !jsonEqual(before[name], current[name]) && (after === null || !jsonEqual(before[name], after[name])),
  );
  return isChanged ? 'changed' : null;
}

/** A card's place in its column changes with those of others. */
function fieldsOf(card: NonNullable<CardEdit['before']>): Record<string, unknown> {
  const { rank: _rank, ...fields } = card;
  return { ...fields };
}
