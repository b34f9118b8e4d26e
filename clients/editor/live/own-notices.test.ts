import { expect, test } from 'vitest';

import type { ChangesetNotice } from './notices.ts';
import { OwnNotices } from './own-notices.ts';

const noticeOf = (id: string, agent = false): ChangesetNotice => ({
  type: 'changeset',
  id,
  tab: 'tab_1',
  rev: 1,
  author: { name: 'Ada', color: '#c2410c' },
  agent,
  group: 'g',
  counts: { added: 0, changed: 1, removed: 0 },
  summary: null,
  added: [],
  changed: ['a'],
  removed: [],
  revertOf: null,
  at: 0,
});

test('a reported changeset is the caller’s own, whether its notice comes before or after the answer', async () => {
  const seen: [id: string, isOwn: boolean][] = [];
  const notices = new OwnNotices(({ id, isOwn }) => void seen.push([id, isOwn]));
  await notices.reporting(() => {
    for (const id of ['cs_early', 'cs_of_another_person']) notices.take(noticeOf(id));
    notices.take(noticeOf('cs_of_an_agent', true));
    expect(seen).toEqual([['cs_of_an_agent', false]]);
    return Promise.resolve({ changeset: { id: 'cs_early' } });
  });
  expect(seen.slice(1)).toEqual([
    ['cs_early', true],
    ['cs_of_another_person', false],
  ]);
  await notices.reporting(() => Promise.resolve({ changeset: { id: 'cs_late' } }));
  notices.take(noticeOf('cs_late'));
  expect(seen.at(-1)).toEqual(['cs_late', true]);
});

test('notices that waited for a call are passed on when it fails', async () => {
  const seen: string[] = [];
  const notices = new OwnNotices(({ id }) => void seen.push(id));
  const failing = notices.reporting(() => {
    notices.take(noticeOf('cs_1'));
    return Promise.reject(new Error('offline'));
  });
  await expect(failing).rejects.toThrow('offline');
  expect(seen).toEqual(['cs_1']);
});
