/** The editors of the other nodes: person, tab and selection, as those nodes last sent them. */

/** What every node knows of every editor. `holds`: agents may not change the selected elements. */
export type EditorNote = {
  readonly user: { readonly id: string; readonly name: string; readonly color: string };
  /** The tab that it shows, which may not exist; null: none. */
  readonly tab: string | null;
  /** Full ids of elements. */
  readonly selection: readonly string[];
  readonly holds: boolean;
};
export type EditorNotes = Map<number, EditorNote>;

/** Another node. */
export type Peer = {
  /** When its last message arrived, ms. */
  lastMessageAt: number;
  /** The number of its `notes` messages received; null: at least one was missed. */
  version: number | null;
  documents: Map<string, EditorNotes>;
  /** The parts of `whole` received so far, until the last one arrives. */
  arriving: Map<string, EditorNotes> | null;
};

export const leaseMs = 6_000;

export class RemoteEditors {
  readonly #peers = new Map<string, Peer>();
  readonly #onRemoved: (documentId: string, node: string, client: number) => void;

  /** `onRemoved` is called for each editor that leaves a node. */
  constructor(onRemoved: (documentId: string, node: string, client: number) => void) {
    this.#onRemoved = onRemoved;
  }

  /** The number of editors on all live nodes. */
  get count(): number {
    let count = 0;
    for (const { documents } of this.#peers.values()) for (const notes of documents.values()) count += notes.size;
    return count;
  }

  /** Call for each message of a node. */
  recordMessage(node: string, at: number): Peer {
    const peer: Peer = this.#peers.get(node) ?? { lastMessageAt: at, version: null, documents: new Map(), arriving: null };
    peer.lastMessageAt = at;
    this.#peers.set(node, peer);
    return peer;
  }

  /** `note` null: the editor has left. */
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
    this.#onRemoved(documentId, node, client);
  }

  /** Replaces all notes of a node [CL9]. */
  replace(node: string, documents: Map<string, EditorNotes>): void {
    const peer = this.#peers.get(node);
    if (peer === undefined) return;
    const before = peer.documents;
    peer.documents = documents;
    for (const [documentId, notes] of before)
      for (const client of notes.keys())
        if (documents.get(documentId)?.has(client) !== true) this.#onRemoved(documentId, node, client);
  }

  drop(node: string): void {
    this.replace(node, new Map());
    this.#peers.delete(node);
  }

  /** Drops the nodes whose lease has expired [CL8]. */
  dropSilent(now: number): void {
    for (const [node, { lastMessageAt }] of this.#peers) if (now - lastMessageAt >= leaseMs) this.drop(node);
  }

  has(node: string, documentId: string, client: number): boolean {
    return this.#peers.get(node)?.documents.get(documentId)?.has(client) === true;
  }

  /** The editor with this client id, on any node. */
  get(documentId: string, client: number): EditorNote | undefined {
    for (const { documents } of this.#peers.values()) {
      const note = documents.get(documentId)?.get(client);
      if (note !== undefined) return note;
    }
    return undefined;
  }

  /** The editors of a document by client id; one that is moving between nodes appears once. */
  of(documentId: string): EditorNotes {
    const all: EditorNotes = new Map();
    for (const { documents } of this.#peers.values())
      for (const [client, note] of documents.get(documentId) ?? []) all.set(client, note);
    return all;
  }
}
