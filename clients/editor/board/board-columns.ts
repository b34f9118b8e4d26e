/**
 * board-columns: the columns of a board and the types that it shows, as they are after a change.
 *
 * C1  A new column stands at the end, under a status of its own that begins with its name.
 * C2  A column keeps its status, and so its cards, whatever it is called and wherever it stands.
 * C3  A type that is gone stays among those that the board shows: it may come back.
 */
import type { BoardColumn, PlanBoard } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { slugFrom } from '#core/ops/new-id.ts';

import { storable } from '../changes/text.ts';

export const wipLimitMax = 2_000;

/** [C1] Null: nothing was written, or there is no room for another one. */
export function withColumn(board: PlanBoard, name: string, suffix: string): PlanBoard | null {
  const named = columnName(name);
  if (named === null || board.columns.length >= limits.boardColumns) return null;
  const status = `${slugFrom(named) || 'column'}~${suffix}`;
  return { ...board, columns: [...board.columns, { status, name: named }] };
}

/** [C2] Null when the name is none. */
export function renameColumn(board: PlanBoard, status: string, name: string): PlanBoard | null {
  const named = columnName(name);
  return named === null ? null : mapped(board, status, (column) => ({ ...column, name: named }));
}

/** Null: as many cards as anybody likes. */
export function limitColumn(board: PlanBoard, status: string, wipLimit: number | null): PlanBoard {
  return mapped(board, status, ({ wipLimit: _old, ...column }) => (wipLimit === null ? column : { ...column, wipLimit }));
}

/** [C2] `by` places to the right; at the ends it stays. */
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

/** [C3] `ids`: all types that there are. Null in `types` is all of them, also those to come. */
export function withType({ types, ...board }: PlanBoard, typeId: string, isShown: boolean, ids: readonly string[]): PlanBoard {
  const known = types ?? [...ids];
  const others = known.filter((id) => id !== typeId);
  return { ...board, types: isShown ? [...others, typeId] : others };
}

/** What was typed as a limit; null for none, `undefined` when it is no limit. */
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
