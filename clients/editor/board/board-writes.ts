/**
 * board-writes: a person's changes to a board itself, each as one undo step. A refused change writes nothing and is reported. No
 * card is lost with its column: a card that is not moved keeps its status, and is listed among the cards of no board.
 */
import type { Item, ItemType } from '#schema/board.ts';
import type { PlanBoard } from '#schema/plan-board.ts';
import { isProblem } from '#schema/problem.ts';
import { writeCards } from '#schema/ydoc/cards.ts';
import { applyEdits } from '#schema/ydoc/write.ts';

import { CardPlan } from '#core/board/card-plan.ts';

import { writeChange } from '../changes/write-change.ts';
import { planChange } from '../changes/change.ts';
import { setFields } from '../changes/set-fields.ts';
import type { Editor } from '../state/editor.ts';
import { without } from './board-columns.ts';
import type { BoardShape } from './boards-in.ts';
import { changedCards, deckOf } from './deck.ts';

/** True if it was written, or changed nothing. */
export function writeBoard(editor: Editor, { id, planBoard: before }: BoardShape, planBoard: PlanBoard | null): boolean {
  if (planBoard === null || planBoard === before) return false;
  return writeChange(editor, setFields([id], { planBoard }));
}

/** Deletes a column, and moves its cards to the end of the column `into`; with null they stay. All of it is written, or nothing. */
export function removeColumn(editor: Editor, board: BoardShape, status: string, into: string | null): boolean {
  if (!editor.mayEdit.get()) return false;
  const edits = planChange(editor.tab.view, setFields([board.id], { planBoard: without(board.planBoard, status) }));
  if (isProblem(edits)) {
    editor.tell({ text: edits.detail, kind: 'failure' });
    return false;
  }
  const cards = new CardPlan(deckOf(editor));
  const types = editor.session.cards.types;
  if (into !== null) for (const card of movable(cardsOf(editor, status), into, types)) cards.move(card.id, { status: into });
  return editor.session.transact((doc) => {
    applyEdits(doc, editor.tab.id, edits);
    writeCards(doc, cards.edits);
  });
}

/** Moves cards of no board into a column. */
export const putInto = (editor: Editor, cards: readonly Item[], status: string): boolean =>
  changedCards(editor, (plan) => {
    for (const { id } of movable(cards, status, editor.session.cards.types)) {
      const refusal = plan.move(id, { status });
      if (refusal !== null) return refusal;
    }
    return null;
  });

/** All cards with a status, archived ones too, in order. */
export const cardsOf = ({ session }: Editor, status: string): Item[] =>
  [...session.cards.items.values()].filter((card) => card.status === status).toSorted((a, b) => (a.rank < b.rank ? -1 : 1));

/** The cards that no column of any board shows. */
export function cardsOfNoBoard(editor: Editor): Item[] {
  const { statuses } = deckOf(editor);
  return [...editor.session.cards.items.values()].filter(
    ({ status, archived }) => archived !== true && (status === undefined || !statuses.has(status)),
  );
}

/** The cards whose type accepts the status. */
const movable = (cards: readonly Item[], status: string, types: ReadonlyMap<string, ItemType>): Item[] =>
  cards.filter(({ type }) => types.get(type)?.statuses?.includes(status) !== false);
