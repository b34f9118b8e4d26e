/** Checks every message of an editor, and what it says about presence (SPEC.md, LV11, LV12, LV29 to LV31). */
import type { beforeHandleMessagePayload } from '@hocuspocus/server';
import * as decoding from 'lib0/decoding';
import { removeAwarenessStates } from 'y-protocols/awareness';

import { claimAwareness, readAwareness, takeOverState } from './awareness.ts';
import type { ClientIdsOf } from './client-ids.ts';
import { closeCodes } from './close-codes.ts';
import type { EditorContext, EditorSession } from './editor-session.ts';
import { frameTypes, readEditorFrame } from './frame.ts';
import type { CloseSocket } from './socket-closer.ts';

export type EditorMessage = Pick<beforeHandleMessagePayload<EditorContext>, 'connection' | 'document' | 'update'>;

/** Throws Refusal. Messages other than awareness and sync messages are harmless here. */
export function checkMessage(
  session: EditorSession,
  { connection, document, update }: EditorMessage,
  { clientIds, close }: { readonly clientIds: ClientIdsOf; readonly close: CloseSocket },
): void {
  const frame = readEditorFrame(update);
  if (typeof frame === 'string') throw close(session.socket, closeCodes.refused, frame);
  if (frame.type !== frameTypes.awareness) return;
  const entries = readAwareness(decoding.readVarUint8Array(frame.decoder));
  if (entries === null) throw close(session.socket, closeCodes.refused, 'awareness');
  const ids = clientIds.get(document);
  const isFirst = session.awarenessClient === null;
  if (ids === undefined || !claimAwareness(session, ids, entries))
    throw close(session.socket, closeCodes.refused, 'forged_client');
  if (isFirst) takeOverState(session, entries, document, connection);
  const leaves = entries.some(({ client, removed }) => removed && client === session.awarenessClient);
  // Hocuspocus drops null states, so an editor that closes its page is removed here.
  if (leaves && session.awarenessClient !== null) removeAwarenessStates(document.awareness, [session.awarenessClient], null);
}
