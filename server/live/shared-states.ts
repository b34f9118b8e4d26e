/**
 * Exchanges awareness states with the other nodes: those of this node's editors, and those of remote editors in documents that are open here.
 * A client id belongs to this node as soon as an editor uses it over a socket here; states of it from other nodes are then ignored.
 */
import type { Document } from '@hocuspocus/server';
import { removeAwarenessStates } from 'y-protocols/awareness';

import { type EditorSession, sessionOf } from './editor-session.ts';
import { presentEditor, type PresentEditor } from './present-editors.ts';
import { clockOf, putStates, type StateEntry } from './put-states.ts';

/** The connection to the editors of other nodes. */
export type RemoteStates = {
  opened(documentId: string): void;
  closed(documentId: string): void;
  /** Call when an editor of this node joined, changed its state, or left. */
  publish(documentId: string, client: number): void;
  /** Id of the person who uses a client id on another node. */
  ownerOf(documentId: string, client: number): string | undefined;
};

/** `clockAhead`: added to the clock of a state that was removed and is back, as editors ignore a clock below the one it was removed with. */
type Remote = { readonly node: string; readonly clockAhead: number };
type Shared = {
  readonly document: Document;
  readonly local: Map<number, EditorSession>;
  readonly remote: Map<number, Remote>;
};
type AwarenessChange = { readonly added: number[]; readonly updated: number[]; readonly removed: number[] };

export class SharedStates {
  readonly #remote: RemoteStates;
  readonly #holds: (session: EditorSession) => boolean;
  readonly #open = new Map<string, Shared>();
  readonly #origin = { source: 'local' } as const;

  constructor(remote: RemoteStates, holds: (session: EditorSession) => boolean) {
    this.#remote = remote;
    this.#holds = holds;
  }

  opened(document: Document): void {
    const { name } = document;
    const shared: Shared = { document, local: new Map(), remote: new Map() };
    this.#open.set(name, shared);
    document.awareness.on('update', (change: AwarenessChange, origin: unknown) => this.#onChange(shared, change, origin));
    document.once('destroy', () => {
      if (this.#open.get(name) !== shared) return;
      this.#open.delete(name);
      this.#remote.closed(name);
    });
    this.#remote.opened(name);
  }

  *clientsOf(documentId: string): Iterable<number> {
    yield* this.#open.get(documentId)?.local.keys() ?? [];
  }

  /** Null: no editor of this node uses this client id. */
  noteOf(documentId: string, client: number): (PresentEditor & { readonly holds: boolean }) | null {
    const shared = this.#open.get(documentId);
    const session = shared?.local.get(client);
    const state = shared?.document.awareness.getStates().get(client);
    if (session === undefined || state === undefined) return null;
    return { ...presentEditor(session.user, state), holds: this.#holds(session) };
  }

  stateOf(documentId: string, client: number): StateEntry | null {
    const shared = this.#open.get(documentId);
    const state = shared?.document.awareness.getStates().get(client);
    if (shared?.local.has(client) !== true || state === undefined) return null;
    return { client, clock: clockOf(shared.document.awareness, client), state };
  }

  put(documentId: string, node: string, states: readonly StateEntry[]): void {
    const shared = this.#open.get(documentId);
    if (shared === undefined) return;
    const { awareness } = shared.document;
    const entries: StateEntry[] = [];
    for (const { client, clock, state } of states) {
      if (shared.local.has(client)) continue;
      const previous = shared.remote.get(client);
      const isShown = awareness.getStates().has(client);
      const clockAhead = isShown ? (previous?.clockAhead ?? 0) : Math.max(0, clockOf(awareness, client) + 1 - clock);
      shared.remote.set(client, { node, clockAhead });
      entries.push({ client, clock: clock + clockAhead, state });
    }
    putStates(awareness, entries, this.#origin);
  }

  drop(documentId: string, node: string, client: number): void {
    const shared = this.#open.get(documentId);
    if (shared?.remote.get(client)?.node !== node) return;
    shared.remote.delete(client);
    removeAwarenessStates(shared.document.awareness, [client], this.#origin);
  }

  #onChange(shared: Shared, { added, updated, removed }: AwarenessChange, origin: unknown): void {
    if (origin === this.#origin) return;
    const { document, local, remote } = shared;
    const session = sessionOf(origin);
    for (const client of [...added, ...updated]) {
      if (session === null || client !== session.awarenessClient) continue;
      local.set(client, session);
      remote.delete(client);
      this.#remote.publish(document.name, client);
    }
    for (const client of removed) if (local.delete(client)) this.#remote.publish(document.name, client);
  }
}
