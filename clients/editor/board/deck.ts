/**
 * deck: the cards of the open document, and a person's changes to them, checked by the same rules as calls to the server. Each
 * change is one undo step; a refused change writes nothing and is reported.
 */
import { newId } from '#schema/ids.ts';
import type { ItemType } from '#schema/board.ts';
import { type Problem, problem } from '#schema/problem.ts';
import { writeCards } from '#schema/ydoc/cards.ts';

import { CardPlan, type CardDocument } from '#core/board/card-plan.ts';

import type { Editor } from '../state/editor.ts';
import { type BoardShape, boardsOf } from './boards-in.ts';
import { boardTexts } from '../strings/board.ts';

/** The cards as card-plan.ts reads them. */
export function deckOf({ session }: Editor): CardDocument {
  const statuses = new Set(
    boardsOf(session).flatMap(({ board: { planBoard } }) => planBoard.columns.map(({ status }) => status)),
  );
  return { cards: session.cards.items, types: session.cards.types, statuses };
}

/** Writes what `plan` does, as one undo step. Null if it succeeded. */
export function changeCards(editor: Editor, plan: (cards: CardPlan) => Problem | null): Problem | null {
  const cards = new CardPlan(deckOf(editor));
  const refusal = plan(cards);
  if (refusal !== null) return refusal;
  const { edits } = cards;
  if (edits.length === 0) return null;
  const isWritten = editor.session.transact((doc) => writeCards(doc, edits));
  return isWritten ? null : problem('access_denied', { detail: boardTexts.cannotChangeCards });
}

/** Like `changeCards`, but reports the refusal. True if it succeeded. */
export function changedCards(editor: Editor, plan: (cards: CardPlan) => Problem | null): boolean {
  const refusal = changeCards(editor, plan);
  if (refusal === null) return true;
  editor.tell({ text: refusal.detail ?? refusal.code, kind: 'failure' });
  return false;
}

/** A new card, of the first of the types that the column accepts. */
export type NewCardSpec = {
  readonly status: string;
  /** Null for the default title of the type. */
  readonly title: string | null;
  readonly types: readonly ItemType[];
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
};

/** Adds a card at the end of a column. Its id, or null if it was refused. */
export function addCard(editor: Editor, { status, title, types, fields }: NewCardSpec): string | null {
  const type = types.find(({ statuses }) => statuses?.includes(status) !== false);
  if (type === undefined) {
    editor.tell({ text: boardTexts.columnAcceptsNoType, kind: 'failure' });
    return null;
  }
  const id = newId('item');
  const spec = {
    type: type.id,
    fields: { ...fields, title: title ?? (type.newTitle.trim() || boardTexts.newCard) },
    place: { status },
  };
  return changedCards(editor, (cards) => cards.create(id, spec)) ? id : null;
}

/** The card types that a board shows. */
export const typesOf = ({ session }: Editor, { planBoard: { types } }: BoardShape): ItemType[] =>
  [...session.cards.types.values()].filter(({ id }) => types?.includes(id) !== false);
