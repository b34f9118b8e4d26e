/**
 * client-ids: which Yjs client ids are whose among the sessions of a document.
 *
 * I1  A client id belongs to the session that writes or shows itself under it, until that session ends.
 * I2  The same person may take it over from another socket: a reconnect overtakes the old socket's end.
 * I3  Whoever else speaks with it is a forger: the owner's next edit would vanish (its clock would be known already).
 * I4  A handshake carries what the editor has seen of others, too, when the server lost it: that binds nothing, and is
 *     allowed until the owner's own handshake has brought all of it.
 * I5  An editor on another node is protected, too, under the client id that it shows itself under; not in a handshake, as its
 *     edits may well be lost there.
 */
import type { EditorSession } from './editor-session.ts';

export class ClientIds {
  readonly #owners = new Map<number, EditorSession>();
  readonly #ownerElsewhere: (client: number) => string | undefined;

  /** `ownerElsewhere`: id of the person who shows itself under a client id on another node. */
  constructor(ownerElsewhere: (client: number) => string | undefined = () => undefined) {
    this.#ownerElsewhere = ownerElsewhere;
  }

  /** [I1] */
  bind(session: EditorSession, clients: Iterable<number>): void {
    for (const client of clients) {
      this.#owners.set(client, session);
      session.clients.add(client);
    }
  }

  /** [I2] [I3] [I5] True when the client id is that of a live session of somebody else. */
  isForeign(session: EditorSession, client: number): boolean {
    const owner = this.#owners.get(client);
    if (owner === session) return false;
    const ownerId = owner?.user.id ?? this.#ownerElsewhere(client);
    return ownerId !== undefined && ownerId !== session.user.id;
  }

  /** [I4] The same for what comes with a handshake. */
  isForeignInHandshake(session: EditorSession, client: number): boolean {
    return this.#ownerBut(session, client)?.synced === true;
  }

  release(session: EditorSession): void {
    for (const client of session.clients) if (this.#owners.get(client) === session) this.#owners.delete(client);
  }

  #ownerBut(session: EditorSession, client: number): EditorSession | undefined {
    const owner = this.#owners.get(client);
    return owner === undefined || owner === session || owner.user.id === session.user.id ? undefined : owner;
  }
}
