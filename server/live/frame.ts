/**
 * Messages of the Hocuspocus protocol: an address (document id, optionally NUL and a session id), a message type, and the content.
 */
import * as decoding from 'lib0/decoding';
import { messageYjsSyncStep1, messageYjsSyncStep2, messageYjsUpdate } from 'y-protocols/sync';

import { isId } from '#schema/ids.ts';

/** The message types between an editor and the server. */
export const frameTypes = {
  sync: 0,
  awareness: 1,
  auth: 2,
  queryAwareness: 3,
  syncReply: 4,
  stateless: 5,
  close: 7,
  syncStatus: 8,
  ping: 9,
  pong: 10,
} as const;

const fromEditors: ReadonlySet<number> = new Set([
  frameTypes.sync,
  frameTypes.awareness,
  frameTypes.auth,
  frameTypes.queryAwareness,
  frameTypes.close,
]);

export type EditorFrame = {
  readonly documentId: string;
  readonly type: number;
  /** Positioned after the type. */
  readonly decoder: decoding.Decoder;
};

const sessionForm = /^[A-Za-z0-9_-]{1,64}$/;
const addressMax = 160;

/** The head of a message from an editor, or what is wrong with the message. */
export function readEditorFrame(data: Uint8Array): EditorFrame | 'no_document' | 'no_message' {
  const frame = readFrame(data);
  if (frame === null) return 'no_message';
  if (!isId('doc', frame.documentId)) return 'no_document';
  return fromEditors.has(frame.type) && isWhole(frame) ? frame : 'no_message';
}

/** Null if the bytes are not a frame. Of the address only the form is checked: a name and optionally a session. */
function readFrame(data: Uint8Array): EditorFrame | null {
  try {
    const decoder = decoding.createDecoder(data);
    const length = decoding.peekVarUint(decoder);
    if (length > addressMax) return length < data.length ? { documentId: '', type: -1, decoder } : null;
    const [name = '', session, ...rest] = decoding.readVarString(decoder).split('\0');
    const documentId = rest.length > 0 || (session !== undefined && !sessionForm.test(session)) ? '' : name;
    return { documentId, type: decoding.readVarUint(decoder), decoder };
  } catch {
    return null;
  }
}

/**
 * True if the message is complete, with nothing after it: anything else would make Hocuspocus end the document's connection without the
 * socket's. Does not move the decoder.
 */
function isWhole({ type, decoder }: EditorFrame): boolean {
  const start = decoder.pos;
  try {
    if (type === frameTypes.sync) {
      if (!syncTypes.has(decoding.readVarUint(decoder))) return false;
      decoding.readVarUint8Array(decoder);
    } else if (type === frameTypes.awareness) {
      decoding.readVarUint8Array(decoder);
    } else if (type === frameTypes.auth) {
      if (decoding.readVarUint(decoder) !== authToken) return false;
      decoding.readVarString(decoder);
      if (decoding.hasContent(decoder)) decoding.readVarString(decoder); // the version of the editor's provider
    }
    return !decoding.hasContent(decoder);
  } catch {
    return false;
  } finally {
    decoder.pos = start;
  }
}

const syncTypes: ReadonlySet<number> = new Set([messageYjsSyncStep1, messageYjsSyncStep2, messageYjsUpdate]);
const authToken = 0;
const authDenied = 1;

/** The type of a message of the server, read without decoding its address. -1 if that is not possible. */
export function quickType(data: Uint8Array): number {
  const [length = 0x80] = data;
  return length < 0x80 ? (data[length + 1] ?? -1) : -1;
}

/** True for a Pong, which has no address. */
export const isPong = (data: Uint8Array): boolean => data.length === 1 && data[0] === frameTypes.pong;

/** True if the message says that the editor was not admitted, or that its document could not be loaded. */
export function isDenial(data: Uint8Array): boolean {
  if (data.length > addressMax + 160) return false;
  const frame = readFrame(data);
  return frame?.type === frameTypes.auth && decoding.readVarUint(frame.decoder) === authDenied;
}

/** The document of an acknowledgement ("saved"); null for any other message of the server. */
export function acknowledgedDocument(data: Uint8Array): string | null {
  if (data.length > addressMax + 8) return null;
  const frame = readFrame(data);
  if (frame === null || frame.type !== frameTypes.syncStatus) return null;
  return decoding.readVarInt(frame.decoder) === 1 ? frame.documentId : null;
}
