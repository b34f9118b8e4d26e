/**
 * remote-editors: the editors of other nodes, as far as those have said: who, on which tab, with what selected.
 *
 * E1  A node that has not been heard of for `leaseMs` is taken for dead, and its editors are gone.
 * E2  What a node says of all its editors takes the place of what it said before.
 */

/** What every node knows of every editor. `holds`: its selection holds the elements against agents. */
export type EditorNote = {
  readonly user: { readonly id: string; readonly name: string; readonly color: string };
  /** What its page shows, of whatever name; null: no tab. */
  readonly tab: string | null;
  /** Full ids of elements. */
  readonly selection: readonly string[];
  readonly holds: boolean;
};
export type EditorNotes = Map<number, EditorNote>;

/** Another node. */
export type Peer = {
  heardAt: number;
  /** How many of its changes are known; null: not all of them. */
  version: number | null;
  documents: Map<string, EditorNotes>;
  /** All that it has, while it is being told in parts. */
  arriving: Map<string, EditorNotes> | null;
};

export const leaseMs = 6_000;

export class RemoteEditors {
  readonly #peers = new Map<string, Peer>();
  readonly #onGone: (documentId: string, node: string, client: number) => void;

  /** Told of each editor that is gone from a node. */
  constructor(onGone: (documentId: string, node: string, client: number) => void) {
    this.#onGone = onGone;
  }

  /** Of every node that is alive. */
  get count(): number {
    let count = 0;
    for (const { documents } of this.#peers.values()) for (const notes of documents.values()) count += notes.size;
    return count;
  }

  /** A node was heard of. */
  recordMessage(node: string, at: number): Peer {
    const peer: Peer = this.#peers.get(node) ?? { heardAt: at, version: null, documents: new Map(), arriving: null };
    peer.heardAt = at;
    this.#peers.set(node, peer);
    return peer;
  }

  /** Null: it is gone. */
  note(node: string, documentId: string, client: number, note: EditorNote | null): void {
    const documents = this.#peers.get(node)?.documents;
    const notes = documents?.get(documentId) ?? new Map<number, EditorNote>();
    if (note !== null) {
      notes.set(client, note);
      documents?.set(documentId, notes);
      return;
    }
    if (!notes.delete(client)) return;
    if (notes.size === 0) documents?.delete(documentId);
    this.#onGone(documentId, node, client);
  }

  /** [E2] */
  replace(node: string, documents: Map<string, EditorNotes>): void {
    const peer = this.#peers.get(node);
    if (peer === undefined) return;
    const before = peer.documents;
    peer.documents = documents;
    for (const [documentId, notes] of before)
      for (const client of notes.keys())
        if (documents.get(documentId)?.has(client) !== true) this.#onGone(documentId, node, client);
  }

  drop(node: string): void {
    this.replace(node, new Map());
    this.#peers.delete(node);
  }

  /** [E1] */
  dropSilent(now: number): void {
    for (const [node, { heardAt }] of this.#peers) if (now - heardAt >= leaseMs) this.drop(node);
  }

  has(node: string, documentId: string, client: number): boolean {
    return this.#peers.get(node)?.documents.get(documentId)?.has(client) === true;
  }

  /** Who shows itself under a client id, on whatever node. */
  get(documentId: string, client: number): EditorNote | undefined {
    for (const { documents } of this.#peers.values()) {
      const note = documents.get(documentId)?.get(client);
      if (note !== undefined) return note;
    }
    return undefined;
  }

  /** Of a document, by client id; one that is between two nodes is there once. */
  of(documentId: string): EditorNotes {
    const all: EditorNotes = new Map();
    for (const { documents } of this.#peers.values())
      for (const [client, note] of documents.get(documentId) ?? []) all.set(client, note);
    return all;
  }
}
