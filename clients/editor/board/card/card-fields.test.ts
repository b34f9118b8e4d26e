import { expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';

import { Desk, officeWith } from '../../live/desk.test-support.ts';
import { cardFor, taskType } from '../table/boards.test-support.ts';
import { fieldChange, labelsIn, showsField, statusOptions } from './card-fields.ts';

test('an empty value clears a field of a card', () => {
  expect(fieldChange('due', '2026-01-02')).toEqual({ set: { due: '2026-01-02' } });
  expect([fieldChange('due', ''), fieldChange('estimate', null)]).toEqual([{ clear: ['due'] }, { clear: ['estimate'] }]);
  expect(fieldChange('estimate', 0)).toEqual({ set: { estimate: 0 } });
});

test('labels are separated by commas, each once', () => {
  expect(labelsIn(' a, b ,a,,c ')).toEqual(['a', 'b', 'c']);
  expect(labelsIn(' , ')).toBeNull();
});

test('a card shows the fields of its type, others that it has, and all fields if its type was deleted', () => {
  const type = { ...taskType, fields: ['title', 'status'] };
  expect(showsField(cardFor('a'), type, 'due')).toBe(false);
  expect(showsField(cardFor('a', { due: '2026-01-02' }), type, 'due')).toBe(true);
  expect(showsField(cardFor('a'), undefined, 'due')).toBe(true);
});

test('a card can get the status of any column that accepts its type, and keeps that of a deleted column', () => {
  const columns = ['todo~00000001', 'done~00000001'].map((status) => ({ status, name: status.slice(0, 4) }));
  const board = { id: 'board~00000000', type: 'shape', shape: 'plan-board', z: 'a0', x: 0, y: 0, width: 400, height: 300, planBoard: { types: null, columns } } as unknown as Element; // prettier-ignore
  const desk = new Desk(officeWith(board), 7);
  const of = (status: string, statuses?: readonly string[]) =>
    statusOptions(desk, cardFor('a', { status }), { ...taskType, ...(statuses !== undefined && { statuses: [...statuses] }) });
  expect(of('todo~00000001').map(({ label }) => label)).toEqual(['todo', 'done']);
  expect(of('todo~00000001', ['todo~00000001']).map(({ label }) => label)).toEqual(['todo']);
  expect(of('gone~00000001').map(({ value }) => value)).toEqual(['todo~00000001', 'done~00000001', 'gone~00000001']);
});
