/** Validates the awareness states that editors send (SPEC.md, LV29 to LV31). */
import type { Connection, Document } from '@hocuspocus/server';
import * as decoding from 'lib0/decoding';

import { isElementId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isReactionEmoji } from '#schema/reactions.ts';

import type { ClientIds } from './client-ids.ts';
import type { EditorSession } from './editor-session.ts';

/** Client ids of editors have 32 bits; higher ones belong to agents. */
const clientIdMax = 2 ** 32 - 1;
const entriesMax = 1_000;

/** `removed`: the message says that this client has left. */
export type AwarenessEntry = { readonly client: number; readonly clock: number; readonly removed: boolean };

/** The entries of an awareness message; null if it is invalid or has more than any editor sends. */
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
      // An editor that wakes from sleep removes agents, too, whose states it has not received for long [LV31].
      if (client > clientIdMax && value === null) continue;
      if (client > clientIdMax || clock > clientIdMax) return null;
      entries.push({ client, clock, removed: value === null });
    }
    return decoding.hasContent(decoder) ? null : entries;
  } catch {
    return null;
  }
}

/** Binds the session's client id at its first state; false if an entry belongs to another session. */
export function claimAwareness(session: EditorSession, clientIds: ClientIds, entries: readonly AwarenessEntry[]): boolean {
  for (const { client, removed } of entries) {
    if (removed || client === session.awarenessClient) continue;
    if (session.awarenessClient !== null || clientIds.isForeign(session, client)) return false;
    session.awarenessClient = client;
    clientIds.bind(session, [client]);
  }
  return true;
}

/**
 * For an editor that reconnects or moves from another node: makes its connection the owner of the state, and makes Yjs accept the state
 * whatever its clock.
 */
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
  const previous = awareness.meta.get(client);
  if (previous !== undefined && previous.clock >= clock) awareness.meta.set(client, { ...previous, clock: clock - 1 });
}

/** Corrects the states of one message in place: removes states of other clients and invalid members, and sets `user`. */
export function stampAwareness(session: EditorSession, states: Map<number, Record<string, unknown>>): void {
  for (const client of states.keys()) if (client !== session.awarenessClient) states.delete(client);
  for (const state of states.values()) {
    for (const [member, isValid] of Object.entries(members)) {
      if (Object.hasOwn(state, member) && !isValid(state[member])) delete state[member];
    }
    // Only those who may edit take others along, or type.
    if (!session.mayWrite) for (const member of ['spotlight', 'typing']) delete state[member];
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

const isLine = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= limits.laserPoints &&
  value.every((point) => Array.isArray(point) && point.length === 2 && point.every(isNumber));

/** `{ id, text }`: the id of an element, and the text that it will have. */
function isTyping(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  const { id, text } = value as Readonly<Record<string, unknown>>;
  const isShort = typeof text === 'string' && text.length <= limits.typingCharacters;
  return isShort && typeof id === 'string' && isElementId(id);
}

const members: Record<string, (value: unknown) => boolean> = {
  tab: isNullOr(isText),
  selection: (value) =>
    Array.isArray(value) &&
    value.length <= limits.selectionElements &&
    value.every((id) => typeof id === 'string' && isElementId(id)),
  cursor: isNullOr(hasNumbers('x', 'y')),
  viewport: isNullOr(hasNumbers('x', 'y', 'width', 'height')),
  spotlight: isNullOr(isNumber),
  typing: isNullOr(isTyping),
  reaction: isNullOr(
    (value) =>
      hasNumbers('number', 'x', 'y')(value) &&
      Object.keys(value as object).length === 4 &&
      isReactionEmoji((value as { readonly emoji?: unknown }).emoji),
  ),
  laser: isNullOr(
    (value) =>
      hasNumbers('line', 'from')(value) &&
      Object.keys(value as object).length === 3 &&
      isLine((value as { readonly points?: unknown }).points),
  ),
};
