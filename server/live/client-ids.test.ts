import { describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import type { PersonActor } from '#server/access/actor.ts';

import { ClientIds } from './client-ids.ts';
import { EditorSession } from './editor-session.ts';
import type { EditorSocket } from './editor-socket.ts';

const person = (): PersonActor => ({ kind: 'person', userId: newId('user'), name: 'A', color: '#000000', sessionHash: '' });
/** Who owns which client id never asks the socket. */
const session = (actor: PersonActor): EditorSession =>
  new EditorSession({} as EditorSocket, newId('doc'), actor, { level: 'editor', tabs: null });

describe('client ids', () => {
  const [ada, ben] = [person(), person()];

  test('[I1] a client id is its session’s until that ends', () => {
    const ids = new ClientIds();
    const [first, second] = [session(ada), session(ben)];
    ids.bind(first, [7]);
    expect([ids.isForeign(first, 7), ids.isForeign(second, 7), ids.isForeign(second, 8)]).toEqual([false, true, false]);
    ids.release(first);
    expect(ids.isForeign(second, 7)).toBe(false);
  });

  test('[I2] the same person takes it over, and the end of the old socket does not end that', () => {
    const ids = new ClientIds();
    const [old, anew, other] = [session(ada), session(ada), session(ben)];
    ids.bind(old, [7]);
    expect(ids.isForeign(anew, 7)).toBe(false);
    ids.bind(anew, [7]);
    ids.release(old);
    expect(ids.isForeign(other, 7)).toBe(true);
  });

  test('[I4] a handshake may carry what another wrote until that one has brought it', () => {
    const ids = new ClientIds();
    const [writer, carrier] = [session(ada), session(ben)];
    ids.bind(writer, [7]);
    expect([ids.isForeignInHandshake(carrier, 7), ids.isForeign(carrier, 7)]).toEqual([false, true]);
    writer.synced = true;
    expect(ids.isForeignInHandshake(carrier, 7)).toBe(true);
    expect(ids.isForeignInHandshake(writer, 7)).toBe(false);
  });

  test('[I5] nor does somebody else speak as an editor of another node; the same person may, and a handshake carries it', () => {
    const ids = new ClientIds((client) => (client === 7 ? ada.userId : undefined));
    const [first, second] = [session(ada), session(ben)];
    expect([7, 8].map((client) => ids.isForeign(second, client))).toEqual([true, false]);
    expect([ids.isForeign(first, 7), ids.isForeignInHandshake(second, 7)]).toEqual([false, false]);
    ids.bind(first, [7]);
    expect([ids.isForeign(first, 7), ids.isForeign(second, 7)]).toEqual([false, true]);
  });
});
