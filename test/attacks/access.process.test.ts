/** Attacks on who may connect, to what, and for how long. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';

import type { ShareLink } from '#schema/access.ts';
import { newId } from '#schema/ids.ts';
import { closeCodes } from '#server/live/close-codes.ts';
import { revokeToken } from '#storage/tokens.ts';

import { Browser } from '../harness/browser.ts';
import { until } from '../harness/editor.ts';
import { addMember, addPerson, addToken } from '../harness/people.ts';
import { type RawEditor, updateBy } from '../harness/raw-editor.ts';
import { type AttackedTab, AttackStage } from './stage.test-support.ts';

const { noAccess, unauthenticated, authenticationTimeout } = closeCodes;
/** The promised maximum until the end of access takes effect, ms. */
const endsWithinMs = 5_000;

let stage: AttackStage;
beforeAll(async () => {
  stage = await AttackStage.set({ ALLOWED_ORIGINS: 'https://pages.example.org' });
});
afterAll(() => stage.strike());

const card = (doc: Y.Doc): Uint8Array =>
  updateBy(doc, (copy) => copy.getMap('items').set(newId('item'), new Y.Map([['title', 'x']])));

describe('editors that may only read', () => {
  test('[LV7] both kinds of update of viewers, participants and read-only tokens are "not saved" and reach no other editor', async () => {
    const place = await stage.place();
    const witness = await stage.witness(place);
    const [vera, paul] = [await addPerson(stage.storage, 'Vera'), await addPerson(stage.storage, 'Paul')];
    await addMember(stage.storage, place.id, vera.id, 'viewer');
    await addMember(stage.storage, place.id, paul.id, 'participant');
    const readOnly = await addToken(stage.storage, stage.mallory.id, { access: 'read' });
    const before = await stage.visibleState(place, witness);
    for (const token of [vera.token, paul.token, readOnly]) {
      const reader = await stage.raw().synced(place.id, token);
      reader.update(place.id, card(reader.doc));
      reader.step2(place.id, card(reader.doc));
      await until(() => reader.statuses.length === 3, 5_000, 'the updates are not answered');
      expect(reader.statuses).toEqual([1, 0, 0]);
      expect(reader.closeCode).toBeNull();
      reader.update(place.id, Uint8Array.from([9, 9, 9]));
      expect(await reader.closed()).toBe(closeCodes.refused);
    }
    expect(await stage.visibleState(place, witness)).toEqual(before);
    await stage.serves(place, witness);
  });

  test('[LV6] a lowered level makes the connection read-only within 5 s, a raised one lets it write again', async () => {
    const place = await stage.place();
    const witness = await stage.witness(place);
    const hostile = await stage.hostile(place);
    const level = async (to: string): Promise<void> => {
      const { status } = await stage.api.call('PUT', `/documents/${place.id}/members/${stage.mallory.id}`, { level: to });
      expect(status).toBe(200);
    };
    const writesBy = async (editor: typeof hostile): Promise<number> => {
      const before = editor.statuses.length;
      editor.update(place.id, card(editor.doc));
      await until(() => editor.statuses.length > before, 5_000, 'the update is not answered');
      return editor.statuses.at(-1)!;
    };
    /** The number of acknowledged cards; the first acknowledgement is that of the handshake. */
    const takenFrom = (editor: typeof hostile): number => editor.statuses.filter((status) => status === 1).length - 1;
    const arrived = (count: number): Promise<void> =>
      until(() => witness.doc.getMap('items').size === count, 5_000, 'the cards do not arrive');
    expect(await writesBy(hostile)).toBe(1);
    await level('viewer');
    await until(async () => (await writesBy(hostile)) === 0, endsWithinMs, 'the viewer still has the old level');
    await arrived(takenFrom(hostile));
    await level('editor');
    // It has edits that the server refused, so it reconnects and sends all of them.
    expect(await hostile.closed(endsWithinMs)).toBe(closeCodes.restarting);
    const back = await stage.hostile(place);
    expect(await writesBy(back)).toBe(1);
    await arrived(takenFrom(hostile) + 1);
    await stage.serves(place, witness);
    expect([witness.doc.getMap('items').size, back.closeCode]).toEqual([takenFrom(hostile) + 1, null]);
  });
});

describe('document names', () => {
  test('[LV3] any name that is not a document of theirs closes with 4403', async () => {
    const place = await stage.place();
    const theirs = await stage.api.createDocument('Private');
    const open = await stage.metric('atelier_live_documents');
    const names = [
      'constructor', '__proto__', 'hasOwnProperty', '', ' ', 'room:../x', '../../etc/passwd', `doc_${'a'.repeat(1_000_000)}`,
      `${place.id}\0one\0two`, `${place.id}\0${'x'.repeat(65)}`, `${place.id}\0`, `${place.id}\0../x`, `\0${place.id}`, `${place.id} `,
      place.id.toUpperCase(), `doc_${'0'.repeat(20)}`, theirs.id,
    ]; // prettier-ignore
    for (const name of names) {
      const hostile = await stage.raw().opened();
      hostile.authenticate(name, stage.mallory.token);
      expect(await hostile.closed(), name.slice(0, 40)).toBe(noAccess);
      expect(hostile.received.includes(0)).toBe(false);
    }
    expect(await stage.metric('atelier_live_documents')).toBeLessThanOrEqual(open);
    await stage.serves(place, await stage.witness(place));
  });
});

describe('connecting', () => {
  test('[LV1] pages of foreign origins are refused at the upgrade', async () => {
    const { url } = stage.node;
    const own = new URL(url).host;
    const foreign = ['https://evil.example', 'null', `https://${own}.evil.example`, `http://evil.example/${own}`, 'http://127.0.0.1:1'];
    for (const origin of foreign) {
      const hostile = stage.raw({ headers: { Origin: origin } });
      await hostile.closed();
      expect([origin, hostile.httpStatus]).toEqual([origin, 403]);
    }
    for (const origin of [url, 'https://pages.example.org', undefined]) {
      const honest = stage.raw({ headers: origin === undefined ? {} : { Origin: origin } });
      await honest.opened();
      expect([origin, honest.socket.readyState]).toEqual([origin, WebSocket.OPEN]);
    }
    const elsewhere = stage.raw({ path: '/other' });
    await elsewhere.closed();
    expect(elsewhere.httpStatus).toBe(404);
  }); // prettier-ignore

  test('[LV2] a token in the URL or in a header does not authenticate', { timeout: 20_000 }, async () => {
    const { id } = await stage.place();
    const { token } = stage.ada;
    const attempts = await Promise.all(
      [
        { path: `/collab?token=${token}` },
        { path: `/collab?name=${id}&access_token=${token}` },
        { headers: { Authorization: `Bearer ${token}` } },
        { headers: { Cookie: `atelier_session=${token}` } },
      ].map((options) => stage.raw(options).opened()),
    );
    for (const hostile of attempts) {
      hostile.step1(id);
      hostile.frame(id, 3);
    }
    expect(await Promise.all(attempts.map((hostile) => hostile.closed(9_000)))).toEqual(
      attempts.map(() => authenticationTimeout),
    );
    for (const { received } of attempts) expect(received).toEqual([]);
    expect(stage.node.output()).not.toContain(token);
  });

  test('[LV4] a ticket is good for one connection to its own document', async () => {
    const place = await stage.place();
    const elsewhere = await stage.place();
    const person = await Browser.signIn(stage.node.url, stage.storage, 'Olga');
    await addMember(stage.storage, place.id, person.userId, 'editor');
    await addMember(stage.storage, elsewhere.id, person.userId, 'editor');
    const ticket = await person.ticket(place.id);
    await stage.raw().synced(place.id, ticket);
    const other = await person.ticket(place.id);
    for (const [documentId, credential] of [[place.id, ticket], [elsewhere.id, other], [place.id, other], [place.id, 'x'.repeat(100_000)]] as const) {
      const hostile = await stage.raw().opened();
      hostile.authenticate(documentId, credential);
      expect(await hostile.closed()).toBe(unauthenticated);
    }
  }); // prettier-ignore
});

describe('the end of access', () => {
  test('[LV6] closes the socket within 5 s: token, member, link, document, expiry', async () => {
    const { storage, node, api, ada } = stage;
    type Ending = { readonly code: number; readonly socket: RawEditor; readonly end: () => Promise<unknown> };

    const revoked = async (): Promise<Ending> => {
      const place = await stage.place();
      const socket = await stage.raw().synced(place.id, await addToken(storage, stage.mallory.id));
      const { id } = await storage.db.selectFrom('tokens').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      const end = (): Promise<unknown> => storage.transact((tx) => revokeToken(tx, id, null, Date.now()));
      return { code: unauthenticated, socket, end };
    };
    const expired = async (): Promise<Ending> => {
      const place = await stage.place();
      const expiresAt = Date.now() + 2_000;
      const socket = await stage.raw().synced(place.id, await addToken(storage, stage.mallory.id, { expiresAt }));
      return { code: unauthenticated, socket, end: () => new Promise((resolve) => setTimeout(resolve, expiresAt - Date.now())) };
    };
    const removed = async (): Promise<Ending> => {
      const place = await stage.place();
      const socket = await stage.hostile(place);
      return { code: noAccess, socket, end: () => api.call('DELETE', `/documents/${place.id}/members/${stage.mallory.id}`) };
    };
    const unlinked = async (): Promise<Ending> => {
      const place = await stage.place();
      const { body } = await api.call<{ link: ShareLink & { url: string } }>('POST', `/documents/${place.id}/share-links`, { level: 'viewer' }); // prettier-ignore
      const guest = await Browser.openLink(node.url, body.link.url, 'Guest');
      const socket = await stage.raw().synced(place.id, await guest.ticket(place.id));
      return { code: noAccess, socket, end: () => api.call('DELETE', `/documents/${place.id}/share-links/${body.link.id}`) };
    };
    const deleted = async (): Promise<Ending> => {
      const place = await stage.place();
      const socket = await stage.raw().synced(place.id, ada.token);
      return { code: noAccess, socket, end: () => api.call('DELETE', `/documents/${place.id}`) };
    };

    const endings = [await revoked(), await removed(), await unlinked(), await deleted(), await expired()];
    const codes = endings.map(async ({ socket, end }) => {
      await end();
      return socket.closed(endsWithinMs);
    });
    expect(await Promise.all(codes)).toEqual(endings.map(({ code }) => code));
  });

  test('a guest stays connected while the link is valid, and may only read', async () => {
    const place: AttackedTab = await stage.place();
    const { body } = await stage.api.call<{ link: ShareLink & { url: string } }>('POST', `/documents/${place.id}/share-links`, { level: 'participant' }); // prettier-ignore
    const guest = await Browser.openLink(stage.node.url, body.link.url, 'Gus');
    const socket = await stage.raw().synced(place.id, await guest.ticket(place.id));
    socket.update(place.id, card(socket.doc));
    await until(() => socket.statuses.length === 2, 5_000, 'the update is not answered');
    expect(socket.statuses[1]).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(socket.closeCode).toBeNull();
  });
});
