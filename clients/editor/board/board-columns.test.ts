import { describe, expect, test } from 'vitest';

import { PlanBoard } from '#schema/plan-board.ts';
import { limits } from '#schema/limits.ts';
import { validationErrors } from '#schema/validate.ts';

import { limitColumn, limitIn, moveColumn, renameColumn, withColumn, without, withType } from './board-columns.ts';

const board: PlanBoard = {
  types: null,
  columns: [
    { status: 'todo~1', name: 'Item' },
    { status: 'doing~1', name: 'Doing', wipLimit: 2 },
    { status: 'done~1', name: 'Done' },
  ],
};
const names = ({ columns }: PlanBoard): string[] => columns.map(({ name }) => name);

describe('the columns of a board', () => {
  test('gain one at the end, with a status that is valid whatever its name is', () => {
    expect(withColumn(board, ' In review ', 'abc')?.columns.at(-1)).toEqual({ status: 'in-review~abc', name: 'In review' });
    for (const name of ['已完成', '1 · 2 · 3', '🚀', 'Ä'.repeat(300), 'a\u0000b'])
      expect(validationErrors(PlanBoard, withColumn(board, name, 'abc')), name).toEqual([]);
    expect(withColumn(board, '  ', 'abc')).toBeNull();
    const full = {
      ...board,
      columns: Array.from({ length: limits.boardColumns }, (_, at) => ({ status: `c~${at}`, name: 'C' })),
    };
    expect(withColumn(full, 'One more', 'abc')).toBeNull();
  });

  test('keep their status when they are renamed, limited and moved', () => {
    const [, doing] = moveColumn(limitColumn(renameColumn(board, 'todo~1', 'Later')!, 'todo~1', 4), 'todo~1', 1).columns;
    expect(doing).toEqual({ status: 'todo~1', name: 'Later', wipLimit: 4 });
    expect(limitColumn(board, 'doing~1', null).columns[1]).toEqual({ status: 'doing~1', name: 'Doing' });
    expect(renameColumn(board, 'todo~1', ' ')).toBeNull();
    expect(names(moveColumn(board, 'todo~1', -1))).toEqual(['Item', 'Doing', 'Done']);
    expect(names(moveColumn(board, 'done~1', 1))).toEqual(['Item', 'Doing', 'Done']);
    expect(names(without(board, 'doing~1'))).toEqual(['Item', 'Done']);
  });

  test('hold cards of types that are shown and hidden one by one, and of deleted types', () => {
    expect(withType(board, 'note', false, ['task', 'note']).types).toEqual(['task']);
    expect(withType({ ...board, types: ['gone', 'task'] }, 'note', true, ['task', 'note']).types).toEqual([
      'gone',
      'task',
      'note',
    ]);
  });

  test('have a whole number from 1 as their limit, or none', () => {
    expect(['', ' 3 ', '2000'].map(limitIn)).toEqual([null, 3, 2_000]);
    expect(['0', '-1', '2.5', '2001', 'x', '1e3'].map(limitIn)).toEqual(Array.from({ length: 6 }, () => undefined));
  });
});
