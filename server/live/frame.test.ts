import fc from 'fast-check';
import * as encoding from 'lib0/encoding';
import { describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { acknowledgedDocument, frameTypes, isDenial, isPong, readEditorFrame } from './frame.ts';

const documentId = newId('doc');

function frame(address: string, type: number, ...body: ((encoder: encoding.Encoder) => void)[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, address);
  encoding.writeVarUint(encoder, type);
  for (const write of body) write(encoder);
  return encoding.toUint8Array(encoder);
}
const uint = (value: number) => (encoder: encoding.Encoder) => encoding.writeVarUint(encoder, value);
const bytes = (...values: number[]) => (encoder: encoding.Encoder) => encoding.writeVarUint8Array(encoder, Uint8Array.from(values)); // prettier-ignore
const text = (value: string) => (encoder: encoding.Encoder) => encoding.writeVarString(encoder, value);

const honest: Record<string, Uint8Array> = {
  'a first step': frame(documentId, frameTypes.sync, uint(0), bytes(0)),
  'a second step': frame(documentId, frameTypes.sync, uint(1), bytes(0, 0)),
  'an update of a session': frame(`${documentId}\0session-1`, frameTypes.sync, uint(2), bytes(0, 0)),
  awareness: frame(documentId, frameTypes.awareness, bytes(0)),
  'a token': frame(documentId, frameTypes.auth, uint(0), text('atl_x')),
  'a token with the version of a provider': frame(documentId, frameTypes.auth, uint(0), text('atl_x'), text('4.8.0')),
  'a query': frame(documentId, frameTypes.queryAwareness),
  'an end': frame(documentId, frameTypes.close),
};

describe('frames of editors', () => {
  test.each(Object.entries(honest))('%s is read, and its decoder is positioned after the type', (_, data) => {
    const read = readEditorFrame(data);
    expect(read).toMatchObject({ documentId });
    // The length of the address, the address, the type: all short.
    expect(typeof read === 'object' && read.decoder.pos).toBe(1 + (data[0] ?? 0) + 1);
  });

  test('[LV11] a truncated or extended message is invalid', () => {
    for (const [name, data] of Object.entries(honest)) {
      for (let length = 0; length < data.length; length += 1) {
        const cut = readEditorFrame(data.subarray(0, length));
        // A token without a version is valid; a view on a larger buffer must not be read beyond its end.
        if (name.endsWith('provider') && typeof cut === 'object') expect(length).toBe(data.length - 6);
        else expect(typeof cut, `${name} cut to ${length}`).toBe('string');
      }
      expect(readEditorFrame(Uint8Array.from([...data, 0, 0])), name).toBe('no_message');
    }
  });

  test('[LV11] message types of servers and unknown types are invalid', () => {
    for (const type of [4, 5, 6, 8, 9, 10, 11, 99, 2 ** 40]) expect(readEditorFrame(frame(documentId, type))).toBe('no_message');
    expect(readEditorFrame(frame(documentId, frameTypes.sync, uint(3), bytes(0)))).toBe('no_message');
    expect(readEditorFrame(frame(documentId, frameTypes.auth, uint(1), text('denied')))).toBe('no_message');
  });

  test('[LV12] an address that is not a document’s is distinguished from an invalid message', () => {
    const names = ['', 'constructor', '__proto__', `${documentId} `, documentId.toUpperCase(), `${documentId}\0`, `${documentId}\0a b`, `${documentId}\0a\0b`, `doc_${'a'.repeat(100_000)}`]; // prettier-ignore
    for (const name of names) expect(readEditorFrame(frame(name, frameTypes.close)), name.slice(0, 30)).toBe('no_document');
    expect(readEditorFrame(Uint8Array.from([255, 255, 255, 15, 100, 111, 99]))).toBe('no_message');
  });

  test('arbitrary bytes are refused without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (data) => {
        expect(['no_document', 'no_message']).toContain(readEditorFrame(data));
        isPong(data);
      }),
      fuzz(2_000),
    );
  });
});

describe('frames of the server', () => {
  test('an acknowledgement names its document; "not saved" and other messages are not acknowledgements', () => {
    const status = (saved: number) => frame(`${documentId}\0s`, frameTypes.syncStatus, (encoder) => encoding.writeVarInt(encoder, saved)); // prettier-ignore
    expect(acknowledgedDocument(status(1))).toBe(documentId);
    expect(acknowledgedDocument(status(0))).toBeNull();
    for (const data of Object.values(honest)) expect(acknowledgedDocument(data)).toBeNull();
  });

  test('a denial is distinguished from an admission', () => {
    expect(isDenial(frame(documentId, frameTypes.auth, uint(1), text('permission-denied')))).toBe(true);
    expect(isDenial(frame(documentId, frameTypes.auth, uint(2), text('read-write')))).toBe(false);
  });
});
