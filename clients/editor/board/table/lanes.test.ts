import { describe, expect, test } from 'vitest';

import type { Item, ItemType } from '#schema/board.ts';

import { CardPlan } from '#core/board/card-plan.ts';

import { cardFor, groundOf, taskType, withField } from './boards.test-support.ts';
import { type Grouping, groupingsOf, type Swimlane, laneChange, lanesOf, newInLane } from './lanes.ts';
import { placeCard } from './place-card.ts';

const ada = { id: 'user_ada', name: 'Ada', color: '#c2410c' };
const ben = { id: 'user_ben', name: 'Ben', color: '#0f766e' };
const size: ItemType = withField(taskType, { id: 'f-size', label: 'Size', kind: 'choice', options: ['S', 'L'] });
const note: ItemType = { ...taskType, id: 'note', label: 'Note', glyph: '📝' };
const ground = groundOf([size, note], [ben, ada]);
const cards: Item[] = [
  cardFor('a', { assignee: ada, priority: 'high', labels: ['ui', 'api'], 'f-size': 'L' }),
  cardFor('b', { status: 'done~1', labels: ['ui'] }),
  cardFor('c', { type: 'note' }),
];
const shown = (lanes: readonly Swimlane[]): string[] =>
  lanes.map(({ title, cells }) => {
    const at = (status: string): string => (cells.get(status) ?? []).map(({ title: name }) => name).join('');
    return `${title}: ${at('todo~1')}|${at('done~1')}`;
  });
const lanes = (by: Grouping, of: readonly Item[] = cards): string[] => shown(lanesOf(by, of, ground));

describe('the lanes of a board', () => {
  test('hold the cards with their value, a card with several labels in each of them, and others in the last lane', () => {
    expect(lanes('none')).toEqual([': ac|b']);
    expect(lanes('assignee')).toEqual(['Ada: a|', 'Ben: |', 'Unassigned: c|b']);
    expect(lanes('label')).toEqual(['api: a|', 'ui: a|b', 'No label: c|']);
    expect(lanes('f-size')).toEqual(['S: |', 'L: a|', 'None: c|b']);
  });

  test('exist for the values of the board without a card, and for other values with one', () => {
    expect(lanes('priority', [])).toEqual(['Urgent: |', 'High: |', 'Medium: |', 'Low: |', 'No priority: |']);
    expect(lanes('type', [cardFor('x', { type: 'gone' })])).toEqual(['✅ Task: |', '📝 Note: |', 'Deleted type: x|']);
    expect(lanes('assignee', [cardFor('x', { assignee: { ...ada, id: 'user_zoe', name: 'Zoe' } })])[2]).toBe('Zoe: x|');
    expect(groupingsOf([size, note]).map(({ label }) => label)).toEqual([
      'No swimlanes',
      'Assignee',
      'Priority',
      'Label',
      'Type',
      'Size',
    ]);
  });

  test('change the assignee, the priority and a choice of a card, but not its type, nor to an option of another type', () => {
    const [card, , other] = cards as [Item, Item, Item];
    expect(laneChange('assignee', card, { from: ada.id, to: ben.id }, ground)).toEqual({ set: { assignee: ben } });
    expect(laneChange('assignee', card, { from: ada.id, to: '' }, ground)).toEqual({ clear: ['assignee'] });
    expect(laneChange('priority', card, { from: 'high', to: 'low' }, ground)).toEqual({ set: { priority: 'low' } });
    expect(laneChange('f-size', card, { from: 'L', to: 'S' }, ground)).toEqual({ set: { 'f-size': 'S' } });
    expect(laneChange('f-size', other, { from: '', to: 'S' }, ground)).toBeNull();
    expect(laneChange('type', card, { from: 'task', to: 'note' }, ground)).toBeNull();
    expect(laneChange('type', card, { from: 'task', to: 'task' }, ground)).toEqual({});
  });

  test('replace their label and keep the others', () => {
    const [card] = cards as [Item];
    const labels = (from: string, to: string) => laneChange('label', card, { from, to }, ground);
    expect(labels('ui', 'new')).toEqual({ set: { labels: ['new', 'api'] } });
    expect(labels('ui', 'api')).toEqual({ set: { labels: ['api'] } });
    expect(labels('ui', '')).toEqual({ clear: ['labels'] });
    expect(labels('', 'ui')).toEqual({ set: { labels: ['ui', 'api'] } });
  });

  test('give their value to new cards', () => {
    expect(newInLane('f-size', 'L', ground)).toMatchObject({ types: [{ id: 'task' }], fields: { 'f-size': 'L' } });
    expect(newInLane('type', 'note', ground)).toMatchObject({ types: [{ id: 'note' }], fields: {} });
    expect(newInLane('assignee', ada.id, ground).fields).toEqual({ assignee: ada });
  });
});

describe('a card that is placed', () => {
  const deck = {
    cards: new Map(cards.map((card) => [card.id, card])),
    types: new Map(ground.types.map((type) => [type.id, type])),
    statuses: new Set(ground.columns.map(({ status }) => status)),
  };
  const [card, done, other] = cards as [Item, Item, Item];
  const put = (what: Item, placing: Parameters<typeof placeCard>[2]) => {
    const plan = new CardPlan(deck);
    expect(placeCard(plan, what, placing)).toBeNull();
    return plan.edits.map(({ after }) => after);
  };

  test('gets the status and the value of the lane together', () => {
    const change = { set: { priority: 'low' } };
    const [after] = put(card, { status: 'done~1', before: done.id, cell: [done], change });
    expect(after).toMatchObject({ status: 'done~1', priority: 'low' });
    expect(after!.rank < done.rank).toBe(true);
  });

  test('follows the last shown card at the end of a cell, and keeps its rank in an empty cell of its own column', () => {
    const [after] = put(card, { status: 'todo~1', before: null, cell: [card, other], change: {} });
    expect(after!.rank > other.rank).toBe(true);
    const [kept] = put(card, { status: 'todo~1', before: null, cell: [], change: { clear: ['assignee'] } });
    expect(kept).toMatchObject({ rank: card.rank });
    expect(kept).not.toHaveProperty('assignee');
    expect(put(card, { status: 'todo~1', before: card.id, cell: [card, other], change: {} })).toEqual([]);
  });
});
