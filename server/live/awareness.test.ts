import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as encoding from 'lib0/encoding';
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { PersonActor } from '#server/access/actor.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { claimAwareness, readAwareness, stampAwareness } from './awareness.ts';
import { ClientIds } from './client-ids.ts';
import { EditorSession } from './editor-session.ts';
import type { EditorSocket } from './editor-socket.ts';

type Entry = readonly [client: number, clock: number, state: string];

function message(...entries: readonly Entry[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, entries.length);
  for (const [client, clock, state] of entries) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarString(encoder, state);
  }
  return encoding.toUint8Array(encoder);
}

const session = (name = 'Ada'): EditorSession => {
  const actor: PersonActor = { kind: 'person', userId: newId('user'), name, color: '#123456', sessionHash: '' };
  return new EditorSession({} as EditorSocket, newId('doc'), actor, { level: 'editor', tabs: null });
};

describe('reading awareness messages', () => {
  test('a client’s own state and its removal are read', () => {
    const awareness = new Awareness(new Y.Doc());
    awareness.setLocalState({ tab: null });
    const { clientID } = awareness;
    expect(readAwareness(encodeAwarenessUpdate(awareness, [clientID]))).toEqual([{ client: clientID, clock: 1, removed: false }]);
    awareness.setLocalState(null);
    expect(readAwareness(encodeAwarenessUpdate(awareness, [clientID]))).toEqual([{ client: clientID, clock: 2, removed: true }]);
    awareness.destroy();
  });

  test('a message that no editor sends is null', () => {
    const bad: Record<string, Uint8Array> = {
      'an id of an agent': message([2 ** 32, 1, '{}']),
      'a clock without end': message([1, 2 ** 33, '{}']),
      'a large state': message([1, 1, JSON.stringify({ note: 'x'.repeat(limits.awarenessBytes) })]),
      'invalid JSON': message([1, 1, '{']),
      'a list': message([1, 1, '[]']),
      'a number': message([1, 1, '5']),
      'thousands of states': message(...Array.from({ length: 1_001 }, (_, at): Entry => [at, 1, '{}'])),
      'trailing bytes': Uint8Array.from([...message([1, 1, '{}']), 0]),
      'a count that is too high': Uint8Array.from([9, ...message([1, 1, '{}']).subarray(1)]),
    };
    for (const [name, bytes] of Object.entries(bad)) expect(readAwareness(bytes), name).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void readAwareness(bytes)),
      fuzz(),
    );
  });

  test('[LV31] the removal of an agent, which editors send after sleep, is skipped', () => {
    const received = message([2 ** 32 + 7, 1_790_000_000_000, 'null'], [5, 1, '{}'], [6, 3, 'null']);
    expect(readAwareness(received)).toEqual([
      { client: 5, clock: 1, removed: false },
      { client: 6, clock: 3, removed: true },
    ]);
  });
});

describe('claiming a client id', () => {
  test('[LV29] the first client id of a session’s state is its own, and no other', () => {
    const ids = new ClientIds();
    const [first, second] = [session(), session('Ben')];
    expect(claimAwareness(first, ids, [{ client: 1, clock: 1, removed: false }])).toBe(true);
    expect(claimAwareness(first, ids, [{ client: 1, clock: 1, removed: false }])).toBe(true);
    expect(claimAwareness(first, ids, [{ client: 2, clock: 1, removed: false }])).toBe(false);
    expect(claimAwareness(second, ids, [{ client: 1, clock: 1, removed: false }])).toBe(false);
    expect(second.awarenessClient).toBeNull();
  });

  test('[LV31] removing the states of others claims nothing', () => {
    const ids = new ClientIds();
    const one = session();
    expect(claimAwareness(one, ids, [{ client: 5, clock: 1, removed: true }, { client: 1, clock: 1, removed: false }, { client: 6, clock: 1, removed: true }])).toBe(true); // prettier-ignore
    expect(one.awarenessClient).toBe(1);
  });
});

describe('stamping a state', () => {
  const stamped = (state: Record<string, unknown>): Record<string, unknown> | undefined => {
    const one = session();
    one.awarenessClient = 1;
    const states = new Map([
      [1, state],
      [2, { user: 'ghost' }],
    ]);
    stampAwareness(one, states);
    expect([...states.keys()]).toEqual([1]);
    expect(states.get(1)?.['user']).toEqual(one.user);
    const { user: _user, ...rest } = states.get(1) ?? {};
    return rest;
  };

  test('[LV30] valid members stay, and the user is the session’s', () => {
    const honest = { tab: newId('tab'), selection: ['a~00000000'], cursor: { x: 1, y: -2.5 }, viewport: { x: 0, y: 0, width: 9, height: 9 }, laser: { line: 1, from: 0, points: [[1, 2.5]] }, spotlight: 1, typing: { id: 'a~00000000', text: 'Pay' }, reaction: { number: 1, emoji: '🎉', x: 1, y: 2 } }; // prettier-ignore
    expect(stamped({ ...honest, user: { id: 'someone else' } })).toEqual(honest);
    expect(stamped({ tab: null, cursor: null, viewport: null, selection: [], laser: null })).toEqual({ tab: null, cursor: null, viewport: null, selection: [], laser: null }); // prettier-ignore
  });

  test('[LV30] invalid members and those that only the server sets are removed', () => {
    const tooMany = Array.from({ length: limits.selectionElements + 1 }, (_, at) => `a~${String(at).padStart(8, '0')}`);
    const junk = [
      { tab: 5 },
      { tab: 'x'.repeat(65) },
      { selection: 'all' },
      { selection: ['no id'] },
      { selection: [5] },
      { selection: tooMany },
      { cursor: { x: 1 } },
      { cursor: { x: null, y: 1 } },
      { cursor: 'here' },
      { viewport: { x: 0, y: 0 } },
      { laser: [[1, 2]] },
      { laser: { line: 1, from: 0 } },
      { laser: { line: 1, from: '0', points: [] } },
      { laser: { line: 1, from: 0, points: [[1]] } },
      { laser: { line: 1, from: 0, points: [[1, null]] } },
      { laser: { line: 1, from: 0, points: [], note: 'x' } },
      { laser: { line: 1, from: 0, points: Array.from({ length: limits.laserPoints + 1 }, () => [0, 0]) } },
      { spotlight: true },
      { typing: 'Pay' },
      { typing: { id: 'a~00000000' } },
      { typing: { id: 'no id', text: 'Pay' } },
      { typing: { id: 'a~00000000', text: 5 } },
      { typing: { id: 'a~00000000', text: 'x'.repeat(limits.typingCharacters + 1) } },
      { typing: { id: 'a~00000000', text: 'Pay', by: 'x' } },
      { reaction: '🎉' },
      { reaction: { number: 1, emoji: 'Buy!', x: 1, y: 2 } },
      { reaction: { number: 1, emoji: '🎉', x: 1 } },
      { reaction: { number: 1, emoji: '🎉', x: 1, y: null } },
      { reaction: { number: 1, emoji: '🎉', x: 1, y: 2, note: 'x' } },
      { agent: { status: 'busy', focus: [] } },
      JSON.parse('{"__proto__":{"isAdmin":true}}') as Record<string, unknown>,
    ];
    for (const state of junk) expect(stamped(state), JSON.stringify(state).slice(0, 60)).toEqual({});
  });

  test('[LV30] those who may not edit take no others along, and type nothing; they react', () => {
    const reaction = { number: 1, emoji: '👍', x: 0, y: 0 };
    const reader = session();
    reader.access = { level: 'viewer', tabs: null };
    reader.awarenessClient = 1;
    const states = new Map([[1, { tab: null, spotlight: 1, typing: { id: 'a~00000000', text: 'Pay' }, reaction }]]);
    stampAwareness(reader, states);
    expect(states.get(1)).toEqual({ tab: null, reaction, user: reader.user });
  });
});
