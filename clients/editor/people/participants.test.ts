import { describe, expect, test } from 'vitest';

import type { TabSettings } from '#schema/tab.ts';

import type { UserBadge, Participation } from '../live/people-store.ts';
import { participantsByTab, participantsOn, participantText, headCount } from './participants.ts';

const face = (id: string): UserBadge => ({ id, name: id.toUpperCase(), color: '#1d4ed8' });
const person = (key: string, values: Partial<Participation> & { readonly user: UserBadge }): Participation => ({
  key,
  kind: 'editor',
  tab: 'tab_a',
  selection: [],
  cursor: null,
  viewport: null,
  cell: null,
  laser: null,
  spotlight: null,
  typing: null,
  reaction: null,
  status: null,
  focus: [],
  ...values,
});
const tabs = [
  { id: 'tab_a', name: 'A' },
  { id: 'tab_b', name: 'B' },
] as unknown as readonly TabSettings[];

describe('participants', () => {
  test('have one entry for two windows of a person, and none for agents', () => {
    const people = [
      person('1', { user: face('ada') }),
      person('2', { user: face('ada') }),
      person('3', { user: face('ben'), kind: 'agent' }),
    ];
    expect(participantsOn('tab_a', people, null).map(({ key }) => key)).toEqual(['ada', 'agent ben']);
    expect(headCount(people, null)).toBe(1);
    expect(headCount(people, face('me'))).toBe(2);
  });

  test('have an agent at its owner if that is on the tab', () => {
    const agent = person('9', { user: face('ada'), kind: 'agent', status: 'drawing' });
    const here = participantsOn('tab_a', [agent, person('1', { user: face('ada') })], null);
    expect(here.map(participantText)).toEqual(['ADA, agent: drawing']);
    const elsewhere = participantsOn('tab_a', [agent, person('1', { user: face('ada'), tab: 'tab_b' })], null);
    expect(elsewhere.map(participantText)).toEqual(['ADA (agent): drawing']);
    expect(participantsOn('tab_a', [agent], face('ada')).map(participantText)).toEqual(['ADA (you), agent: drawing']);
  });

  test('can be followed if they are other people', () => {
    const people = [person('7', { user: face('ben') }), person('9', { user: face('cy'), kind: 'agent' })];
    expect(participantsOn('tab_a', people, face('ada')).map(({ followed }) => followed)).toEqual([null, '7', null]);
  });

  test('are grouped by tab: the shown one first, and people on no tab last', () => {
    const people = [
      person('1', { user: face('ada') }),
      person('2', { user: face('ben'), tab: 'tab_b' }),
      person('3', { user: face('cy'), tab: 'tab_gone' }),
    ];
    const told = participantsByTab(tabs, 'tab_b', people, null).map(({ tab, company }) => [
      tab?.id,
      company.map(({ key }) => key),
    ]);
    expect(told).toEqual([
      ['tab_b', ['ben']],
      ['tab_a', ['ada']],
      [undefined, ['cy']],
    ]);
  });
});
