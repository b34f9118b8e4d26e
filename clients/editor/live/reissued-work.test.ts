import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { clockOf } from '#schema/ydoc/struct-store.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { reissue } from './reissued-work.ts';

const copyOf = (doc: Y.Doc): Y.Doc => {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
};

/** Two documents that continue with the same client id. */
function clones(before: (doc: Y.Doc) => void) {
  const mine = new Y.Doc();
  before(mine);
  const savedClock = clockOf(mine, mine.clientID);
  const other = copyOf(mine);
  other.clientID = mine.clientID;
  return { mine, savedClock, other };
}

type Write = { readonly key: string; readonly value: number | null; readonly isMap: boolean };
const writes = fc.array(
  fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.option(fc.nat(3)), isMap: fc.boolean() }),
  { maxLength: 8 },
);

/** Writes values, maps and deletions under keys that begin with a prefix. */
function write(doc: Y.Doc, prefix: string, steps: readonly Write[]): void {
  const root = doc.getMap('items');
  for (const { key, value, isMap } of steps) {
    const name = prefix + key;
    const existing = root.get(name);
    if (value === null) root.delete(name);
    else if (!isMap) root.set(name, value);
    else if (existing instanceof Y.Map) existing.set(`k${value}`, [value, value]);
    else root.set(name, new Y.Map([['first', value]]));
  }
}

describe('reissued work', () => {
  test('RW1 RW2 has the effect of the refused work, beside that of the other page', () => {
    fc.assert(
      fc.property(writes, writes, writes, (common, own, others) => {
        const { mine, savedClock, other } = clones((doc) => write(doc, 'm', common));
        write(mine, 'm', own);
        write(other, 'o', others);
        const server = copyOf(other);
        const before = new Map(Y.decodeStateVector(Y.encodeStateVector(server)));
        reissue({ doc: mine, savedClock }, server);
        const expected = { ...other.getMap('items').toJSON(), ...mine.getMap('items').toJSON() };
        for (const key of Object.keys(expected)) if (key.startsWith('m') && !mine.getMap('items').has(key)) delete expected[key];
        expect(server.getMap('items').toJSON()).toEqual(expected);
        for (const [client, clock] of before) expect(clockOf(server, client)).toBe(clock);
        expect(canonicalJson(copyOf(server))).toBe(canonicalJson(server));
      }),
      fuzz(2_000),
    );
  });

  test('RW1 is sent as an edit of this page', () => {
    const { mine, savedClock, other } = clones((doc) => doc.getMap('items').set('a', 1));
    mine.getMap('items').set('b', 2);
    other.getMap('items').set('c', 3);
    const server = copyOf(other);
    const isLocal: boolean[] = [];
    server.on('update', (_update, _origin, _doc, transaction) => isLocal.push(transaction.local));
    expect(reissue({ doc: mine, savedClock }, server)).toBe(true);
    expect(isLocal).toEqual([true]);
    expect(server.getMap('items').toJSON()).toEqual({ a: 1, b: 2, c: 3 });
    expect(reissue({ doc: copyOf(server), savedClock: 0 }, server)).toBe(false);
  });

  test('RW3 work on something that the server does not have is not written', () => {
    const { mine, savedClock, other } = clones((doc) => doc.getMap('items').set('a', 1));
    mine.getMap('items').set('b', 2);
    other.getMap('items').set('c', 3);
    const afar = new Y.Doc();
    afar.getMap('items').set('d', 4);
    const known = Y.encodeStateVector(afar);
    afar.getMap('items').set('e', 5);
    Y.applyUpdate(mine, Y.encodeStateAsUpdate(afar, known));
    expect(reissue({ doc: mine, savedClock }, other)).toBe(false);
    expect(other.getMap('items').toJSON()).toEqual({ a: 1, c: 3 });
  });
});
