/** The page's connection to a document, without a page: a real provider, a real node, a cable that can be cut. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';

import { Browser } from '#test/harness/browser.ts';
import { addMember } from '#test/harness/people.ts';
import { type Solo, startSolo } from '#test/harness/solo.ts';
import { startProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';

import { Connection, type ConnectionEnd } from './connection.ts';

let solo: Solo;
let cable: TcpProxy;
let cookie = '';
/** Tickets that were requested. */
let asked = 0;
const open: Connection[] = [];

beforeAll(async () => {
  solo = await startSolo('connection');
  cable = await startProxy({ host: '127.0.0.1', port: Number(new URL(solo.node.url).port) });
  // What a browser has: an address, its events, and the cookie with each call.
  const origin = `http://127.0.0.1:${cable.port}`;
  const { fetch } = globalThis;
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
    if (!path.startsWith('/')) return fetch(path, options);
    asked += 1;
    const headers = new Headers(options.headers);
    headers.set('Cookie', cookie);
    headers.set('Origin', origin);
    return fetch(`${origin}${path}`, { ...options, headers });
  });
});
afterEach(() => {
  for (const connection of open.splice(0)) connection.destroy();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await cable.close();
  await solo.stop();
});

/** A person's connection to a document of their own. */
async function connected() {
  const browser = await Browser.signIn(solo.node.url, solo.storage, 'Mia');
  const { id } = await solo.api.createDocument();
  await addMember(solo.storage, id, browser.userId, 'editor');
  ({ cookie } = browser);
  const doc = new Y.Doc();
  const awareness = new Awareness(doc);
  const ends: ConnectionEnd[] = [];
  const connection = new Connection({
    documentId: id,
    doc,
    awareness,
    savedClock: () => 0,
    onChange: () => undefined,
    onSynced: () => undefined,
    onStateless: () => undefined,
    onEnd: (end) => void ends.push(end),
  });
  open.push(connection);
  const isSaved = (): boolean => connection.synced && !connection.hasUnacknowledged;
  await expect.poll(isSaved, { timeout: 10_000 }).toBe(true);
  const write = (): void => void doc.getMap('items').set(newId('item'), new Y.Map([['title', 'A card']]));
  const count = async (): Promise<number> =>
    (await solo.api.call<{ items: unknown[] }>('GET', `/documents/${id}/items`)).body.items.length;
  return { id, browser, doc, awareness, connection, ends, isSaved, write, count };
}

describe('a connection', () => {
  test('reconnects after it was cut, with the edits made meanwhile and the person’s presence', async () => {
    const { id, awareness, connection, ends, isSaved, write, count } = await connected();
    const other = solo.open(id);
    await other.synced();
    awareness.setLocalState({ tab: null, selection: [], cursor: null, viewport: null });
    const isSeen = (): boolean => other.provider.awareness?.getStates().has(awareness.clientID) === true;
    await expect.poll(isSeen, { timeout: 10_000 }).toBe(true);
    for (const times of [1, 2]) {
      cable.cutAll();
      await expect.poll(() => connection.lost, { timeout: 10_000 }).toBe(true);
      write();
      expect(isSaved()).toBe(false);
      await expect.poll(() => isSeen(), { timeout: 10_000 }).toBe(false);
      // The browser reports the network: nothing waits for the next try.
      if (times === 2) window.dispatchEvent(new Event('online'));
      await expect.poll(isSaved, { timeout: 10_000 }).toBe(true);
      expect([await count(), connection.lost]).toEqual([times, false]);
      await expect.poll(isSeen, { timeout: 10_000 }).toBe(true);
    }
    expect(ends).toEqual([]);
  });

  test('is closed as soon as the browser reports no network, and reconnects as soon as it reports one', async () => {
    const { connection, isSaved, write, count } = await connected();
    window.dispatchEvent(new Event('offline'));
    await expect.poll(() => connection.lost, { timeout: 10_000 }).toBe(true);
    write();
    expect(isSaved()).toBe(false);
    window.dispatchEvent(new Event('online'));
    await expect.poll(isSaved, { timeout: 10_000 }).toBe(true);
    expect(await count()).toBe(1);
  });

  test('is lost once the browser is offline, though the server cannot answer the close', async () => {
    const { connection, isSaved, write, count } = await connected();
    cable.stall('up', 'down');
    window.dispatchEvent(new Event('offline'));
    await expect.poll(() => [connection.lost, connection.synced], { timeout: 2_000 }).toEqual([true, false]);
    write();
    expect(isSaved()).toBe(false);
    cable.flow();
    window.dispatchEvent(new Event('online'));
    await expect.poll(isSaved, { timeout: 10_000 }).toBe(true);
    expect(await count()).toBe(1);
  });

  test.each<[what: string, end: ConnectionEnd, act: (stand: Awaited<ReturnType<typeof connected>>) => Promise<unknown>]>([
    ['access is taken', { kind: 'gone', reason: 'no-access' }, ({ id, browser }) => solo.api.call('DELETE', `/documents/${id}/members/${browser.userId}`)], // prettier-ignore
    ['the person signs out', { kind: 'gone', reason: 'signed-out' }, ({ browser }) => browser.signOut(solo.node.url)],
    ['an update is refused', { kind: 'refused', reason: 'server_root' }, async ({ doc }) => doc.getMap('meta').set('name', 'Mine')], // prettier-ignore
  ])('ends for good when %s', async (_what, end, act) => {
    const stand = await connected();
    await act(stand);
    await expect.poll(() => stand.ends, { timeout: 15_000 }).toEqual([end]);
    const tickets = asked;
    stand.write();
    window.dispatchEvent(new Event('online'));
    cable.cutAll();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([asked - tickets, stand.ends.length, stand.isSaved()]).toEqual([0, 1, false]);
  });
});
