/**
 * Access that changes bites at once: open editors and event streams, on the node where it changed and on another that has
 * no Redis to hear of it by.
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
import { addMember, addPerson, addToken, type TestAccount } from './harness/people.ts';
import { startPostgres } from './harness/postgres.ts';
import { RawEditor, updateBy } from './harness/raw-editor.ts';
import { startSolo } from './harness/solo.ts';

/** What is promised, ms. */
const endsWithinMs = 5_000;

type Ground = {
  readonly storage: Storage;
  readonly ada: TestAccount;
  /** Where access is changed, and where editors and streams are open. */
  readonly changedAt: string;
  readonly openAt: string;
  stop(): Promise<void>;
};

const grounds: Readonly<Record<string, () => Promise<Ground>>> = {
  'one node': async () => {
    const solo = await startSolo('access-ends');
    const { storage, ada, node } = solo;
    return { storage, ada, changedAt: node.url, openAt: node.url, stop: () => solo.stop() };
  },
  'another node, without Redis': async () => {
    const postgres = await startPostgres();
    const cluster = await startCluster(postgres, null);
    const storage = await openStorage({ databaseUrl: cluster.databaseUrl });
    const [one, two] = cluster.nodes;
    return {
      storage,
      ada: cluster.ada,
      changedAt: one.url,
      openAt: two.url,
      async stop() {
        await storage.close();
        await cluster.stop();
        await postgres.stop();
      },
    };
  },
};

/** Somebody who has a document open, and what ends that. */
type Guestbook = {
  readonly documentId: string;
  readonly credential: string;
  readonly read: { readonly token: string } | { readonly cookie: string };
  readonly end: () => Promise<unknown>;
};

describe.each(Object.entries(grounds))('%s', (_name, start) => {
  let ground: Ground;
  let api: Api;
  const open: (RawEditor | EventReader)[] = [];

  beforeAll(async () => {
    ground = await start();
    api = new Api(ground.changedAt, ground.ada.token);
  });
  afterAll(async () => {
    for (const each of open)
      if (each instanceof RawEditor) each.end();
      else each.cut();
    await ground.stop();
  });

  async function editor(documentId: string, credential: string): Promise<RawEditor> {
    const socket = new RawEditor(ground.openAt);
    open.push(socket);
    return socket.synced(documentId, credential);
  }

  async function stream(documentId: string, read: Guestbook['read']): Promise<EventReader> {
    const reader = await EventReader.open({ url: ground.openAt, documentId, ...read });
    open.push(reader);
    return reader;
  }

  async function member(): Promise<{ documentId: string; person: TestAccount }> {
    const { id } = await api.createDocument();
    const person = await addPerson(ground.storage, 'Mia');
    await addMember(ground.storage, id, person.id, 'editor');
    return { documentId: id, person };
  }

  async function byToken(expiresAt: number | null = null): Promise<Omit<Guestbook, 'end'> & { tokenId: string }> {
    const { documentId, person } = await member();
    const token = await addToken(ground.storage, person.id, { expiresAt });
    const newest = ground.storage.db.selectFrom('tokens').select('id').where('user_id', '=', person.id).orderBy('id', 'desc');
    const { id } = await newest.executeTakeFirstOrThrow();
    return { documentId, credential: token, read: { token }, tokenId: id };
  }

  async function byLink(expiresAt?: number): Promise<Omit<Guestbook, 'end'> & { linkId: string }> {
    const { id } = await api.createDocument();
    const body = { level: 'viewer', ...(expiresAt !== undefined && { expiresAt }) };
    const { link } = (await api.call<{ link: ShareLink }>('POST', `/documents/${id}/share-links`, body)).body;
    const guest = await Browser.openLink(ground.openAt, link.url, 'Gus');
    return { documentId: id, credential: await guest.ticket(id), read: { cookie: guest.cookie }, linkId: link.id };
  }

  async function bySession(): Promise<Omit<Guestbook, 'end'> & { browser: Browser }> {
    const { id } = await api.createDocument();
    const browser = await Browser.signIn(ground.openAt, ground.storage, 'Olga');
    await addMember(ground.storage, id, browser.userId, 'editor');
    return { documentId: id, credential: await browser.ticket(id), read: { cookie: browser.cookie }, browser };
  }

  const at = (time: number) => (): Promise<void> => sleep(Math.max(0, time - Date.now()));
  const { unauthenticated, noAccess } = closeCodes;
  const rows: readonly (readonly [string, number, () => Promise<Guestbook>])[] = [
    ['a token that is revoked', unauthenticated, async () => {
      const book = await byToken();
      return { ...book, end: () => ground.storage.transact((tx) => revokeToken(tx, book.tokenId, null, Date.now())) };
    }],
    ['a token that expires', unauthenticated, async () => {
      const expiresAt = Date.now() + 2_500;
      return { ...(await byToken(expiresAt)), end: at(expiresAt) };
    }],
    ['a person who signs out', unauthenticated, async () => {
      const book = await bySession();
      return { ...book, end: () => book.browser.signOut(ground.changedAt) };
    }],
    ['a session that expires', unauthenticated, async () => {
      const book = await bySession();
      // The ticket is not used up yet: the session is made to end soon before the editor and the stream open.
      const expiresAt = Date.now() + 2_500;
      await ground.storage.transact((tx) => tx.updateTable('sessions').set({ expires_at: expiresAt }).where('user_id', '=', book.browser.userId).execute());
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
      await ground.storage.transact((tx) => tx.updateTable('guests').set({ expires_at: expiresAt }).where('document_id', '=', book.documentId).execute());
      return { ...book, end: at(expiresAt) };
    }],
  ]; // prettier-ignore

  test.concurrent.each(rows)('%s has no editor and no stream open after 5 s', async (_row, code, arrange) => {
    const { documentId, credential, read, end } = await arrange();
    const [socket, reader] = await Promise.all([editor(documentId, credential), stream(documentId, read)]);
    const [others, otherReader] = await Promise.all([
      editor(documentId, ground.ada.token),
      stream(documentId, { token: ground.ada.token }),
    ]);
    expect([socket.closeCode, reader.ended]).toEqual([null, false]);
    await end();
    const endedAt = performance.now();
    expect(await socket.closed(endsWithinMs)).toBe(code);
    await until(() => reader.ended, endsWithinMs - (performance.now() - endedAt), 'the stream goes on');
    process.stdout.write(`access-ends: ${_row}: ${Math.round(performance.now() - endedAt)} ms\n`);
    // Nobody else feels it, but for a document that is gone.
    if (_row !== 'a document that is deleted') expect([others.closeCode, otherReader.ended]).toEqual([null, false]);
  });

  test('a level that is lowered makes an editor read-only within 5 s, one that is raised lets it write again', async () => {
    const { documentId, person } = await member();
    const [first, reader] = [await editor(documentId, person.token), await stream(documentId, { token: person.token })];
    const isSavedBy = async (socket: RawEditor): Promise<boolean> => {
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
    // What it wrote in between is not there: it is to come back with it.
    expect(await first.closed(endsWithinMs)).toBe(closeCodes.restarting);
    expect(await isSavedBy(await editor(documentId, person.token))).toBe(true);
    expect(reader.ended).toBe(false);
  });

  test('who is let write is heard with what they wrote a moment too soon', async () => {
    const { documentId, person } = await member();
    await api.call('PUT', `/documents/${documentId}/members/${person.id}`, { level: 'viewer' });
    const page = new TestEditor({ url: ground.openAt, documentId, credential: person.token });
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
