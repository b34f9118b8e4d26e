/**
 * Changes of access take effect at once: on open editors and event streams, on the node where access changed and on another one without
 * Redis.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { ShareLink } from '#schema/access.ts';
import { newId } from '#schema/ids.ts';
import { closeCodes } from '#server/live/close-codes.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { revokeToken } from '#storage/tokens.ts';

import { startCluster } from './cluster/stage.ts';
import { Api } from './harness/api.ts';
import { Browser } from './harness/browser.ts';
import { TestEditor, until } from './harness/editor.ts';
import { EventReader } from './harness/event-reader.ts';
import { addGrant, addMember, addPerson, addToken, type TestAccount } from './harness/people.ts';
import { startPostgres } from './harness/postgres.ts';
import { startRedis, type TestRedis } from './harness/redis.ts';
import { RawEditor, updateBy } from './harness/raw-editor.ts';
import { startSolo } from './harness/solo.ts';

/** The promised time, in ms. */
const endsWithinMs = 5_000;

type Setup = {
  readonly storage: Storage;
  readonly ada: TestAccount;
  /** The addresses of the nodes where access is changed and where editors and streams are open. */
  readonly changedAt: string;
  readonly openAt: string;
  /** The promised time after a token or grant is revoked, in ms. */
  readonly revokedWithinMs: number;
  stop(): Promise<void>;
};

async function twoNodes(redis: TestRedis | null): Promise<Setup> {
  const postgres = await startPostgres();
  const cluster = await startCluster(postgres, redis?.url ?? null);
  const storage = await openStorage({ databaseUrl: cluster.databaseUrl });
  const [one, two] = cluster.nodes;
  return {
    storage,
    ada: cluster.ada,
    changedAt: one.url,
    openAt: two.url,
    revokedWithinMs: redis === null ? endsWithinMs : 1_000,
    async stop() {
      await storage.close();
      await cluster.stop();
      await postgres.stop();
      await redis?.stop();
    },
  };
}

const setups: Readonly<Record<string, () => Promise<Setup>>> = {
  'one node': async () => {
    const solo = await startSolo('access-ends');
    const { storage, ada, node } = solo;
    return { storage, ada, changedAt: node.url, openAt: node.url, revokedWithinMs: 1_000, stop: () => solo.stop() };
  },
  'another node, without Redis': () => twoNodes(null),
  'another node, with Redis': async () => twoNodes(await startRedis()),
};

/** An actor with an open document, and the action that ends its access. */
type Guestbook = {
  readonly documentId: string;
  readonly credential: string;
  readonly read: { readonly token: string } | { readonly cookie: string };
  readonly end: () => Promise<unknown>;
};

describe.each(Object.entries(setups))('%s', (_name, start) => {
  let setup: Setup;
  let api: Api;
  const open: (RawEditor | EventReader)[] = [];

  beforeAll(async () => {
    setup = await start();
    api = new Api(setup.changedAt, setup.ada.token);
  });
  afterAll(async () => {
    for (const each of open)
      if (each instanceof RawEditor) each.end();
      else each.cut();
    await setup.stop();
  });

  async function editor(documentId: string, credential: string): Promise<RawEditor> {
    const socket = new RawEditor(setup.openAt);
    open.push(socket);
    return socket.synced(documentId, credential);
  }

  async function stream(documentId: string, read: Guestbook['read']): Promise<EventReader> {
    const reader = await EventReader.open({ url: setup.openAt, documentId, ...read });
    open.push(reader);
    return reader;
  }

  async function member(): Promise<{ documentId: string; person: TestAccount }> {
    const { id } = await api.createDocument();
    const person = await addPerson(setup.storage, 'Mia');
    await addMember(setup.storage, id, person.id, 'editor');
    return { documentId: id, person };
  }

  async function byToken(expiresAt: number | null = null): Promise<Omit<Guestbook, 'end'> & { tokenId: string }> {
    const { documentId, person } = await member();
    const token = await addToken(setup.storage, person.id, { expiresAt });
    const newest = setup.storage.db.selectFrom('tokens').select('id').where('user_id', '=', person.id).orderBy('id', 'desc');
    const { id } = await newest.executeTakeFirstOrThrow();
    return { documentId, credential: token, read: { token }, tokenId: id };
  }

  async function byLink(expiresAt?: number): Promise<Omit<Guestbook, 'end'> & { linkId: string }> {
    const { id } = await api.createDocument();
    const body = { level: 'viewer', ...(expiresAt !== undefined && { expiresAt }) };
    const { link } = (await api.call<{ link: ShareLink }>('POST', `/documents/${id}/share-links`, body)).body;
    const guest = await Browser.openLink(setup.openAt, link.url!, 'Gus');
    return { documentId: id, credential: await guest.ticket(id), read: { cookie: guest.cookie }, linkId: link.id };
  }

  async function bySession(): Promise<Omit<Guestbook, 'end'> & { browser: Browser }> {
    const { id } = await api.createDocument();
    const browser = await Browser.signIn(setup.openAt, setup.storage, 'Olga');
    await addMember(setup.storage, id, browser.userId, 'editor');
    return { documentId: id, credential: await browser.ticket(id), read: { cookie: browser.cookie }, browser };
  }

  const at = (time: number) => (): Promise<void> => sleep(Math.max(0, time - Date.now()));
  const { unauthenticated, noAccess } = closeCodes;
  const rows: readonly (readonly [string, number, () => Promise<Guestbook>])[] = [
    ['a token that is revoked', unauthenticated, async () => {
      const book = await byToken();
      return { ...book, end: () => setup.storage.transact((tx) => revokeToken(tx, book.tokenId, null, Date.now())) };
    }],
    ['a token that expires', unauthenticated, async () => {
      const expiresAt = Date.now() + 2_500;
      return { ...(await byToken(expiresAt)), end: at(expiresAt) };
    }],
    ['a person who signs out', unauthenticated, async () => {
      const book = await bySession();
      return { ...book, end: () => book.browser.signOut(setup.changedAt) };
    }],
    ['a person who is signed out from another browser', unauthenticated, async () => {
      const book = await bySession();
      const other = await book.browser.elsewhere();
      return { ...book, end: () => other.call('DELETE', '/me/sessions', undefined, setup.changedAt) };
    }],
    ['a person who changes their password in another browser', unauthenticated, async () => {
      const book = await bySession();
      const other = await book.browser.elsewhere();
      return { ...book, end: () => other.changePassword(setup.changedAt) };
    }],
    ['a session that expires', unauthenticated, async () => {
      const book = await bySession();
      // The ticket is unused: the session is set to expire soon, before the editor and the stream open.
      const expiresAt = Date.now() + 2_500;
      await setup.storage.transact((tx) => tx.updateTable('sessions').set({ expires_at: expiresAt }).where('user_id', '=', book.browser.userId).execute());
      return { ...book, end: at(expiresAt) };
    }],
    ['a member who is removed', noAccess, async () => {
      const { documentId, person } = await member();
      const { token } = person;
      return { documentId, credential: token, read: { token }, end: () => api.call('DELETE', `/documents/${documentId}/members/${person.id}`) };
    }],
    ['a document that is deleted', noAccess, async () => {
      const { documentId, person: { token } } = await member();
      return { documentId, credential: token, read: { token }, end: () => api.call('DELETE', `/documents/${documentId}`) };
    }],
    ['a link that is deleted', noAccess, async () => {
      const book = await byLink();
      return { ...book, end: () => api.call('DELETE', `/documents/${book.documentId}/share-links/${book.linkId}`) };
    }],
    ['a link that expires', noAccess, async () => {
      const expiresAt = Date.now() + 2_500;
      return { ...(await byLink(expiresAt)), end: at(expiresAt) };
    }],
    ['a guest whose time is over', unauthenticated, async () => {
      const book = await byLink();
      const expiresAt = Date.now() + 2_500;
      await setup.storage.transact((tx) => tx.updateTable('guests').set({ expires_at: expiresAt }).where('document_id', '=', book.documentId).execute());
      return { ...book, end: at(expiresAt) };
    }],
  ]; // prettier-ignore

  test.concurrent.each(rows)('%s has no editor and no stream open after 5 s', async (_row, code, arrange) => {
    const { documentId, credential, read, end } = await arrange();
    const [socket, reader] = await Promise.all([editor(documentId, credential), stream(documentId, read)]);
    const [others, otherReader] = await Promise.all([
      editor(documentId, setup.ada.token),
      stream(documentId, { token: setup.ada.token }),
    ]);
    expect([socket.closeCode, reader.ended]).toEqual([null, false]);
    await end();
    const endedAt = performance.now();
    expect(await socket.closed(endsWithinMs)).toBe(code);
    await until(() => reader.ended, endsWithinMs - (performance.now() - endedAt), 'the stream is still open');
    process.stdout.write(`access-ends: ${_row}: ${Math.round(performance.now() - endedAt)} ms\n`);
    // Other connections stay open, unless the document was deleted.
    if (_row !== 'a document that is deleted') expect([others.closeCode, otherReader.ended]).toEqual([null, false]);
  });

  test('OA19 OA20 AC25 what a grant has open ends within 1 s, and 5 s on another node without Redis', async () => {
    const { id } = await api.createDocument();
    const browser = await Browser.signIn(setup.openAt, setup.storage, 'Olga');
    await addMember(setup.storage, id, browser.userId, 'editor');
    const grant = await addGrant(setup.storage, browser.userId);
    const reader = await stream(id, { token: grant.accessToken });
    const socket = new RawEditor(setup.openAt);
    open.push(socket);
    await socket.opened();
    socket.authenticate(id, grant.accessToken);
    expect(await socket.closed(endsWithinMs)).toBe(unauthenticated);
    const board = await chatBoard(id, await chatTicket(id, grant.accessToken));
    expect([reader.ended, board.closeCode]).toEqual([false, null]);
    await browser.revokeToken(setup.changedAt, grant.id);
    const revokedAt = performance.now();
    await until(() => reader.ended, setup.revokedWithinMs, 'the stream is still open');
    expect(await board.closed(setup.revokedWithinMs)).toBe(unauthenticated);
    process.stdout.write(`access-ends: a grant that is revoked: ${Math.round(performance.now() - revokedAt)} ms\n`);
  });

  /** A ticket for one connection, by the ticket of a chat board. */
  async function chatTicket(documentId: string, token: string): Promise<string> {
    const tickets = await new Api(setup.openAt, token).call<{ ticket: string }>('POST', `/documents/${documentId}/chat`);
    const board = new Api(setup.openAt, tickets.body.ticket);
    return (await board.call<{ ticket: string }>('POST', `/documents/${documentId}/tickets`)).body.ticket;
  }

  /** A socket of a page of the chat's host. */
  async function chatSocket(documentId: string, credential: string): Promise<RawEditor> {
    const socket = new RawEditor(setup.openAt, { path: '/collab/chat', headers: { Origin: 'https://sandbox.example' } });
    open.push(socket);
    await socket.opened();
    socket.authenticate(documentId, credential);
    return socket;
  }

  async function chatBoard(documentId: string, credential: string): Promise<RawEditor> {
    const socket = new RawEditor(setup.openAt, { path: '/collab/chat', headers: { Origin: 'https://sandbox.example' } });
    open.push(socket);
    return socket.synced(documentId, credential);
  }

  test('LV44 at the address of chat boards, no other credential is good', async () => {
    const { id } = await api.createDocument();
    const browser = await Browser.signIn(setup.openAt, setup.storage, 'Olga');
    await addMember(setup.storage, id, browser.userId, 'editor');
    const ticket = await chatTicket(id, setup.ada.token);
    for (const credential of [setup.ada.token, await browser.ticket(id), 'atb_1'])
      expect(await (await chatSocket(id, credential)).closed(endsWithinMs)).toBe(unauthenticated);
    expect((await chatBoard(id, ticket)).closeCode).toBeNull();
    expect(await (await chatSocket(id, ticket)).closed(endsWithinMs), 'used').toBe(unauthenticated);
  });

  test('AC19 a token with a fence opens no editor, whatever it may draw', async () => {
    const { id } = await api.createDocument();
    const browser = await Browser.signIn(setup.openAt, setup.storage, 'Olga');
    await addMember(setup.storage, id, browser.userId, 'editor');
    const socket = new RawEditor(setup.openAt);
    open.push(socket);
    await socket.opened();
    socket.authenticate(id, await addToken(setup.storage, browser.userId, { fence: { operations: ['draw'] } }));
    expect(await socket.closed(endsWithinMs)).toBe(noAccess);
  });

  test('a lowered level makes an editor read-only within 5 s, and a raised one lets it write again', async () => {
    const { documentId, person } = await member();
    const [first, reader] = [await editor(documentId, person.token), await stream(documentId, { token: person.token })];
    const isSavedBy = async (socket: RawEditor): Promise<boolean> => {
      // Slower than a client that floods.
      await sleep(25);
      const before = socket.statuses.length;
      socket.update(documentId, updateBy(socket.doc, (copy) => copy.getMap('items').set(newId('item'), new Y.Map([['title', 'x']])))); // prettier-ignore
      await until(() => socket.statuses.length > before, endsWithinMs, 'the update is not answered');
      return socket.statuses.at(-1) === 1;
    };
    const level = (to: string): Promise<unknown> =>
      api.call('PUT', `/documents/${documentId}/members/${person.id}`, { level: to });
    expect(await isSavedBy(first)).toBe(true);
    await level('viewer');
    await until(async () => !(await isSavedBy(first)), endsWithinMs, 'the viewer still has the old level');
    await level('editor');
    // Its edits in between were not stored: it has to send them again after reconnecting.
    expect(await first.closed(endsWithinMs)).toBe(closeCodes.restarting);
    expect(await isSavedBy(await editor(documentId, person.token))).toBe(true);
    expect(reader.ended).toBe(false);
  });

  test('edits that were made just before write access was granted are stored', async () => {
    const { documentId, person } = await member();
    await api.call('PUT', `/documents/${documentId}/members/${person.id}`, { level: 'viewer' });
    const page = new TestEditor({ url: setup.openAt, documentId, credential: person.token });
    await page.synced();
    const items = page.doc.getMap('items');
    items.set(newId('item'), new Y.Map([['title', 'Too soon']]));
    await api.call('PUT', `/documents/${documentId}/members/${person.id}`, { level: 'editor' });
    items.set(newId('item'), new Y.Map([['title', 'In time']]));
    await page.saved();
    const titles = async (): Promise<string[]> =>
      (await api.call<{ items: { title: string }[] }>('GET', `/documents/${documentId}/items`)).body.items.map(({ title }) => title).toSorted(); // prettier-ignore
    await until(async () => (await titles()).join() === 'In time,Too soon', endsWithinMs, 'something of it is lost');
    expect(page.closeCodes.filter((code) => code > 1012)).toEqual([]);
    page.destroy();
  });
});
