/** board-columns: the columns of a board and its card types after a change. */
import type { BoardColumn, PlanBoard } from '#schema/plan-board.ts';
import { limits } from '#schema/limits.ts';

import { slugFrom } from '#core/notation/slug.ts';

import { storable } from '../changes/text.ts';

export const wipLimitMax = 2_000;

/**
 * A new column is the last one. Its status begins with its name, and stays when the column is renamed or moved. Null if the name is
 * empty or the board is full.
 */
export function withColumn(board: PlanBoard, name: string, suffix: string): PlanBoard | null {
  const label = columnName(name);
  if (label === null || board.columns.length >= limits.boardColumns) return null;
  const status = `${slugFrom(label) || 'column'}~${suffix}`;
  return { ...board, columns: [...board.columns, { status, name: label }] };
}

/** Null if the name is empty. */
export function renameColumn(board: PlanBoard, status: string, name: string): PlanBoard | null {
  const label = columnName(name);
  return label === null ? null : mapped(board, status, (column) => ({ ...column, name: label }));
}

/** A limit of null allows any number of cards. */
export function limitColumn(board: PlanBoard, status: string, wipLimit: number | null): PlanBoard {
  return mapped(board, status, ({ wipLimit: _old, ...column }) => (wipLimit === null ? column : { ...column, wipLimit }));
}

/** `by`: places to the right. A column at the end stays there. */
export function moveColumn(board: PlanBoard, status: string, by: number): PlanBoard {
  const from = board.columns.findIndex((column) => column.status === status);
  const column = board.columns[from];
  const to = from + by;
  if (column === undefined || to < 0 || to >= board.columns.length) return board;
  return { ...board, columns: board.columns.toSpliced(from, 1).toSpliced(to, 0, column) };
}

export function without(board: PlanBoard, status: string): PlanBoard {
  return { ...board, columns: board.columns.filter((column) => column.status !== status) };
}

/**
 * `ids`: all types of the document. `types` is null on a board that shows all of them, later ones too. A deleted type stays on the
 * list, as it may be restored.
 */
export function withType({ types, ...board }: PlanBoard, typeId: string, isShown: boolean, ids: readonly string[]): PlanBoard {
  const current = types ?? [...ids];
  const others = current.filter((id) => id !== typeId);
  return { ...board, types: isShown ? [...others, typeId] : others };
}

/** A typed limit; null for an empty text, `undefined` if it is not valid. */
export function limitIn(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const limit = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  return limit >= 1 && limit <= wipLimitMax ? limit : undefined;
}

function columnName(text: string): string | null {
  const name = storable(text, limits.nameCharacters).trim();
  return name === '' ? null : name;
}

const mapped = (board: PlanBoard, status: string, change: (column: BoardColumn) => BoardColumn): PlanBoard => ({
  ...board,
  columns: board.columns.map((column) => (column.status === status ? change(column) : column)),
});
