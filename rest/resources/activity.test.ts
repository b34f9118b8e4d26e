import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Activity } from '#schema/history.ts';
import { insertEditorEdits } from '#storage/tab-changes.ts';
import { raiseRev } from '#storage/tabs.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';

import { startTestServer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ rateLimit: 'off' });
  ada = await server.addPerson('Ada');
});
afterAll(() => server.close());

const minute = 60_000;
const grace = { name: 'Grace', color: '#1d4ed8' };
const bob = { name: 'Bob', color: '#15803d' };

const draw = (doc: string, tab: string, operations: string, summary?: string) =>
  server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, { token: ada.token, body: { operations, summary } });
const list = async (doc: string, query = '') => (await server.call('GET', `/documents/${doc}/activity${query}`, { token: ada.token })).json; // prettier-ignore

/** A batch of a person's edits, as a flush records it. */
async function edited(
  place: { readonly id: string; readonly tab: string },
  by: typeof grace,
  at: number,
  ids: readonly string[],
) {
  const where = { documentId: place.id, tabId: place.tab };
  await server.context.storage.transact(async (tx) => {
    const rev = await raiseRev(tx, place.id, place.tab, at);
    await insertEditorEdits(tx, { ...where, rev, at, edits: [{ by, elements: ids.map((id) => ({ id, was: null })) }] });
  });
}

describe('the activity of a document', () => {
  test('APP131 lists agents and people alike, what ended last first', async () => {
    const place = await server.addDocument(ada.token, 'Plan');
    // In the middle of the hour before.
    const now = (Math.floor(Date.now() / (60 * minute)) - 0.5) * 60 * minute;
    await edited(place, grace, now, ['a~00000001']);
    await edited(place, bob, now + 1, ['a~00000001']);
    await edited(place, grace, now + 2, ['a~00000001', 'b~00000001']);
    await draw(place.id, place.tab, 'add square "API" at:0,0\nadd square "DB" at:400,0', 'the two systems');
    const { activity, next } = await list(place.id, `?tab=${place.tab}`);
    expect(next).toBeNull();
    const record = (await server.call('GET', `/documents/${place.id}/changesets`, { token: ada.token })).json.changesets[0];
    expect(record.summary).toBe('the two systems');
    const { author, createdAt } = record;
    expect(activity).toEqual([
      {
        tabId: place.tab,
        author,
        agent: true,
        from: createdAt,
        to: createdAt,
        firstRev: 4,
        rev: 4,
        elements: 2,
        changeset: record,
      },
      {
        tabId: place.tab,
        author: grace,
        agent: false,
        from: now,
        to: now + 2,
        firstRev: 1,
        rev: 3,
        elements: 2,
        changeset: null,
      },
      {
        tabId: place.tab,
        author: bob,
        agent: false,
        from: now + 1,
        to: now + 1,
        firstRev: 2,
        rev: 2,
        elements: 1,
        changeset: null,
      },
    ]);
    expect((await list(place.id, '?tab=tab_none')).code).toBe('tab_not_found');
  });

  test('APP131 pages list every entry once, of one tab and of all', async () => {
    const random = new SeededRandom(seedOf('pages of activity'));
    const place = await server.addDocument(ada.token);
    const second = await server.call('POST', `/documents/${place.id}/tabs`, { token: ada.token, body: { name: 'Two' } });
    const places = [place, { id: place.id, tab: second.json.tab.id }];
    const end = Date.now();
    let at = end - 40 * 60 * minute;
    for (let step = 0; step < 300; step += 1) {
      at += random.integer(0, 12 * minute);
      await edited(random.pick(places), random.pick([grace, bob]), Math.min(at, end), [`e~0000000${random.integer(0, 9)}`]);
    }
    for (let step = 0; step < 5; step += 1) await draw(place.id, place.tab, `add square "Step ${step}"`);
    for (const tab of ['', `&tab=${place.tab}`]) {
      const whole = await list(place.id, `?limit=100${tab}`);
      for (let before = whole.next; before !== null;) {
        const page = await list(place.id, `?limit=100&before=${before}${tab}`);
        whole.activity.push(...page.activity);
        before = page.next;
      }
      const paged: Activity[] = [];
      for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null;) {
        const page = await list(place.id, `?limit=7${before > end ? '' : `&before=${before}`}${tab}`);
        expect(page.activity.length).toBeGreaterThan(0);
        paged.push(...page.activity);
        before = page.next;
      }
      expect(paged).toEqual(whole.activity);
      expect(paged.map(({ to }) => to)).toEqual(paged.map(({ to }) => to).toSorted((a, b) => b - a));
      const keys = paged.map(({ tabId, rev, author }) => `${tabId} ${rev} ${author.name}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(paged.length).toBeGreaterThan(50);
    }
  });
});
