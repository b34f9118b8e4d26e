import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { peopleIn } from './people-store.ts';

const ada = { id: 'user_1', name: 'Ada', color: '#1d4ed8' };
const ben = { id: 'user_2', name: 'Ben', color: '#0f766e' };
const agent = (status: string, focus: string[], setAt: number) => ({
  user: ada,
  tab: 't',
  agent: { status, focus, setAt, expiresAt: 9 },
});

describe('the people of a document', () => {
  test('include agents of one owner on one tab as one, with the latest status and the focus of all', () => {
    const states = new Map<number, unknown>([
      [2 ** 32 + 2, agent('second', ['b~00000000', 'a~00000000'], 20)],
      [2 ** 32 + 1, agent('first', ['a~00000000'], 10)],
      [2 ** 32 + 3, { ...agent('elsewhere', [], 30), tab: 'u' }],
    ]);
    const people = peopleIn(states, 1);
    expect(people.map(({ kind, tab, status, focus }) => [kind, tab, status, focus])).toEqual([
      ['agent', 't', 'second', ['a~00000000', 'b~00000000']],
      ['agent', 'u', 'elsewhere', []],
    ]);
  });

  test('include another window of the same person, but not this one', () => {
    const states = new Map([1, 2].map((client) => [client, { user: ben, tab: 't', selection: [], cursor: { x: 1, y: 2 } }]));
    expect(peopleIn(states, 1).map(({ key, cursor }) => [key, cursor])).toEqual([['2', { x: 1, y: 2 }]]);
  });

  test('include the active cell of a sheet', () => {
    const cell = { sheet: 'sheet_1', row: 'row_1', col: 'col_1' };
    const states = new Map<number, unknown>([
      [2, { user: ben, tab: 't', cell }],
      [3, { user: ben, tab: 't', cell: { sheet: 7, row: [] } }],
      [4, { user: ben, tab: 't' }],
    ]);
    expect(peopleIn(states, 1).map((person) => person.cell)).toEqual([cell, null, null]);
  });

  test('include the line of a laser pointer, if it is valid', () => {
    const laser = { line: 2, from: 7, points: [[1, 2.5], [-3, 4]] }; // prettier-ignore
    const bad = [5, {}, { ...laser, line: -1 }, { ...laser, from: 0.5 }, { ...laser, points: [[1]] }, { ...laser, points: [[1, '2']] }, { ...laser, points: Array(limits.laserPoints + 1).fill([0, 0]) }]; // prettier-ignore
    const states = new Map([laser, ...bad].map((value, index) => [index + 2, { user: ben, tab: 't', laser: value }]));
    expect(peopleIn(states, 1).map((person) => person.laser)).toEqual([laser, ...bad.map(() => null)]);
  });

  test('include the text that someone types, if it is valid', () => {
    const typing = { id: 'a~00000000', text: 'Check' };
    const bad = [5, {}, { id: 'a~00000000' }, { ...typing, text: 7 }, { ...typing, text: 'x'.repeat(limits.typingCharacters + 1) }]; // prettier-ignore
    const states = new Map([typing, ...bad].map((value, index) => [index + 2, { user: ben, tab: 't', typing: value }]));
    expect(peopleIn(states, 1).map((person) => person.typing)).toEqual([typing, ...bad.map(() => null)]);
  });

  test('include a reaction, if it is valid', () => {
    const reaction = { number: 3, emoji: '🎉', x: 1, y: -2.5 };
    const bad = [5, {}, { ...reaction, emoji: 'Buy!' }, { ...reaction, x: '1' }, { ...reaction, number: null }];
    const states = new Map([reaction, ...bad].map((value, index) => [index + 2, { user: ben, tab: 't', reaction: value }]));
    expect(peopleIn(states, 1).map((person) => person.reaction)).toEqual([reaction, ...bad.map(() => null)]);
  });

  test('have plain and limited values, whatever a state contains', () => {
    const hostile: unknown[] = [
      null,
      7,
      { user: 'Ada' },
      { user: { ...ben, color: 'url(x)' }, selection: Array(10_000).fill('x'.repeat(1_000)), cursor: { x: NaN, y: 1 } },
      { user: ben, selection: { length: 3 }, viewport: { x: 1, y: 1, width: 'w', height: 2 }, tab: 5 },
      { user: ben, agent: { status: 'x'.repeat(5_000), focus: [1, null, 'a~00000000'], setAt: 'now' } },
    ];
    const people = peopleIn(new Map(hostile.map((state, index) => [index + 2, state])), 1);
    expect(people).toHaveLength(3);
    expect(people.map(({ user }) => user.color)).toEqual(['#6b7280', ben.color, ben.color]);
    expect(people.map(({ selection, focus }) => [selection.length, focus])).toEqual([
      [0, []],
      [0, []],
      [0, ['a~00000000']],
    ]);
    expect(people.every(({ cursor, viewport }) => cursor === null && viewport === null)).toBe(true);
    expect(people[2]?.status?.length).toBeLessThanOrEqual(300);
  });
});
