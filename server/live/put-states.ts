/**
 * Writes awareness states that did not come over a socket of this node into a document, so that its editors see them.
 *
 * A state replaces that of the same client id only with a higher clock; null removes it. Nulls are written here because Hocuspocus drops them.
 */
import * as encoding from 'lib0/encoding';
import { applyAwarenessUpdate, type Awareness } from 'y-protocols/awareness';

export type StateEntry = { readonly client: number; readonly clock: number; readonly state: object | null };

export function putStates(awareness: Awareness, entries: readonly StateEntry[], origin: object): void {
  if (entries.length === 0) return;
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, entries.length);
  for (const { client, clock, state } of entries) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarString(encoder, JSON.stringify(state));
  }
  applyAwarenessUpdate(awareness, encoding.toUint8Array(encoder), origin);
}

/** The clock of a client's state; 0 for an unknown client. */
export const clockOf = (awareness: Awareness, client: number): number => awareness.meta.get(client)?.clock ?? 0;
