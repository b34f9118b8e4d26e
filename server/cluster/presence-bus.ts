/**
 * Sends the editors of this node to its peers over Redis, and receives theirs (SPEC.md, CL4 to CL7).
 *
 * Every node keeps a note of every remote editor (RemoteEditors), so a write needs no request to know which elements are held. A node
 * sends a beat with the number of its messages every 2 s; a peer that missed one requests all notes.
 */
import type { StateEntry } from '#server/live/put-states.ts';

import { type EditorNote, type Peer, RemoteEditors } from './remote-editors.ts';
import { type PresenceMessage, presenceMessage } from './presence-messages.ts';
import { SignedChannel, type SignedChannelOptions } from './signed-channel.ts';

/** The editors of this node, and the states of others in the documents that are open here. */
export type LocalEditors = {
  /** Client ids of this node's editors in a document. */
  clientsOf(documentId: string): Iterable<number>;
  /** Null: the editor has left this node. */
  noteOf(documentId: string, client: number): EditorNote | null;
  stateOf(documentId: string, client: number): StateEntry | null;
  /** Shows states of another node's editors. */
  put(documentId: string, node: string, states: readonly StateEntry[]): void;
  drop(documentId: string, node: string, client: number): void;
};

export type PresenceBusOptions = Pick<SignedChannelOptions, 'url' | 'key' | 'onDropped' | 'log'> & {
  readonly local: LocalEditors;
  readonly onAgents: (documentId: string) => void;
};

const flushMs = 50;
const beatMs = 2_000;
const leaseCheckMs = 500;
/** A request to a node is repeated after this. */
const repeatMs = 500;
/** Requests within this time share one answer. */
const answerMs = 50;
const partBytes = 256 * 1024;
const logTexts = {
  down: 'redis cannot be reached: editors of other nodes are not shown',
  up: 'redis is reachable again: editors of other nodes are shown',
};

/** A document that is open here. */
type OpenPresence = {
  /** The notes as last sent to the peers, as text. */
  readonly notes: Map<number, string>;
  readonly dirty: Set<number>;
  timer: NodeJS.Timeout | null;
  flushedAt: number;
};

export class PresenceBus {
  readonly #options: PresenceBusOptions;
  readonly #channel: SignedChannel;
  readonly #remote: RemoteEditors;
  readonly #openDocuments = new Map<string, OpenPresence>();
  readonly #requestedAt = new Map<string, number>();
  readonly #timers: readonly NodeJS.Timeout[];
  #version = 0;
  #answer: NodeJS.Timeout | null = null;

  constructor(options: PresenceBusOptions) {
    this.#options = options;
    const { url, key, log, onDropped, local } = options;
    this.#remote = new RemoteEditors((documentId, node, client) => local.drop(documentId, node, client));
    this.#channel = new SignedChannel({
      url,
      key,
      log,
      onDropped,
      logTexts,
      name: 'atelier:presence:1',
      maxUnsent: 2_000,
      onMessage: (message, node, topic) => {
        const valid = presenceMessage(message);
        if (valid !== null) this.#receive(valid, node, topic);
        return valid !== null;
      },
      onLinked: (topic) => this.#linked(topic),
    });
    this.#timers = [
      setInterval(() => this.#beat(), beatMs),
      setInterval(() => this.#remote.dropSilent(performance.now()), leaseCheckMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  get connected(): boolean {
    return this.#channel.connected;
  }

  /** The number of editors on other nodes. */
  get remoteEditors(): number {
    return this.#remote.count;
  }

  /** The editors of a document on other nodes, by client id. */
  editorsOf(documentId: string): ReadonlyMap<number, EditorNote> {
    return this.#remote.of(documentId);
  }

  /** Id of the person with this client id on another node. */
  ownerOf(documentId: string, client: number): string | undefined {
    return this.#remote.get(documentId, client)?.user.id;
  }

  /** Call when editors of this node open a document. */
  opened(documentId: string): void {
    if (this.#openDocuments.has(documentId)) return;
    this.#openDocuments.set(documentId, { notes: new Map(), dirty: new Set(), timer: null, flushedAt: Number.NEGATIVE_INFINITY });
    this.#channel.listen(documentId);
  }

  closed(documentId: string): void {
    const open = this.#openDocuments.get(documentId);
    if (open === undefined) return;
    for (const client of open.notes.keys()) open.dirty.add(client);
    this.#flush(documentId, open);
    this.#openDocuments.delete(documentId);
    this.#channel.ignore(documentId);
  }

  /** Call when an editor of this node joined, changed its state, or left [CL5]. */
  publish(documentId: string, client: number): void {
    const open = this.#openDocuments.get(documentId);
    if (open === undefined) return;
    open.dirty.add(client);
    const waitMs = Math.max(0, open.flushedAt + flushMs - performance.now());
    open.timer ??= setTimeout(() => this.#flush(documentId, open), waitMs);
  }

  agentsChanged(documentId: string): void {
    this.#channel.send({ kind: 'agents', document: documentId });
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const { timer } of this.#openDocuments.values()) if (timer !== null) clearTimeout(timer);
    if (this.#answer !== null) clearTimeout(this.#answer);
    this.#channel.send({ kind: 'bye' });
    this.#channel.close();
  }

  #flush(documentId: string, open: OpenPresence): void {
    if (open.timer !== null) clearTimeout(open.timer);
    open.timer = null;
    open.flushedAt = performance.now();
    const { local } = this.#options;
    const notes: { client: number; note: EditorNote | null }[] = [];
    const states: StateEntry[] = [];
    for (const client of open.dirty) {
      const note = local.noteOf(documentId, client);
      const text = note === null ? undefined : JSON.stringify(note);
      if (text !== open.notes.get(client)) notes.push({ client, note });
      if (text === undefined) open.notes.delete(client);
      else open.notes.set(client, text);
      const state = local.stateOf(documentId, client);
      if (state !== null) states.push(state);
    }
    open.dirty.clear();
    if (notes.length > 0) {
      this.#version += 1;
      this.#channel.send({ kind: 'notes', version: this.#version, document: documentId, notes });
    }
    if (states.length > 0) this.#channel.send({ kind: 'states', states }, documentId);
    // An editor that moved to another node appeared there before it left here.
    const hasMoved = notes.some(({ client, note }) => note === null && this.#remote.get(documentId, client) !== undefined);
    if (hasMoved) this.#channel.send({ kind: 'askStates' }, documentId);
  }

  /** Publishes notes that changed without a message of the editor, by its access or its silence, and sends the beat. */
  #beat(): void {
    const { local } = this.#options;
    for (const [documentId, open] of this.#openDocuments)
      for (const [client, text] of open.notes)
        if (JSON.stringify(local.noteOf(documentId, client)) !== text) this.publish(documentId, client);
    this.#channel.send({ kind: 'beat', version: this.#version });
  }

  /** After a (re)connect: requests what was missed, and publishes again what this node has [CL7]. */
  #linked(topic: string): void {
    if (topic === '') {
      this.#channel.send({ kind: 'beat', version: this.#version });
      this.#channel.send({ kind: 'ask', of: null });
      return;
    }
    this.#channel.send({ kind: 'askStates' }, topic);
    this.#publishAll(topic);
  }

  #publishAll(documentId: string): void {
    for (const client of this.#options.local.clientsOf(documentId)) this.publish(documentId, client);
  }

  #receive(message: PresenceMessage, node: string, topic: string): void {
    const peer = this.#remote.recordMessage(node, performance.now());
    switch (message.kind) {
      case 'beat':
        if (peer.version !== message.version) this.#request(node);
        return;
      case 'notes':
        peer.version = peer.version === message.version - 1 ? message.version : null;
        for (const { client, note } of message.notes) this.#remote.note(node, message.document, client, note);
        if (peer.version === null) this.#request(node);
        return;
      case 'whole':
        this.#arrive(message, node, peer);
        return;
      case 'ask':
        if (message.of === null || message.of === this.#channel.node)
          this.#answer ??= setTimeout(() => this.#sendWhole(), answerMs);
        return;
      case 'states': {
        const states = message.states.filter(({ client }) => this.#remote.has(node, topic, client));
        this.#options.local.put(topic, node, states);
        return;
      }
      case 'askStates':
        this.#publishAll(topic);
        return;
      case 'agents':
        this.#options.onAgents(message.document);
        return;
      case 'bye':
        this.#remote.drop(node);
        return;
    }
  }

  #request(node: string): void {
    const now = performance.now();
    if (now - (this.#requestedAt.get(node) ?? Number.NEGATIVE_INFINITY) < repeatMs) return;
    for (const [other, at] of this.#requestedAt) if (now - at >= repeatMs) this.#requestedAt.delete(other);
    this.#requestedAt.set(node, now);
    this.#channel.send({ kind: 'ask', of: node });
  }

  #sendWhole(): void {
    this.#answer = null;
    let documents: { document: string; notes: { client: number; note: unknown }[] }[] = [];
    let bytes = 0;
    let isFirst = true;
    const send = (isLast: boolean): void => {
      this.#channel.send({ kind: 'whole', isFirst, isLast, version: this.#version, documents });
      documents = [];
      bytes = 0;
      isFirst = false;
    };
    for (const [document, { notes }] of this.#openDocuments) {
      if (notes.size === 0) continue;
      documents.push({ document, notes: [...notes].map(([client, text]) => ({ client, note: JSON.parse(text) as unknown })) });
      for (const text of notes.values()) bytes += text.length;
      if (bytes >= partBytes) send(false);
    }
    send(true);
  }

  /** Takes a part of `whole`; after the last one, requests the states of new editors. */
  #arrive(whole: Extract<PresenceMessage, { kind: 'whole' }>, node: string, peer: Peer): void {
    if (whole.isFirst) peer.arriving = new Map();
    const { arriving } = peer;
    if (arriving === null) return;
    for (const { document, notes } of whole.documents)
      arriving.set(document, new Map(notes.map(({ client, note }) => [client, note])));
    if (!whole.isLast) return;
    peer.arriving = null;
    peer.version = whole.version;
    const isNew = (document: string) => (client: number) => !this.#remote.has(node, document, client);
    const documents = [...arriving].filter(([document, notes]) => [...notes.keys()].some(isNew(document)));
    this.#remote.replace(node, arriving);
    for (const [document] of documents)
      if (this.#openDocuments.has(document)) this.#channel.send({ kind: 'askStates' }, document);
  }
}
