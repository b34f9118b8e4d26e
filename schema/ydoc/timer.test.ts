import { expect, test } from 'vitest';
import * as Y from 'yjs';

import { root } from './roots.ts';
import { readTimer, writeTimer } from './timer.ts';
import { initDocument } from './write.ts';

test('a timer is read as it was written, until it is removed', () => {
  const doc = new Y.Doc();
  initDocument(doc, { name: 'Plan' });
  expect(readTimer(doc)).toBeNull();
  for (const timer of [
    { seconds: 60, endsAt: 1_000, leftMs: null },
    { seconds: 60, endsAt: null, leftMs: 5 },
  ]) {
    writeTimer(doc, timer);
    expect(readTimer(doc)).toEqual(timer);
  }
  writeTimer(doc, null);
  expect(readTimer(doc)).toBeNull();
});

test.each([
  [5],
  ['x'],
  [{}],
  [{ seconds: 60 }],
  [{ seconds: 60, endsAt: null, leftMs: null }],
  [{ seconds: 60, endsAt: 1, leftMs: 1 }],
  [{ seconds: -1, endsAt: 1, leftMs: null }],
  [{ seconds: 60, endsAt: 0.5, leftMs: null }],
])('%j is none', (stored) => {
  const doc = new Y.Doc();
  root(doc, 'meta').set('timer', stored);
  expect(readTimer(doc)).toBeNull();
});
