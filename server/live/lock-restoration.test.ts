import { describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';

import type { GuardPass } from './guard/verdict.ts';
import type { LockedSnapshot } from './locked-snapshot.ts';
import { LockRestoration } from './lock-restoration.ts';

const documentId = newId('doc');
const tab = newId('tab');

const snapshotOf = (values: Readonly<Record<string, unknown>>): LockedSnapshot =>
  new Map(
    Object.entries(values).map(([id, value]) => [`${tab}/elements/${id}`, { path: [tab, 'elements', id] as const, value }]),
  );
const nothing: LockedSnapshot = new Map();
const touching = (...ids: string[]): GuardPass['touches'] => ({
  tabs: new Map([[tab, new Set(ids)]]),
  settings: new Set(),
  pages: new Map(),
  addedTabs: new Set(),
  removedTabs: new Set(),
  items: new Set(),
  sheets: new Set(),
});

/** A journal that completes writes on command. */
function slowJournal() {
  const written: Record<string, unknown>[] = [];
  const failures: unknown[] = [];
  let finish: { done: () => void; fail: (error: unknown) => void } | null = null;
  const restoration = new LockRestoration({
    write: (_, snapshot) =>
      new Promise<void>((done, fail) => {
        written.push(Object.fromEntries([...snapshot.values()].map(({ path, value }) => [path.at(-1), value])));
        finish = { done, fail };
      }),
    onFailed: (_, error) => void failures.push(error),
  });
  const settle = async (how: 'done' | 'fail'): Promise<void> => {
    finish?.[how](new Error('the database is away'));
    finish = null;
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { restoration, written, failures, settle };
}

describe('lock-restoration', () => {
  test('an update that touches nothing locked writes nothing', () => {
    const { restoration, written } = slowJournal();
    restoration.schedule(documentId, nothing, touching('a~00000000'));
    expect(written).toEqual([]);
  });

  test('[LV37] an element that is moved repeatedly is restored to its first position', async () => {
    const { restoration, written, settle } = slowJournal();
    for (const x of [0, 1, 2, 3]) restoration.schedule(documentId, snapshotOf({ a: x }), touching('a'));
    restoration.schedule(documentId, snapshotOf({ b: 7 }), touching('b'));
    expect(written).toEqual([{ a: 0 }]);
    await settle('done');
    expect(written.at(-1)).toEqual({ a: 0, b: 7 });
    await settle('done');
    expect(written.length).toBe(2);
    restoration.schedule(documentId, snapshotOf({ a: 5 }), touching('a'));
    expect(written.at(-1)).toEqual({ a: 5 });
  });

  test('[LV37] the first snapshot of an element counts, whether of itself or as part of its tab', async () => {
    const { restoration, written, settle } = slowJournal();
    const wholeTab: LockedSnapshot = new Map([[tab, { path: [tab] as const, value: { elements: { a: 1 } } }]]);
    restoration.schedule(documentId, snapshotOf({ a: 0 }), touching('a'));
    restoration.schedule(documentId, wholeTab, touching('a'));
    restoration.schedule(documentId, snapshotOf({ b: 5 }), touching('b'));
    await settle('done');
    expect(written.at(-1)).toEqual({ a: 0, [tab]: { elements: { a: 1 } } });
  });

  test('[LV38] a write to an element that is being restored is undone, too', async () => {
    const { restoration, written, settle } = slowJournal();
    restoration.schedule(documentId, snapshotOf({ a: 0 }), touching('a'));
    restoration.schedule(documentId, nothing, touching('other'));
    restoration.schedule(documentId, nothing, touching('a'));
    await settle('done');
    expect(written).toEqual([{ a: 0 }, { a: 0 }]);
    await settle('done');
    expect(written.length).toBe(2);
  });

  test('[LV39] a failed write is retried', { timeout: 10_000 }, async () => {
    const { restoration, written, failures, settle } = slowJournal();
    restoration.schedule(documentId, snapshotOf({ a: 0 }), touching('a'));
    await settle('fail');
    expect(failures.length).toBe(1);
    const deadline = Date.now() + 5_000;
    while (written.length < 2 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(written).toEqual([{ a: 0 }, { a: 0 }]);
    restoration.close();
    await settle('fail');
    expect(failures.length).toBe(2);
  });
});
