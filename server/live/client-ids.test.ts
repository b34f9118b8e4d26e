import { describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import type { PersonActor } from '#server/access/actor.ts';

import { ClientIds } from './client-ids.ts';
import { EditorSession } from './editor-session.ts';
import type { EditorSocket } from './editor-socket.ts';

const person = (): PersonActor => ({ kind: 'person', userId: newId('user'), name: 'A', color: '#000000', sessionHash: '' });
/** ClientIds does not use the socket. */
const session = (actor: PersonActor): EditorSession =>
  new EditorSession({} as EditorSocket, newId('doc'), actor, { level: 'editor', tabs: null });

describe('client ids', () => {
  const [ada, ben] = [person(), person()];

  test('[LV25] a client id belongs to its session until that ends', () => {
    const ids = new ClientIds();
    const [first, second] = [session(ada), session(ben)];
    ids.bind(first, [7]);
    expect([ids.isForeign(first, 7), ids.isForeign(second, 7), ids.isForeign(second, 8)]).toEqual([false, true, false]);
    ids.release(first);
    expect(ids.isForeign(second, 7)).toBe(false);
  });

  test('[LV26] the same person takes a client id over, and keeps it when the old socket closes', () => {
    const ids = new ClientIds();
    const [old, current, other] = [session(ada), session(ada), session(ben)];
    ids.bind(old, [7]);
    expect(ids.isForeign(current, 7)).toBe(false);
    ids.bind(current, [7]);
    ids.release(old);
    expect(ids.isForeign(other, 7)).toBe(true);
  });

  test('[LV27] a handshake may contain edits of another until the other’s handshake has brought them', () => {
    const ids = new ClientIds();
    const [writer, carrier] = [session(ada), session(ben)];
    ids.bind(writer, [7]);
    expect([ids.isForeignInHandshake(carrier, 7), ids.isForeign(carrier, 7)]).toEqual([false, true]);
    writer.synced = true;
    expect(ids.isForeignInHandshake(carrier, 7)).toBe(true);
    expect(ids.isForeignInHandshake(writer, 7)).toBe(false);
  });

  test('[LV28] another person may not use the client id of a remote editor, the same person and a handshake may', () => {
    const ids = new ClientIds((client) => (client === 7 ? ada.userId : undefined));
    const [first, second] = [session(ada), session(ben)];
    expect([7, 8].map((client) => ids.isForeign(second, client))).toEqual([true, false]);
    expect([ids.isForeign(first, 7), ids.isForeignInHandshake(second, 7)]).toEqual([false, false]);
    ids.bind(first, [7]);
    expect([ids.isForeign(first, 7), ids.isForeign(second, 7)]).toEqual([false, true]);
  });
});
