/**
 * put-states: writes awareness states that came over no socket of this node into a document, for its editors to see.
 *
 * A state is known by its client id; one with a clock that is not above the known one is not taken, but for a null, which
 * removes it. Nulls are written here and not sent through Hocuspocus, which drops them.
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

/** The clock that is known of a client; 0 when none is. */
export const clockOf = (awareness: Awareness, client: number): number => awareness.meta.get(client)?.clock ?? 0;
