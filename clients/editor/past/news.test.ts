import { expect, test } from 'vitest';

import type { Activity } from '#schema/history.ts';

import { noteVisit, readVisit } from './last-visit.ts';
import { newsSince } from './news.ts';

const ada = { name: 'Ada', color: '#c2410c' };
const grace = { name: 'Grace', color: '#1d4ed8' };
const entry = (author: typeof ada, to: number, over: Partial<Activity> = {}): Activity => ({
  tabId: 't',
  author,
  agent: false,
  from: to,
  to,
  firstRev: 1,
  rev: to,
  elements: 2,
  changeset: null,
  ...over,
});

test('news are what others and agents did after the last visit, each author once', () => {
  const activity = [
    entry(grace, 9, { tabId: 'u' }),
    entry(ada, 8, { agent: true }),
    entry(ada, 7),
    entry(grace, 6),
    entry(grace, 5),
  ];
  expect(newsSince(activity, 5, ada)).toEqual({
    authors: [
      { name: 'Grace', agent: false },
      { name: 'Ada', agent: true },
    ],
    elements: 6,
    tabId: 'u',
  });
});

test('there are no news if only the person has edited, or no one since', () => {
  expect(newsSince([entry(ada, 9)], 5, ada)).toBeNull();
  expect(newsSince([entry(grace, 5)], 5, ada)).toBeNull();
  expect(newsSince([], 5, ada)).toBeNull();
});

test('a visit reads as it was noted, and as none where storage is disabled or holds something else', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  expect(readVisit(storage, 'k')).toBeNull();
  noteVisit(storage, 'k', 1_700_000_000_000);
  expect(readVisit(storage, 'k')).toBe(1_700_000_000_000);
  kept.set('k', 'yesterday');
  expect(readVisit(storage, 'k')).toBeNull();
  const disabled = (): never => {
    throw new Error('storage is disabled');
  };
  expect(readVisit({ getItem: disabled }, 'k')).toBeNull();
  noteVisit({ setItem: disabled }, 'k', 1);
});
