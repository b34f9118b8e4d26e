/**
 * presence-bus: the editors of all nodes see one another, and every node knows who has what selected, over Redis.
 *
 * B1  Every node keeps a short note of every editor of the others (RemoteEditors), so that nothing has to be asked when a
 *     write is judged. Whole states, with cursors, go only to nodes that have the document open: each document is a topic.
 * B2  Changes of a document go out at once after a quiet moment, then together, 20 times a second at the most; what could not
 *     be sent while Redis was away is not sent later.
 * B3  A node says every 2 s that it is alive and how many changes it told; whoever missed one, or does not know the node, asks
 *     it for all of its notes. One that is silent for 6 s is dead.
 * B4  Nothing of this is kept in Redis: emptied, restarted or replaced, it is whole again within seconds.
 */
import type { StateEntry } from '#server/live/put-states.ts';

import { type EditorNote, type Peer, RemoteEditors } from './remote-editors.ts';
import { type PresenceMessage, presenceMessage } from './presence-messages.ts';
import { SignedChannel, type SignedChannelOptions } from './signed-channel.ts';

/** The editors of this node, and the states of others in the documents that are open here. */
export type LocalEditors = {
  /** Client ids of this node's editors of a document. */
  clientsOf(documentId: string): Iterable<number>;
  /** Null: there is no such editor here any more. */
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
/** A node that does not answer is asked again after this. */
const askAgainMs = 500;
/** Whoever asks within this gets one answer together. */
const answerMs = 50;
const partBytes = 256 * 1024;
const says = {
  down: 'redis cannot be reached: editors of other nodes are not seen',
  up: 'redis is back, with editors of other nodes',
};

/** A document that is open here. */
type OpenPresence = {
  /** The notes as the others have them, as text. */
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
  readonly #askedAt = new Map<string, number>();
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
      says,
      name: 'atelier:presence:1',
      maxUnsent: 2_000,
      onMessage: (message, node, topic) => {
        const read = presenceMessage(message);
        if (read !== null) this.#hear(read, node, topic);
        return read !== null;
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

  /** How many editors are known on other nodes. */
  get peerCount(): number {
    return this.#remote.count;
  }

  /** The editors of a document on other nodes, by client id. */
  editorsOf(documentId: string): ReadonlyMap<number, EditorNote> {
    return this.#remote.of(documentId);
  }

  /** Id of the person who shows itself under a client id on another node. */
  ownerOf(documentId: string, client: number): string | undefined {
    return this.#remote.get(documentId, client)?.user.id;
  }

  /** A document is open for editors of this node from now on. */
  opened(documentId: string): void {
    if (this.#openDocuments.has(documentId)) return;
    this.#openDocuments.set(documentId, { notes: new Map(), dirty: new Set(), timer: null, flushedAt: Number.NEGATIVE_INFINITY });
    this.#channel.listen(documentId);
  }

  closed(documentId: string): void {
    const told = this.#openDocuments.get(documentId);
    if (told === undefined) return;
    for (const client of told.notes.keys()) told.dirty.add(client);
    this.#flush(documentId, told);
    this.#openDocuments.delete(documentId);
    this.#channel.ignore(documentId);
  }

  /** [B2] An editor of this node came, said something new, or left. */
  publish(documentId: string, client: number): void {
    const told = this.#openDocuments.get(documentId);
    if (told === undefined) return;
    told.dirty.add(client);
    const waitMs = Math.max(0, told.flushedAt + flushMs - performance.now());
    told.timer ??= setTimeout(() => this.#flush(documentId, told), waitMs);
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

  #flush(documentId: string, told: OpenPresence): void {
    if (told.timer !== null) clearTimeout(told.timer);
    told.timer = null;
    told.flushedAt = performance.now();
    const { local } = this.#options;
    const notes: { client: number; note: EditorNote | null }[] = [];
    const states: StateEntry[] = [];
    for (const client of told.dirty) {
      const note = local.noteOf(documentId, client);
      const text = note === null ? undefined : JSON.stringify(note);
      if (text !== told.notes.get(client)) notes.push({ client, note });
      if (text === undefined) told.notes.delete(client);
      else told.notes.set(client, text);
      const state = local.stateOf(documentId, client);
      if (state !== null) states.push(state);
    }
    told.dirty.clear();
    if (notes.length > 0) {
      this.#version += 1;
      this.#channel.send({ kind: 'notes', version: this.#version, document: documentId, notes });
    }
    if (states.length > 0) this.#channel.send({ kind: 'states', states }, documentId);
    // Who left for another node was shown there before it was gone from here.
    const isElsewhere = notes.some(({ client, note }) => note === null && this.#remote.get(documentId, client) !== undefined);
    if (isElsewhere) this.#channel.send({ kind: 'askStates' }, documentId);
  }

  /** [B3] What an editor may hold can change without a word of its own: its access, or its silence. */
  #beat(): void {
    const { local } = this.#options;
    for (const [documentId, told] of this.#openDocuments)
      for (const [client, text] of told.notes)
        if (JSON.stringify(local.noteOf(documentId, client)) !== text) this.publish(documentId, client);
    this.#channel.send({ kind: 'beat', version: this.#version });
  }

  /** [B4] What was said meanwhile is asked for, and what was said here is said again. */
  #linked(topic: string): void {
    if (topic === '') {
      this.#channel.send({ kind: 'beat', version: this.#version });
      this.#channel.send({ kind: 'ask', of: null });
      return;
    }
    this.#channel.send({ kind: 'askStates' }, topic);
    this.#tellAll(topic);
  }

  #tellAll(documentId: string): void {
    for (const client of this.#options.local.clientsOf(documentId)) this.publish(documentId, client);
  }

  #hear(message: PresenceMessage, node: string, topic: string): void {
    const peer = this.#remote.recordMessage(node, performance.now());
    switch (message.kind) {
      case 'beat':
        if (peer.version !== message.version) this.#ask(node);
        return;
      case 'notes':
        peer.version = peer.version === message.version - 1 ? message.version : null;
        for (const { client, note } of message.notes) this.#remote.note(node, message.document, client, note);
        if (peer.version === null) this.#ask(node);
        return;
      case 'whole':
        this.#arrive(message, node, peer);
        return;
      case 'ask':
        if (message.of === null || message.of === this.#channel.node)
          this.#answer ??= setTimeout(() => this.#sendWhole(), answerMs);
        return;
      case 'states': {
        const known = message.states.filter(({ client }) => this.#remote.has(node, topic, client));
        this.#options.local.put(topic, node, known);
        return;
      }
      case 'askStates':
        this.#tellAll(topic);
        return;
      case 'agents':
        this.#options.onAgents(message.document);
        return;
      case 'bye':
        this.#remote.drop(node);
        return;
    }
  }

  #ask(node: string): void {
    const now = performance.now();
    if (now - (this.#askedAt.get(node) ?? Number.NEGATIVE_INFINITY) < askAgainMs) return;
    for (const [other, at] of this.#askedAt) if (now - at >= askAgainMs) this.#askedAt.delete(other);
    this.#askedAt.set(node, now);
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

  /** The states of editors that were not known come when they are asked for. */
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
