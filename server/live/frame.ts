/**
 * frame: a message of the Hocuspocus protocol: an address (document id, optionally NUL and a session id), a message
 * type, and what follows.
 *
 * F1  A message that an editor sends is whole: its parts are there, and nothing comes after them. Hocuspocus would
 *     stumble over anything else, and end the document's connection without the socket's.
 * F2  An address that names no document of ours is told apart from bytes that are no message.
 */
import * as decoding from 'lib0/decoding';
import { messageYjsSyncStep1, messageYjsSyncStep2, messageYjsUpdate } from 'y-protocols/sync';

import { isId } from '#schema/ids.ts';

/** The types that are on the wire between an editor and the server. */
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
  /** Positioned behind the type. */
  readonly decoder: decoding.Decoder;
};

const sessionForm = /^[A-Za-z0-9_-]{1,64}$/;
const addressMax = 160;

/** The head of a message that an editor sent; or what is wrong with it. */
export function readEditorFrame(data: Uint8Array): EditorFrame | 'no_document' | 'no_message' {
  const frame = readFrame(data);
  if (frame === null) return 'no_message';
  if (!isId('doc', frame.documentId)) return 'no_document'; // [F2]
  return fromEditors.has(frame.type) && isWhole(frame) ? frame : 'no_message';
}

/** Null when the bytes are no frame. The address is not judged but for its form: a name, then perhaps a session. */
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

/** [F1] Leaves the decoder where it was. */
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
      if (decoding.hasContent(decoder)) decoding.readVarString(decoder); // the version of its provider
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

/** The type of a message, read in passing: of most messages of the server nothing more is asked. -1: not to be told so. */
export function typeInPassing(data: Uint8Array): number {
  const [length = 0x80] = data;
  return length < 0x80 ? (data[length + 1] ?? -1) : -1;
}

/** True for a lone Pong: it is about the connection, not about a document. */
export const isPong = (data: Uint8Array): boolean => data.length === 1 && data[0] === frameTypes.pong;

/** True when Hocuspocus tells an editor that it was not let in, or that its document could not be loaded. */
export function isDenial(data: Uint8Array): boolean {
  if (data.length > addressMax + 160) return false;
  const frame = readFrame(data);
  return frame?.type === frameTypes.auth && decoding.readVarUint(frame.decoder) === authDenied;
}

/** The document of an acknowledgement ("saved"), null for any other message of the server. */
export function acknowledgedDocument(data: Uint8Array): string | null {
  if (data.length > addressMax + 8) return null;
  const frame = readFrame(data);
  if (frame === null || frame.type !== frameTypes.syncStatus) return null;
  return decoding.readVarInt(frame.decoder) === 1 ? frame.documentId : null;
}
