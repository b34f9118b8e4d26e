import { expect, test } from 'vitest';

import { beginDraft, pointedAt, pointsByKeys, rewritten } from './cell-draft.ts';
import { at } from './grid-selection.ts';

const enter = (text: string) => beginDraft(text, { mode: 'enter', where: 'cell' });

test('cells that are pointed at insert their address, in the place of the one that was pointed at before', () => {
  const first = pointedAt(enter('=SUM('), at({ row: 0, col: 0 }), 'A1')!;
  expect([first.text, first.caret]).toEqual(['=SUM(A1', 7]);
  const second = pointedAt(first, at({ row: 8, col: 0 }), 'A1:A9')!;
  expect([second.text, second.caret]).toEqual(['=SUM(A1:A9', 10]);
  const more = rewritten(second, '=SUM(A1:A9,', 11);
  expect(pointedAt(more, at({ row: 1, col: 1 }), 'B2')?.text).toBe('=SUM(A1:A9,B2');
  expect(pointedAt(rewritten(second, '=SUM(A1:A9)', 11), at({ row: 1, col: 1 }), 'B2')).toBeNull();
  expect(pointedAt(enter('Total'), at({ row: 1, col: 1 }), 'B2')).toBeNull();
});

test('arrow keys point at cells in a new text, and move the caret in an edited one', () => {
  expect(pointsByKeys(enter('=A1+'))).toBe(true);
  expect(pointsByKeys(enter('=A1'))).toBe(false);
  expect(pointsByKeys({ ...enter('=A1+'), mode: 'edit' })).toBe(false);
  expect(pointsByKeys(pointedAt(enter('='), at({ row: 0, col: 0 }), 'A1')!)).toBe(true);
});
