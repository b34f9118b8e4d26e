/**
 * Which session owns which Yjs client id in a document (SPEC.md, LV25 to LV28). An edit under another editor's client id is forged: the owner's
 * next edit would vanish, as Yjs would take its clock for known.
 */
import type { Document } from '@hocuspocus/server';

import type { EditorSession } from './editor-session.ts';

/** The client ids of each loaded document. */
export type ClientIdsOf = Pick<WeakMap<Document, ClientIds>, 'get'>;

export class ClientIds {
  readonly #owners = new Map<number, EditorSession>();
  readonly #remoteOwnerOf: (client: number) => string | undefined;

  /** `remoteOwnerOf`: id of the person who uses a client id on another node. */
  constructor(remoteOwnerOf: (client: number) => string | undefined = () => undefined) {
    this.#remoteOwnerOf = remoteOwnerOf;
  }

  bind(session: EditorSession, clients: Iterable<number>): void {
    for (const client of clients) {
      this.#owners.set(client, session);
      session.clients.add(client);
    }
  }

  /** True if the client id belongs to a live session of another person. */
  isForeign(session: EditorSession, client: number): boolean {
    const owner = this.#owners.get(client);
    if (owner === session) return false;
    const ownerId = owner?.user.id ?? this.#remoteOwnerOf(client);
    return ownerId !== undefined && ownerId !== session.user.id;
  }

  /** The same for a handshake, which may contain edits of others that the server lost, until their own handshake has brought them. */
  isForeignInHandshake(session: EditorSession, client: number): boolean {
    return this.#otherOwner(session, client)?.synced === true;
  }

  release(session: EditorSession): void {
    for (const client of session.clients) if (this.#owners.get(client) === session) this.#owners.delete(client);
  }

  #otherOwner(session: EditorSession, client: number): EditorSession | undefined {
    const owner = this.#owners.get(client);
    return owner === undefined || owner === session || owner.user.id === session.user.id ? undefined : owner;
  }
}
