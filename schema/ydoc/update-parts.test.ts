import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';

import { fuzz } from '#test/harness/fuzz.ts';

import { clientsOf, clockOf, deletionsIn, hasWaiting } from './struct-store.ts';
import { updateParts } from './update-parts.ts';

/** What one of three people does to a document: `at` and `value` choose the target and the content. */
const edit = fc.record({
  person: fc.nat(2),
  kind: fc.constantFrom('set', 'setMap', 'setInMap', 'delete', 'insert', 'remove', 'write', 'erase', 'sync', 'nested'),
  at: fc.nat(5),
  value: fc.oneof(fc.string({ unit: 'grapheme' }), fc.double(), fc.integer(), fc.boolean(), fc.jsonValue(), fc.uint8Array()),
});
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function change(docs: readonly Y.Doc[], { person, kind, at, value }: Edit): void {
  const doc = docs[person]!;
  const [map, list, text] = [doc.getMap('map'), doc.getArray('list'), doc.getText('text')];
  const key = `k${at}`;
  const inner = map.get(key);
  if (kind === 'set') map.set(key, value);
  else if (kind === 'setMap') map.set(key, new Y.Map([['a', value]]));
  else if (kind === 'setInMap' && inner instanceof Y.Map) inner.set(`m${at}`, value);
  else if (kind === 'nested' && inner instanceof Y.Map) inner.set('map', new Y.Map([['b', new Y.Array<unknown>()]]));
  else if (kind === 'delete') map.delete(key);
  else if (kind === 'insert') list.insert(Math.min(at, list.length), [value, new Y.XmlElement('p')]);
  else if (kind === 'remove' && list.length > at) list.delete(at, 1);
  else if (kind === 'write') text.insert(Math.min(at, text.length), `x${JSON.stringify(value)}`, { bold: at > 2 });
  else if (kind === 'erase' && text.length > at) text.delete(at, 1);
  else if (kind === 'sync') for (const other of docs) Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
}

/** What three people made together, as one update, and as all of their updates merged. */
function drawn(edits: readonly Edit[]): readonly Uint8Array[] {
  const updates: Uint8Array[] = [];
  const docs = [1, 2, 3].map((clientId) => {
    const doc = new Y.Doc();
    doc.clientID = clientId;
    doc.on('update', (update: Uint8Array, _origin, _doc, { local }: Y.Transaction) => void (local && updates.push(update)));
    return doc;
  });
  for (const one of edits) change(docs, one);
  const whole = new Y.Doc();
  for (const doc of docs) Y.applyUpdate(whole, Y.encodeStateAsUpdate(doc));
  return [Y.encodeStateAsUpdate(whole), ...(updates.length === 0 ? [] : [Y.mergeUpdates(updates)])];
}

const partsOf = (update: Uint8Array, structs: number): Uint8Array[] =>
  [...updateParts(update, structs)].filter((part) => part !== null);

const contents = (doc: Y.Doc): unknown => [
  doc.getMap('map').toJSON(),
  doc.getArray('list').toJSON(),
  doc.getText('text').toDelta(),
  [...clientsOf(doc)].toSorted((a, b) => a - b).map((client) => [client, clockOf(doc, client)]),
  [...deletionsIn(doc).clients].toSorted(([a], [b]) => a - b),
];

test('YD28 the parts of an update, applied in order, are the update, and none of them waits for a later one', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (edits, structs) => {
      for (const update of drawn(edits)) {
        const [whole, inParts] = [new Y.Doc(), new Y.Doc()];
        Y.applyUpdate(whole, update);
        for (const part of partsOf(update, structs)) {
          Y.applyUpdate(inParts, part);
          expect(hasWaiting(inParts)).toBe(false);
        }
        expect(contents(inParts)).toEqual(contents(whole));
      }
    }),
    fuzz(2_000),
  );
});

test('YD29 no part has more structs than allowed, and many deletions are parts of their own', () => {
  const doc = new Y.Doc();
  for (let index = 0; index < 12_000; index += 1) doc.getMap('map').set(`k${index}`, index);
  for (let index = 0; index < 12_000; index += 2) doc.getMap('map').delete(`k${index}`);
  const decoded = partsOf(Y.encodeStateAsUpdate(doc), 1_000).map((part) => Y.decodeUpdate(part));
  expect(decoded.map(({ structs }) => structs.length)).toEqual([...Array.from({ length: 12 }, () => 1_000), 0, 0]);
  expect(decoded.slice(-2).map(({ ds }) => [...ds.clients.values()].flat().length)).toEqual([5_000, 1_000]);
});

test('YD29 an update that lacks structs is one part', () => {
  const updates: Uint8Array[] = [];
  const doc = new Y.Doc();
  doc.on('update', (update: Uint8Array) => void updates.push(update));
  for (let index = 0; index < 5; index += 1) doc.getMap('map').set(`k${index}`, index);
  const lacking = Y.mergeUpdates([updates[0]!, updates[4]!]);
  expect(partsOf(lacking, 1)).toEqual([lacking]);
});

test('YD28 an update whose structs refer to those of an earlier update is split as well', () => {
  const doc = new Y.Doc();
  doc.getMap('map').set('a', new Y.Map());
  const earlier = Y.encodeStateAsUpdate(doc);
  const other = new Y.Doc();
  Y.applyUpdate(other, earlier);
  const inner = other.getMap('map').get('a') as Y.Map<number>;
  for (let index = 0; index < 10; index += 1) inner.set(`k${index}`, index);
  const parts = partsOf(Y.encodeStateAsUpdate(other, Y.encodeStateVector(doc)), 4);
  expect(parts).toHaveLength(3);
  for (const part of parts) Y.applyUpdate(doc, part);
  expect(doc.getMap('map').toJSON()).toEqual(other.getMap('map').toJSON());
});
