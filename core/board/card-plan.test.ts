import { describe, expect, test } from 'vitest';

import { defaultCatalogue } from '#schema/default-catalogue.ts';
import type { Card } from '#schema/board.ts';
import type { Problem } from '#schema/problem.ts';

import { CardPlan } from './card-plan.ts';
import { byRank } from './columns.ts';

const types = new Map(defaultCatalogue.types.map((type) => [type.id, type]));
const statuses = new Set(['to-do~1', 'done~1']);
const boardCards = (cards: readonly Card[] = []) => ({ cards: new Map(cards.map((each) => [each.id, each])), types, statuses });
const createCard = (plan: CardPlan, title: string, fields: object = {}, place?: object): Problem | null =>
  plan.create(title, { type: 'task', fields: { title, ...fields }, ...(place !== undefined && { place }) });
/** Ids of the cards in the column after the edits. */
const column = (plan: CardPlan, status?: string): string[] =>
  plan.edits
    .flatMap(({ after }) => (after === null || after.status !== status ? [] : [after]))
    .toSorted(byRank)
    .map(({ id }) => id);

describe('a plan', () => {
  test('each step of a card plan sees the result of those before it', () => {
    const plan = new CardPlan(boardCards());
    for (const title of ['a', 'b', 'c']) expect(createCard(plan, title, { status: 'to-do~1' })).toBeNull();
    expect(createCard(plan, 'd', {}, { status: 'to-do~1', after: 'a' })).toBeNull();
    expect(plan.move('b', { before: 'a' })).toBeNull();
    expect(plan.change('c', { set: { status: 'done~1' } })).toBeNull();
    expect([column(plan, 'to-do~1'), column(plan, 'done~1')]).toEqual([['b', 'a', 'd'], ['c']]);
    expect(plan.remove('a')).toBeNull();
    expect(plan.move('d', { after: 'a' })?.code).toBe('place_invalid');
    expect(plan.change('a', { set: {} })?.code).toBe('item_not_found');
  });

  test('a card plan has no edit for a card that ends with its original value', () => {
    const card: Card = { id: 'a', type: 'task', title: 'a', rank: 'a0', priority: 'low' };
    const plan = new CardPlan(boardCards([card]));
    plan.change('a', { set: { priority: 'high' } });
    plan.change('a', { set: { priority: 'low', title: 'a' } });
    plan.move('a', {});
    expect(plan.edits).toEqual([]);
  });

  test('NUL and lone surrogates are removed, and text of nothing else is empty', () => {
    const plan = new CardPlan(boardCards());
    expect(createCard(plan, 'a', { title: 'a\u0000\ud800', labels: ['\u0000x'] })).toBeNull();
    expect(plan.move('a', { set: { labels: ['\ud800'] } })).toBeNull();
    expect(plan.change('a', { set: { description: 'b\u0000' } })).toBeNull();
    expect(plan.card('a')).toMatchObject({ title: 'a\ufffd', labels: ['\ufffd'], description: 'b' });
    expect(plan.change('a', { set: { title: '\u0000 ' } })?.code).toBe('title_required');
  });

  test('`after` takes precedence over `before`, and a card is placed only beside other cards', () => {
    const plan = new CardPlan(boardCards());
    for (const title of ['a', 'b', 'c']) createCard(plan, title);
    expect(plan.move('c', { after: 'a', before: 'nobody' })).toBeNull();
    expect(column(plan)).toEqual(['a', 'c', 'b']);
    expect(plan.move('c', { after: 'c' })?.code).toBe('place_invalid');
  });
});
