/**
 * awareness: what an editor may say of itself to the others.
 *
 * A1  One state per session, under one client id; a state under somebody else's id is refused.
 * A2  `user` is stamped by the server, `agent` is the server's alone; the other members are checked for form and size.
 * A3  Saying that somebody else left is ignored: the server sees itself who leaves.
 * A4  An editor that comes back, or from another node, takes over the state under its client id, whatever clock that has.
 */
import type { Connection, Document } from '@hocuspocus/server';
import * as decoding from 'lib0/decoding';

import { isElementId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';

import type { ClientIds } from './client-ids.ts';
import type { EditorSession } from './editor-session.ts';

/** Client ids of editors are 32 bits; those above are of agents. */
const clientIdMax = 2 ** 32 - 1;
const entriesMax = 1_000;

export type AwarenessEntry = { readonly client: number; readonly clock: number; readonly gone: boolean };

/** The entries of an awareness message; null when it cannot be read or holds more than any editor sends. */
export function readAwareness(update: Uint8Array): AwarenessEntry[] | null {
  try {
    const decoder = decoding.createDecoder(update);
    const count = decoding.readVarUint(decoder);
    if (count > entriesMax) return null;
    const entries: AwarenessEntry[] = [];
    for (let index = 0; index < count; index += 1) {
      const client = decoding.readVarUint(decoder);
      const clock = decoding.readVarUint(decoder);
      const state = decoding.readVarString(decoder);
      if (state.length > limits.awarenessBytes) return null;
      const value: unknown = JSON.parse(state);
      if (typeof value !== 'object' || Array.isArray(value)) return null;
      // An editor that slept says of agents, too, that it has not heard of them for long [A3].
      if (client > clientIdMax && value === null) continue;
      if (client > clientIdMax || clock > clientIdMax) return null;
      entries.push({ client, clock, gone: value === null });
    }
    return decoding.hasContent(decoder) ? null : entries;
  } catch {
    return null;
  }
}

/** [A1] Binds the session's client id at its first state; false when an entry is somebody else's. */
export function claimAwareness(session: EditorSession, clientIds: ClientIds, entries: readonly AwarenessEntry[]): boolean {
  for (const { client, gone } of entries) {
    if (gone || client === session.awarenessClient) continue;
    if (session.awarenessClient !== null || clientIds.isForeign(session, client)) return false;
    session.awarenessClient = client;
    clientIds.bind(session, [client]);
  }
  return true;
}

/** [A4] Makes the session's connection the one whose end ends the state, and lets the state pass. */
export function takeOverState(
  session: EditorSession,
  entries: readonly AwarenessEntry[],
  { awareness, connections }: Pick<Document, 'awareness' | 'connections'>,
  connection: Connection,
): void {
  const entry = entries.find(({ client }) => client === session.awarenessClient);
  if (entry === undefined) return;
  const { client, clock } = entry;
  for (const [other, { clients }] of connections) {
    if (other === connection) clients.add(client);
    else clients.delete(client);
  }
  const known = awareness.meta.get(client);
  if (known !== undefined && known.clock >= clock) awareness.meta.set(client, { ...known, clock: clock - 1 });
}

/** [A2] Mends the states of one message in place: what is left is this session's own, in its own name. */
export function stampAwareness(session: EditorSession, states: Map<number, Record<string, unknown>>): void {
  for (const client of states.keys()) if (client !== session.awarenessClient) states.delete(client);
  for (const state of states.values()) {
    for (const [member, isValid] of Object.entries(members)) {
      if (Object.hasOwn(state, member) && !isValid(state[member])) delete state[member];
    }
    delete state['agent'];
    delete state['__proto__'];
    state['user'] = session.user;
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 64;
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isNullOr =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || check(value);
const hasNumbers =
  (...names: string[]) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && names.every((name) => isNumber((value as Record<string, unknown>)[name]));

const members: Record<string, (value: unknown) => boolean> = {
  tab: isNullOr(isText),
  selection: (value) =>
    Array.isArray(value) &&
    value.length <= limits.selectionElements &&
    value.every((id) => typeof id === 'string' && isElementId(id)),
  cursor: isNullOr(hasNumbers('x', 'y')),
  viewport: isNullOr(hasNumbers('x', 'y', 'width', 'height')),
};
