/**
 * client-ids: which Yjs client ids are bound to which session of a document.
 *
 * I1  A client id belongs to the session that spoke with it first, once that session has exchanged its state.
 * I2  The same person may take it over from another socket: a reconnect overtakes the old socket's end.
 * I3  Whoever else speaks with it is a forger: the owner's next edit would vanish (its clock would be known already).
 */
import type { EditorSession } from './editor-session.ts';

export class ClientIds {
  readonly #owners = new Map<number, EditorSession>();

  bind(session: EditorSession, clients: Iterable<number>): void {
    for (const client of clients) {
      this.#owners.set(client, session);
      session.clients.add(client);
    }
  }

  /** [I1] [I2] True when the client id is bound to a live session of somebody else. */
  isForeign(session: EditorSession, client: number): boolean {
    const owner = this.#owners.get(client);
    return owner !== undefined && owner !== session && owner.synced && owner.user.id !== session.user.id;
  }

  release(session: EditorSession): void {
    for (const client of session.clients) if (this.#owners.get(client) === session) this.#owners.delete(client);
  }
}
