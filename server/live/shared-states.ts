/**
 * shared-states: the awareness states of this node's editors for the other nodes, and those of theirs in its documents.
 *
 * H1  A state is this node's from the moment in which an editor shows it over a socket here; what another node still says of
 *     it counts no more.
 * H2  A state that was gone and is back is shown with a clock that editors take: above the one that it went with.
 */
import type { Document } from '@hocuspocus/server';
import { removeAwarenessStates } from 'y-protocols/awareness';

import { sessionOf } from './editor-hooks.ts';
import type { EditorSession } from './editor-session.ts';
import { presentEditor, type PresentEditor } from './present-editors.ts';
import { clockOf, putStates, type StateEntry } from './put-states.ts';

/** Who hears of this node's editors. */
export type RemoteStates = {
  opened(documentId: string): void;
  closed(documentId: string): void;
  /** An editor of this node came, said something new, or left. */
  publish(documentId: string, client: number): void;
  /** Id of the person who shows itself under a client id on another node. */
  ownerOf(documentId: string, client: number): string | undefined;
};

/** `clockAhead`: what is added to its clock [H2]. */
type Remote = { readonly node: string; readonly clockAhead: number };
type Shared = {
  readonly document: Document;
  readonly local: Map<number, EditorSession>;
  readonly remote: Map<number, Remote>;
};
type AwarenessChange = { readonly added: number[]; readonly updated: number[]; readonly removed: number[] };

export class SharedStates {
  readonly #elsewhere: RemoteStates;
  readonly #holds: (session: EditorSession) => boolean;
  readonly #open = new Map<string, Shared>();
  readonly #origin = { source: 'local' } as const;

  constructor(elsewhere: RemoteStates, holds: (session: EditorSession) => boolean) {
    this.#elsewhere = elsewhere;
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
      this.#elsewhere.closed(name);
    });
    this.#elsewhere.opened(name);
  }

  *clientsOf(documentId: string): Iterable<number> {
    yield* this.#open.get(documentId)?.local.keys() ?? [];
  }

  /** Null: no editor of this node shows itself under this id. */
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

  /** [H1] [H2] */
  put(documentId: string, node: string, states: readonly StateEntry[]): void {
    const shared = this.#open.get(documentId);
    if (shared === undefined) return;
    const { awareness } = shared.document;
    const entries: StateEntry[] = [];
    for (const { client, clock, state } of states) {
      if (shared.local.has(client)) continue;
      const known = shared.remote.get(client);
      const isShown = awareness.getStates().has(client);
      const clockAhead = isShown ? (known?.clockAhead ?? 0) : Math.max(0, clockOf(awareness, client) + 1 - clock);
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
      this.#elsewhere.publish(document.name, client);
    }
    for (const client of removed) if (local.delete(client)) this.#elsewhere.publish(document.name, client);
  }
}
