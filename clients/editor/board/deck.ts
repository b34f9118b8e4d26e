/**
 * deck: the cards of the open document, and what a person does to them, by the rules by which the server judges calls.
 *
 * Each change is one step of the person's undo; one that the rules refuse changes nothing, and says why.
 */
import { newId } from '#schema/ids.ts';
import { type Problem, problem } from '#schema/problem.ts';
import { writeCards } from '#schema/ydoc/cards.ts';

import { CardPlan, type Deck } from '#core/plan/card-plan.ts';

import type { Editor } from '../document/editor.ts';
import { boardsOf } from './boards-in.ts';

/** As card-plan.ts sees them. */
export function deckOf({ session }: Editor): Deck {
  const statuses = new Set(
    boardsOf(session).flatMap(({ board: { planBoard } }) => planBoard.columns.map(({ status }) => status)),
  );
  return { cards: session.cards.items, types: session.cards.types, statuses };
}

/** Does what `plan` asks for, as one step. Null when it is done. */
export function changeCards(editor: Editor, plan: (cards: CardPlan) => Problem | null): Problem | null {
  const cards = new CardPlan(deckOf(editor));
  const refusal = plan(cards);
  if (refusal !== null) return refusal;
  const { edits } = cards;
  if (edits.length === 0) return null;
  const isWritten = editor.session.transact((doc) => writeCards(doc, edits));
  return isWritten ? null : problem('access_denied', { detail: 'You may not change the cards of this document.' });
}

/** The same, telling the person what was refused. True when it is done. */
export function changedCards(editor: Editor, plan: (cards: CardPlan) => Problem | null): boolean {
  const refusal = changeCards(editor, plan);
  if (refusal === null) return true;
  editor.tell({ text: refusal.detail ?? refusal.code, kind: 'failure' });
  return false;
}

/** A new card at the end of a column; its id, or null where it was refused. */
export function addCard(editor: Editor, status: string, typeIds: readonly string[] | null, title: string): string | null {
  const types = [...editor.session.cards.types.values()];
  const type = types.find(({ id, statuses }) => typeIds?.includes(id) !== false && statuses?.includes(status) !== false);
  if (type === undefined) {
    editor.tell({ text: 'No card type is allowed in this column.', kind: 'failure' });
    return null;
  }
  const id = newId('item');
  return changedCards(editor, (cards) => cards.create(id, { type: type.id, fields: { title }, place: { status } })) ? id : null;
}
