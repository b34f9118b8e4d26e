/** Messages of the live protocol that are arranged to be expensive. */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

import { type RawSection, rawUpdate } from '#server/live/guard/raw-update.test-support.ts';

import { type RawEditor, types } from '../harness/raw-editor.ts';

export type HostileMessage = {
  readonly name: string;
  /** The longest turn, ms, of messages that may be honest: a large update is decoded, checked and applied at once. */
  readonly turnMsMax?: number;
  readonly send: (editor: RawEditor, documentId: string) => void;
};

const encoded = (write: (encoder: encoding.Encoder) => void): Uint8Array => encoding.encode(write);
const pairs = (count: number, claimed = count): Uint8Array =>
  encoded((encoder) => {
    encoding.writeVarUint(encoder, claimed);
    for (let client = 0; client < count; client += 1) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, 1);
    }
  });
const update = (sections: readonly RawSection[]): Uint8Array => rawUpdate({ sections, deletes: [] });
const map = (key: string, root = 'items') => ({ kind: 'map', root, key }) as const;
const item = (at: number): string => `item_${at.toString(36).padStart(20, '0')}`;
const many = <T>(count: number, entry: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => entry(at));
const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};
const mebibyte = 1024 * 1024;

const written = (name: string, bytes: () => Uint8Array, turnMsMax?: number): HostileMessage => ({
  name: `an update: ${name}`,
  ...(turnMsMax !== undefined && { turnMsMax }),
  send: (editor, id) => editor.update(id, bytes()),
});

export const hostileMessages: readonly HostileMessage[] = [
  { name: 'a state vector of a million clients', send: (editor, id) => editor.step1(id, pairs(900_000)) },
  { name: 'a state vector that claims 2^40 clients', send: (editor, id) => editor.step1(id, pairs(2, 2 ** 40)) },
  { name: 'a state vector of zeros', send: (editor, id) => editor.step1(id, new Uint8Array(3 * mebibyte)) },
  written('100,000 maps', () => update([{ client: 7, clock: 0, structs: many(100_000, (at) => map(item(at))) }]), 400),
  written('30,000 roots', () => update([{ client: 7, clock: 0, structs: many(30_000, (at) => map('a', `root${at}`)) }])),
  written('10,000 clients', () => update(many(10_000, (at) => ({ client: at + 1, clock: 0, structs: [map(item(at))] })))),
  written('structs whose predecessors are missing', () =>
    update([
      { client: 7, clock: 0, structs: many(50_000, (at) => ({ kind: 'any', value: 1, origin: { client: 8, clock: at } })) },
    ]),
  ),
  written('a text of 3 MB', () => {
    const doc = new Y.Doc();
    doc.getMap('items').set('k', 'x'.repeat(3 * mebibyte));
    return Y.encodeStateAsUpdate(doc);
  }),
  written('a value of 100,000 entries', () =>
    update([{ client: 7, clock: 0, structs: [{ kind: 'any', value: many(100_000, () => 1), root: 'items', key: 'k' }] }]),
  ),
  written('a value of depth 1,000', () =>
    update([{ client: 7, clock: 0, structs: [{ kind: 'any', value: nested(1_000), root: 'items', key: 'k' }] }]),
  ),
  written('gaps', () => update([{ client: 7, clock: 0, structs: many(200_000, () => ({ kind: 'skip', length: 1 })) }])),
  written('300,000 ranges of deletions', () =>
    rawUpdate({ sections: [], deletes: [{ client: 7, ranges: many(300_000, (at) => [2 * at, 1]) }] }),
  ),
  written('deletions of 100,000 clients', () =>
    rawUpdate({ sections: [], deletes: many(100_000, (at) => ({ client: at + 1, ranges: [[0, 1]] })) }),
  ),
  written('bytes of a struct that are repeated', () => new Uint8Array(3 * mebibyte).fill(1)),
  {
    name: 'a handshake of 100,000 maps',
    turnMsMax: 400,
    send: (editor, id) => editor.step2(id, update([{ client: 7, clock: 0, structs: many(100_000, (at) => map(item(at))) }])),
  },
  {
    name: 'a handshake of 10,000 clients with gaps',
    send: (editor, id) =>
      editor.step2(id, update(many(10_000, (at) => ({ client: at + 1, clock: 5, structs: [map(item(at))] })))),
  },
  {
    name: 'awareness of 5,000 clients',
    send: (editor, id) =>
      editor.show(
        id,
        many(5_000, (client) => ({ client, clock: 1, state: '{}' })),
      ),
  },
  {
    name: 'awareness of 3 MB',
    send: (editor, id) => editor.show(id, [{ client: 1, clock: 1, state: JSON.stringify('x'.repeat(3 * mebibyte)) }]),
  },
  {
    name: 'awareness of depth 100,000',
    send: (editor, id) => editor.show(id, [{ client: 1, clock: 1, state: '['.repeat(100_000) }]),
  },
  {
    name: '900 questions about awareness',
    send: (editor, id) => {
      for (let at = 0; at < 900; at += 1) editor.frame(id, types.queryAwareness);
    },
  },
  {
    name: '2,000 empty updates',
    send: (editor, id) => {
      for (let at = 0; at < 2_000; at += 1) editor.update(id, Uint8Array.of(0, 0));
    },
  },
  {
    name: '2,000 pings',
    send: (editor) => {
      for (let at = 0; at < 2_000; at += 1) editor.socket.ping();
    },
  },
  { name: 'a second authentication of 3 MB', send: (editor, id) => editor.authenticate(id, 'x'.repeat(3 * mebibyte)) },
  { name: 'an address of 3 MB', send: (editor) => editor.authenticate('x'.repeat(3 * mebibyte), 'x') },
  { name: 'a frame of zeros', send: (editor) => editor.bytes(new Uint8Array(4 * mebibyte)) },
  { name: 'a frame of text', send: (editor) => editor.bytes('['.repeat(3 * mebibyte)) },
  { name: 'a frame beyond the limit', send: (editor) => editor.bytes(new Uint8Array(5 * mebibyte)) },
  {
    name: 'stateless JSON',
    send: (editor, id) => editor.frame(id, types.stateless, (encoder) => encoding.writeVarString(encoder, '['.repeat(mebibyte))),
  },
];
