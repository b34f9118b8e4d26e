/**
 * connection: a document's connection to the server, opened with a fresh ticket each time until it is ended.
 *
 * After a close that does not blame the sent data (none, 1012, 1013, 4408, 4429) it reconnects: at once when the network is back,
 * otherwise after 1 s and then twice as long each time up to 30 s, with jitter. After 4403 and 4422, and when a ticket is refused
 * for lack of access, it ends. The awareness state is set again after each connection. After a close that blames the size of the
 * backlog (1009, or a limit of the document) it reconnects as long as the provider has another way to send it (provider.ts);
 * after that the backlog counts as refused.
 */
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';

import { limits } from '#schema/limits.ts';

import { call, CallRefused } from '../api/call.ts';
import { server } from '../api/server.ts';
import { Provider } from './provider.ts';
import { Socket } from './socket.ts';

export type ConnectionEnd =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'gone'; readonly reason: 'signed-out' | 'no-access' };

export type ConnectionOptions = {
  readonly documentId: string;
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  /** The page's clock when the server last had acknowledged everything. */
  readonly savedClock: () => number;
  /** Anything that the status depends on has changed. */
  readonly onChange: () => void;
  /** The handshake of a connection is complete. */
  readonly onSynced: () => void;
  readonly onStateless: (payload: string) => void;
  readonly onEnd: (end: ConnectionEnd) => void;
};

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
const flushMs = 16;

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #socket: Socket;
  readonly #provider: Provider;
  readonly #stop = new AbortController();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #failures = 0;
  #ticket = '';
  #lost = false;
  #connecting = false;
  #ended = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { documentId, doc, awareness, savedClock } = options;
    const { origin, socketPath } = server.get();
    const url = `${(origin || location.origin).replace(/^http/, 'ws')}${socketPath}`;
    this.#socket = new Socket({
      url,
      autoConnect: false,
      maxAttempts: 1,
      messageReconnectTimeout: limits.serverSilentMs,
      onClose: ({ event }) => this.#onClose(event),
    });
    this.#provider = new Provider({
      websocketProvider: this.#socket,
      name: documentId,
      document: doc,
      awareness,
      flushDelay: flushMs,
      token: () => this.#ticket,
      onAuthenticated: () => this.#onAuthenticated(),
      onAuthenticationFailed: () => this.#options.onChange(),
      onSynced: () => this.#onSynced(),
      onUnsyncedChanges: () => this.#options.onChange(),
      onProgress: () => this.#options.onChange(),
      savedClock,
      onStateless: ({ payload }) => this.#options.onStateless(payload),
    });
    this.#provider.attach();
    window.addEventListener('online', this.#onOnline);
    window.addEventListener('offline', this.#onOffline);
    void this.#connect();
  }

  get synced(): boolean {
    return this.#provider.synced;
  }

  get hasUnacknowledged(): boolean {
    return this.#provider.hasUnsyncedChanges;
  }

  /** The durable fraction of a large backlog; null if none is being sent. */
  get progress(): number | null {
    return this.#provider.progress;
  }

  /** A connection failed or was lost, and there is none. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Sends now the edits that are collected into one update. */
  flush(): void {
    this.#provider.flushPendingUpdates();
  }

  /** Sends and receives nothing any more. */
  end(): void {
    this.#end();
  }

  /** Ends the connection for good, and the awareness with it. */
  destroy(): void {
    this.flush();
    this.#end();
    this.#provider.destroy();
    this.#socket.destroy();
  }

  readonly #onOnline = (): void => {
    if (this.#socket.status === 'disconnected') void this.#connect();
  };

  /** The browser reports a lost network at once; otherwise the silence is noticed within half a minute. */
  readonly #onOffline = (): void => this.#socket.abandon();

  async #connect(): Promise<void> {
    if (this.#connecting || this.#ended) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#connecting = true;
    try {
      const params = { doc: this.#options.documentId };
      const { ticket } = await call('POST /documents/:doc/tickets', { params, signal: this.#stop.signal });
      if (this.#ended) return;
      this.#ticket = ticket;
      // `close` reports its failure.
      void this.#socket.connect();
    } catch (error) {
      if (this.#ended) return;
      const end = endOf(error);
      if (end === null) this.#connectLater();
      else this.#endWith(end);
    } finally {
      this.#connecting = false;
    }
  }

  #connectLater(): void {
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** this.#failures);
    this.#failures += 1;
    this.#lost = true;
    this.#timer = setTimeout(() => void this.#connect(), delayMs * (0.5 + Math.random() / 2));
    this.#options.onChange();
  }

  #onAuthenticated(): void {
    const { awareness } = this.#options;
    awareness.setLocalState(awareness.getLocalState());
  }

  #onSynced(): void {
    this.#failures = 0;
    this.#lost = false;
    this.#options.onSynced();
    this.#options.onChange();
  }

  #onClose({ code, reason }: { readonly code: number; readonly reason: string }): void {
    // The socket would reconnect by itself, with the used ticket.
    this.#socket.disconnect();
    if (this.#ended) return;
    const end = this.#provider.adapt(code, reason) ? null : endOfClose(code, reason);
    // The provider handles the close after this.
    queueMicrotask(() => {
      if (end === null) this.#connectLater();
      else this.#endWith(end);
    });
  }

  #endWith(end: ConnectionEnd): void {
    this.#end();
    this.#options.onEnd(end);
    this.#options.onChange();
  }

  #end(): void {
    this.#ended = true;
    this.#stop.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    window.removeEventListener('online', this.#onOnline);
    window.removeEventListener('offline', this.#onOffline);
    this.#socket.disconnect();
  }
}

/** The end that a refused ticket means; null to try again. */
function endOf(error: unknown): ConnectionEnd | null {
  if (!(error instanceof CallRefused)) return null;
  if (error.status === 401) return { kind: 'gone', reason: 'signed-out' };
  return error.status === 403 || error.status === 404 ? { kind: 'gone', reason: 'no-access' } : null;
}

/** After 4401 the next ticket shows whether the person is still signed in. */
function endOfClose(code: number, reason: string): ConnectionEnd | null {
  if (code === 1009) return { kind: 'refused', reason: 'frame_too_large' };
  if (code === 4422) return { kind: 'refused', reason };
  if (code === 4403) return { kind: 'gone', reason: 'no-access' };
  return null;
}
