/**
 * deck: the cards of the open document, and what a person does to them, by the rules by which the server judges calls.
 *
 * Each change is one step of the person's undo; one that the rules refuse changes nothing, and says why.
 */
import { newId } from '#schema/ids.ts';
import type { ItemType } from '#schema/board.ts';
import { type Problem, problem } from '#schema/problem.ts';
import { writeCards } from '#schema/ydoc/cards.ts';

import { CardPlan, type CardDocument } from '#core/board/card-plan.ts';

import type { Editor } from '../state/editor.ts';
import { type BoardShape, boardsOf } from './boards-in.ts';
import { boardTexts } from '../strings/board.ts';

/** As card-plan.ts sees them. */
export function deckOf({ session }: Editor): CardDocument {
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
  return isWritten ? null : problem('access_denied', { detail: boardTexts.cannotChangeCards });
}

/** The same, telling the person what was refused. True when it is done. */
export function changedCards(editor: Editor, plan: (cards: CardPlan) => Problem | null): boolean {
  const refusal = changeCards(editor, plan);
  if (refusal === null) return true;
  editor.tell({ text: refusal.detail ?? refusal.code, kind: 'failure' });
  return false;
}

/** What a new card is, and where: of the first of the types that the column takes. */
export type NewCardSpec = {
  readonly status: string;
  /** Null: as its type calls a new one. */
  readonly title: string | null;
  readonly types: readonly ItemType[];
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
};

/** A new card at the end of a column; its id, or null where it was refused. */
export function addCard(editor: Editor, { status, title, types, fields }: NewCardSpec): string | null {
  const type = types.find(({ statuses }) => statuses?.includes(status) !== false);
  if (type === undefined) {
    editor.tell({ text: boardTexts.columnAcceptsNoType, kind: 'failure' });
    return null;
  }
  const id = newId('item');
  const made = {
    type: type.id,
    fields: { ...fields, title: title ?? (type.newTitle.trim() || boardTexts.newCard) },
    place: { status },
  };
  return changedCards(editor, (cards) => cards.create(id, made)) ? id : null;
}

/** The types of the cards that a board shows. */
export const typesOf = ({ session }: Editor, { planBoard: { types } }: BoardShape): ItemType[] =>
  [...session.cards.types.values()].filter(({ id }) => types?.includes(id) !== false);
