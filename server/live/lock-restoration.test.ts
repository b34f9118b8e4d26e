import { describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';

import type { GuardPass } from './guard/verdict.ts';
import type { LockedSnapshot } from './locked-snapshot.ts';
import { LockRestoration } from './lock-restoration.ts';

const documentId = newId('doc');
const tab = newId('tab');

const imageOf = (values: Readonly<Record<string, unknown>>): LockedSnapshot =>
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

/** A journal that takes a write when it is told to. */
function slowJournal() {
  const written: Record<string, unknown>[] = [];
  const failures: unknown[] = [];
  let finish: { done: () => void; fail: (error: unknown) => void } | null = null;
  const puttingBack = new LockRestoration({
    write: (_, image) =>
      new Promise<void>((done, fail) => {
        written.push(Object.fromEntries([...image.values()].map(({ path, value }) => [path.at(-1), value])));
        finish = { done, fail };
      }),
    onFailed: (_, error) => void failures.push(error),
  });
  const settle = async (how: 'done' | 'fail'): Promise<void> => {
    finish?.[how](new Error('the database is away'));
    finish = null;
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { puttingBack, written, failures, settle };
}

describe('putting back', () => {
  test('an update that touches nothing locked writes nothing', () => {
    const { puttingBack, written } = slowJournal();
    puttingBack.schedule(documentId, nothing, touching('a~00000000'));
    expect(written).toEqual([]);
  });

  test('[B1] of what is moved again and again, the first place counts', async () => {
    const { puttingBack, written, settle } = slowJournal();
    for (const x of [0, 1, 2, 3]) puttingBack.schedule(documentId, imageOf({ a: x }), touching('a'));
    puttingBack.schedule(documentId, imageOf({ b: 7 }), touching('b'));
    expect(written).toEqual([{ a: 0 }]);
    await settle('done');
    expect(written.at(-1)).toEqual({ a: 0, b: 7 });
    await settle('done');
    expect(written.length).toBe(2);
    puttingBack.schedule(documentId, imageOf({ a: 5 }), touching('a'));
    expect(written.at(-1)).toEqual({ a: 5 });
  });

  test('[B1] an element keeps its first place when its tab is kept after it, and is part of a tab that was kept before it', async () => {
    const { puttingBack, written, settle } = slowJournal();
    const wholeTab: LockedSnapshot = new Map([[tab, { path: [tab] as const, value: { elements: { a: 1 } } }]]);
    puttingBack.schedule(documentId, imageOf({ a: 0 }), touching('a'));
    puttingBack.schedule(documentId, wholeTab, touching('a'));
    puttingBack.schedule(documentId, imageOf({ b: 5 }), touching('b'));
    await settle('done');
    expect(written.at(-1)).toEqual({ a: 0, [tab]: { elements: { a: 1 } } });
  });

  test('[B2] what is put in the place of a removed one while it is on its way back is put back too', async () => {
    const { puttingBack, written, settle } = slowJournal();
    puttingBack.schedule(documentId, imageOf({ a: 0 }), touching('a'));
    puttingBack.schedule(documentId, nothing, touching('other'));
    puttingBack.schedule(documentId, nothing, touching('a'));
    await settle('done');
    expect(written).toEqual([{ a: 0 }, { a: 0 }]);
    await settle('done');
    expect(written.length).toBe(2);
  });

  test('[B3] a write that fails is tried again', { timeout: 10_000 }, async () => {
    const { puttingBack, written, failures, settle } = slowJournal();
    puttingBack.schedule(documentId, imageOf({ a: 0 }), touching('a'));
    await settle('fail');
    expect(failures.length).toBe(1);
    const deadline = Date.now() + 5_000;
    while (written.length < 2 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(written).toEqual([{ a: 0 }, { a: 0 }]);
    puttingBack.close();
    await settle('fail');
    expect(failures.length).toBe(2);
  });
});
