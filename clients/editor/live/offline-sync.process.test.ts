/** Offline work arrives, whatever its size: the page's session, a real node, a cable that can be cut. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { applyEdits } from '#schema/ydoc/write.ts';

import { DistantPage, drawMuch, box } from './distant-page.test-support.ts';
import { DocumentOpening } from './document-opening.ts';
import type { DocumentSession } from './document-session.ts';
import type { SaveStatus } from './save-status.ts';

const mebibyte = 1024 * 1024;

let page: DistantPage;
beforeAll(async () => {
  page = await DistantPage.start('offline-sync');
});
afterEach(() => page.closeAll());
afterAll(() => page.stop());

/** A session that was online, and then edited offline. */
async function drawnOffline(bytes: number) {
  const place = await page.document();
  const session = await page.open(place);
  await page.goOffline(session);
  drawMuch(session, place, bytes);
  return { place, session };
}

/** Every status from now on. */
function statusesOf(session: DocumentSession): SaveStatus[] {
  const statuses: SaveStatus[] = [];
  session.status.subscribe(() => void statuses.push(session.status.get()));
  return statuses;
}

const percentsOf = (statuses: readonly SaveStatus[]): number[] =>
  statuses.flatMap((status) => (status.kind === 'syncing' ? [status.percent] : []));

const reached = (session: DocumentSession, percent: number): Promise<void> =>
  expect
    .poll(() => session.status.get(), { timeout: 60_000, interval: 1 })
    .toSatisfy((status: SaveStatus) => status.kind === 'syncing' && status.percent >= percent);

const expectSame = async (place: { readonly id: string; readonly tab: string }, session: DocumentSession): Promise<void> => {
  const witness = await page.witness(place);
  expect(canonicalJson(witness.doc) === canonicalJson(session.doc), 'the server has what the page has').toBe(true);
};

describe('the work of an offline page', () => {
  test.each([1, 5, 24])('of %i MiB is saved when the network is back', { timeout: 180_000 }, async (mebibytes) => {
    const { place, session } = await drawnOffline(mebibytes * mebibyte);
    const statuses = statusesOf(session);
    page.goOnline();
    await page.saved(session);
    await expectSame(place, session);
    const percents = percentsOf(statuses);
    expect(percents.length).toBeGreaterThan(3);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(statuses.at(-1)).toEqual({ kind: 'saved' });
  });

  test('continues where it was cut off, and resends no more than was lost', { timeout: 120_000 }, async () => {
    const { place, session } = await drawnOffline(4 * mebibyte);
    const statuses = statusesOf(session);
    const start = page.sentBytes;
    for (const cutAt of [1, 2]) {
      page.cutAtBytes = start + cutAt * mebibyte;
      page.goOnline();
      await expect.poll(() => session.status.get().kind, { timeout: 30_000 }).toBe('offline');
      page.cutAtBytes = Infinity;
      page.isOnline = false;
    }
    page.goOnline();
    await page.saved(session);
    await expectSame(place, session);
    expect(page.sentBytes - start).toBeLessThan(5 * mebibyte);
    const percents = percentsOf(statuses);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  });

  test('stays when it was acknowledged and the node is killed, and the rest follows', { timeout: 120_000 }, async () => {
    const { place, session } = await drawnOffline(4 * mebibyte);
    page.goOnline();
    await reached(session, 40);
    const killed = page.restart();
    page.isOnline = false;
    const status = session.status.get();
    await killed;
    const witness = await page.witness(place);
    const kept = Y.encodeStateAsUpdate(witness.doc).length;
    expect(status.kind === 'syncing' && kept >= (status.percent / 100) * 4 * mebibyte).toBe(true);
    const start = page.sentBytes;
    page.goOnline();
    await page.saved(session);
    expect(page.sentBytes - start).toBeLessThan(3.5 * mebibyte);
    await expectSame(place, session);
  });

  test('includes what is written and removed meanwhile, here and by others', { timeout: 120_000 }, async () => {
    const { place, session } = await drawnOffline(4 * mebibyte);
    const witness = await page.witness(place);
    page.goOnline();
    await reached(session, 10);
    drawMuch(session, place, mebibyte, 'later');
    const [some] = readTab(session.doc, place.tab)!.elements.values();
    expect(session.edit(place.tab, [{ id: some!.id, before: some!, after: null }])).toBe(true);
    witness.put(place.tab, box('others', 0, 'from afar'));
    await page.saved(session);
    await witness.saved(60_000);
    await expectSame(place, session);
    const elements = readTab(session.doc, place.tab)!.elements;
    expect([elements.has(some!.id), elements.has(box('others', 0, '').id)]).toEqual([false, true]);
    // From now on each edit is sent as it is made.
    const start = page.sentBytes;
    drawMuch(session, place, 1, 'last');
    await page.saved(session);
    expect(page.sentBytes - start).toBeLessThan(100_000);
    await expectSame(place, session);
  });

  test('is sent by two windows at once', { timeout: 120_000 }, async () => {
    const { place, session } = await drawnOffline(4 * mebibyte);
    const other = page.openOffline(place);
    Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(session.doc), 'the copy in the browser');
    page.goOnline();
    await Promise.all([page.saved(session), page.saved(other)]);
    await expectSame(place, session);
    expect(canonicalJson(other.doc) === canonicalJson(session.doc)).toBe(true);
  });

  test('replaces a full tab by another one: removals are sent first', { timeout: 180_000 }, async () => {
    const place = await page.document();
    const session = await page.open(place);
    const count = limits.elementsPerTab - 2_000;
    const boxes = (name: string) => Array.from({ length: count }, (_, at) => box(name, at, 'a label that takes some bytes'));
    session.edit(place.tab, boxes('old').map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
    await page.saved(session);
    await page.goOffline(session);
    session.edit(place.tab, boxes('old').map((before) => ({ id: before.id, before, after: null }))); // prettier-ignore
    session.edit(place.tab, boxes('new').map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
    page.goOnline();
    await page.saved(session);
    await expectSame(place, session);
    expect(readTab(session.doc, place.tab)!.elements.size).toBe(count);
  });

  test('PV4 is not reported as saved by acknowledgements that follow a refusal', { timeout: 120_000 }, async () => {
    await page.withLateAcknowledgements(async (delay) => {
      const place = await page.document();
      const session = await page.open(place);
      const boxes = (name: string, count: number) =>
        Array.from({ length: count }, (_, at) => box(name, at, 'a label that takes some bytes'));
      // The guard allows a tenth more than the limit: the first piece of the backlog fits, and one of the next does not.
      const old = boxes('old', 1.1 * limits.elementsPerTab - 400);
      session.edit(place.tab, old.map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
      await page.saved(session);
      await page.goOffline(session);
      session.edit(place.tab, old.slice(0, 4_000).map((before) => ({ id: before.id, before, after: null }))); // prettier-ignore
      session.edit(place.tab, boxes('new', 4_000).map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
      const statuses = statusesOf(session);
      delay();
      page.goOnline();
      await page.saved(session);
      await expectSame(place, session);
      expect(statuses.filter(({ kind }) => kind === 'saved')).toHaveLength(1);
    });
  });
});

test('is accepted in a single answer of almost a frame, as other clients send it', { timeout: 120_000 }, async () => {
  const place = await page.document();
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate((await page.witness(place)).doc));
  const notes = Array.from({ length: 190 }, (_, at) => ({ ...box('box', at, ''), note: 'n'.repeat(20_000) }) as Element);
  applyEdits(doc, place.tab, notes.map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
  expect(Y.encodeStateAsUpdate(doc).length).toBeGreaterThan(0.9 * limits.frameBytes);
  const editor = await page.witness(place, doc);
  const witness = await page.witness(place);
  expect(canonicalJson(witness.doc) === canonicalJson(editor.doc)).toBe(true);
  expect(editor.closeCodes.filter((code) => code > 1006)).toEqual([]);
});

test('RW1 is saved after another page with the same client id, as on a cloned machine, has saved its own', async () => {
  const place = await page.document();
  const openings = [1, 2].map(() => new DocumentOpening(place.id, 'mia', Promise.resolve(null)));
  const [first, second] = openings.map((opening) => opening.session.get());
  for (const session of [first!, second!]) await page.saved(session);
  for (const session of [first!, second!]) await page.goOffline(session);
  const { awareness, doc } = second!;
  const state = awareness.getLocalState();
  doc.clientID = first!.doc.clientID;
  awareness.clientID = doc.clientID;
  awareness.setLocalState(state);
  const draw = (on: DocumentSession, name: string): void => {
    const after = box(name, 0, name);
    expect(on.edit(place.tab, [{ id: after.id, before: null, after }])).toBe(true);
  };
  draw(first!, 'mine');
  draw(second!, 'cloned');
  page.goOnline();
  const labels = async (): Promise<ReadonlySet<string | undefined>> => {
    const { elements } = readTab((await page.witness(place)).doc, place.tab)!;
    return new Set([...elements.values()].map(({ label }) => label));
  };
  await expect.poll(labels, { timeout: 60_000, interval: 500 }).toEqual(new Set(['cloned', 'mine']));
  for (const opening of openings) {
    await page.saved(opening.session.get());
    expect(opening.keptWork.get()).toEqual([]);
    opening.end();
  }
});

test('PV5 is saved although another page with the same client id saved its own first', { timeout: 120_000 }, async () => {
  const place = await page.document();
  const opening = new DocumentOpening(place.id, 'mia', Promise.resolve(null));
  const session = opening.session.get();
  await page.saved(session);
  await page.goOffline(session);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(session.doc));
  doc.clientID = session.doc.clientID;
  const clone = await page.witness(place, doc);
  clone.put(place.tab, box('mine', 0, 'mine'));
  await clone.saved(30_000);
  clone.destroy();
  const after = box('cloned', 0, 'cloned');
  expect(session.edit(place.tab, [{ id: after.id, before: null, after }])).toBe(true);
  page.goOnline();
  const labels = (): ReadonlySet<string | undefined> =>
    new Set([...readTab(opening.session.get().doc, place.tab)!.elements.values()].map(({ label }) => label));
  await expect.poll(labels, { timeout: 90_000 }).toEqual(new Set(['cloned', 'mine']));
  await page.saved(opening.session.get());
  await expectSame(place, opening.session.get());
  opening.end();
});

describe('the work of an offline page that meets a limit', () => {
  test('is refused if the person may only read by now', { timeout: 120_000 }, async () => {
    const { place, session } = await drawnOffline(2 * mebibyte);
    await page.setLevel(place, 'viewer');
    page.goOnline();
    await expect.poll(() => session.status.get(), { timeout: 60_000 }).toEqual({ kind: 'refused', reason: 'read_only' });
    const witness = await page.witness(place);
    expect(readTab(witness.doc, place.tab)!.elements.size).toBe(0);
  });

  test(
    'is refused where it does: what arrived before is saved, the rest is kept for the person',
    { timeout: 120_000 },
    async () => {
      const place = await page.document();
      const opening = new DocumentOpening(place.id, 'mia', Promise.resolve(null));
      const session = opening.session.get();
      await page.saved(session);
      await page.goOffline(session);
      const count = limits.elementsPerTab + 2_000;
      const boxes = Array.from({ length: count }, (_, at) => box('box', at, 'a label that takes some bytes'));
      session.edit(place.tab, boxes.map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
      page.goOnline();
      await expect.poll(() => opening.keptWork.get().length, { timeout: 90_000 }).toBe(1);
      const [kept] = opening.keptWork.get();
      expect(kept?.reason).toBe('too_large');
      const [tab] = kept?.work.tabs ?? [];
      const arrived = readTab(opening.session.get().doc, place.tab)!.elements.size;
      expect(arrived).toBeGreaterThan(1_000);
      expect(arrived + Object.keys(tab?.elements.changed ?? {}).length).toBe(count);
      opening.end();
    },
  );

  test('is sent in smaller pieces through a proxy that refuses large messages', { timeout: 120_000 }, async () => {
    await page.through(40_000, async (closes) => {
      const { place, session } = await drawnOffline(2 * mebibyte);
      page.goOnline();
      await page.saved(session);
      expect(closes()).toBe(1);
      await expectSame(place, session);
    });
  });

  test('ends with a report when even the smallest piece does not get through', { timeout: 120_000 }, async () => {
    await page.through(5_000, async (closes) => {
      const { session } = await drawnOffline(mebibyte);
      page.goOnline();
      const refused = { kind: 'refused', reason: 'frame_too_large' };
      await expect.poll(() => session.status.get(), { timeout: 60_000 }).toEqual(refused);
      const count = closes();
      expect(count).toBeLessThan(6);
      window.dispatchEvent(new Event('online'));
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(closes()).toBe(count);
    });
  });
});
