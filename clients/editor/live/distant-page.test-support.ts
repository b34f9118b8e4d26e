/**
 * distant-page: the page's own session of a document, without a browser: a real node behind a cable that can be cut and measured.
 */
import type { AddressInfo } from 'node:net';

import * as decoding from 'lib0/decoding';
import { expect, vi } from 'vitest';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import * as Y from 'yjs';

import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { Api } from '#test/harness/api.ts';
import { Browser } from '#test/harness/browser.ts';
import { TestEditor } from '#test/harness/editor.ts';
import { freePort } from '#test/harness/free-port.ts';
import { type NodeEnvironment, type NodeProcess, startNodeProcess } from '#test/harness/node-process.ts';
import { addMember, addPerson } from '#test/harness/people.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { startProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';

import { DocumentSession } from './document-session.ts';

type Place = { readonly id: string; readonly tab: string };

/** One person's browser, far from the node. */
export class DistantPage {
  readonly storage: Storage;
  readonly cable: TcpProxy;
  readonly api: Api;
  readonly #browser: Browser;
  readonly #token: string;
  readonly #environment: NodeEnvironment;
  readonly #removeFolder: () => void;
  readonly #sessions: DocumentSession[] = [];
  readonly #editors: TestEditor[] = [];
  node: NodeProcess;
  isOnline = true;
  /** Bytes that the page has sent. */
  sentBytes = 0;
  /** Cuts the cable when this many bytes are sent. */
  cutAtBytes = Infinity;

  private constructor(parts: {
    readonly storage: Storage;
    readonly cable: TcpProxy;
    readonly node: NodeProcess;
    readonly browser: Browser;
    readonly token: string;
    readonly environment: NodeEnvironment;
    readonly removeFolder: () => void;
  }) {
    this.storage = parts.storage;
    this.cable = parts.cable;
    this.node = parts.node;
    this.#browser = parts.browser;
    this.#token = parts.token;
    this.#environment = parts.environment;
    this.#removeFolder = parts.removeFolder;
    this.api = new Api(parts.node.url, parts.token);
    this.cable.judge((chunk) => {
      this.sentBytes += chunk.length;
      if (!this.isOnline || this.sentBytes > this.cutAtBytes) return 'cut';
      return 'pass';
    });
    this.#stubBrowser();
  }

  static async start(name: string): Promise<DistantPage> {
    const folder = temporaryFolder(name);
    const storage = await openStorage({ dataDir: folder.path });
    const port = await freePort();
    const environment = { DATA_DIR: folder.path, PORT: String(port) };
    const node = await startNodeProcess(environment);
    const { token } = await addPerson(storage, 'Ada');
    const browser = await Browser.signIn(node.url, storage, 'Mia');
    const cable = await startProxy({ host: '127.0.0.1', port });
    return new DistantPage({ storage, cable, node, browser, token, environment, removeFolder: () => folder.remove() });
  }

  /** A document that the person can edit, with its first tab. */
  async document(level: 'editor' | 'viewer' = 'editor'): Promise<Place> {
    const place = await this.api.createDocument();
    await addMember(this.storage, place.id, this.#browser.userId, level);
    return place;
  }

  async setLevel({ id }: Place, level: 'editor' | 'viewer'): Promise<void> {
    const { status } = await this.api.call('PUT', `/documents/${id}/members/${this.#browser.userId}`, { level });
    expect(status).toBe(200);
  }

  /** The page's session, without a copy in the browser, as where storage is disabled. */
  async open(place: Place): Promise<DocumentSession> {
    const session = this.openOffline(place);
    await this.saved(session);
    return session;
  }

  openOffline({ id }: Place): DocumentSession {
    const session = new DocumentSession(id, { store: Promise.resolve(null), user: 'mia' });
    this.#sessions.push(session);
    return session;
  }

  /** Another person's editor of the document, with a connection of its own. */
  async witness({ id }: Place, doc = new Y.Doc()): Promise<TestEditor> {
    const editor = new TestEditor({ url: this.node.url, documentId: id, credential: this.#token, doc });
    this.#editors.push(editor);
    await editor.saved(30_000);
    return editor;
  }

  async goOffline(session: DocumentSession): Promise<void> {
    this.isOnline = false;
    this.cable.cutAll();
    await expect.poll(() => session.status.get().kind, { timeout: 30_000 }).toBe('offline');
  }

  goOnline(): void {
    this.isOnline = true;
    window.dispatchEvent(new Event('online'));
  }

  async saved(session: DocumentSession, timeoutMs = 120_000): Promise<void> {
    await expect.poll(() => session.status.get().kind, { timeout: timeoutMs, interval: 20 }).toBe('saved');
  }

  /** Kills the node as a power failure would, and starts another one on its data. */
  async restart(): Promise<void> {
    await this.node.kill('SIGKILL');
    this.node = await startNodeProcess(this.#environment);
  }

  /** While `act` runs, the page reaches the node through a proxy that closes (1009) on larger messages. */
  through(maxBytes: number, act: (closes: () => number) => Promise<void>): Promise<void> {
    const pass = (message: RawData, send: Send): void => send(message);
    return this.#through({ maxBytes, toNode: pass, toPage: pass }, act);
  }

  /**
   * While `act` runs, the page reaches the node through a proxy. After `delay`, acknowledgements arrive right behind the next close
   * message, as when the disk is slow: the server refuses an update at once, and acknowledges those before it when they are durable.
   */
  withLateAcknowledgements(act: (delay: () => void) => Promise<void>): Promise<void> {
    let late: RawData[] | null = null;
    let waiting: (() => void)[] = [];
    // The next piece is passed on when the one before it was acknowledged.
    const toNode = (message: RawData, send: Send): void => {
      // A new connection begins.
      if (typeOf(message) === authentication) waiting = [];
      if (late === null || typeOf(message) !== syncMessage || bytesOf(message).length < 1_000) return send(message);
      waiting.push(() => send(message));
      if (waiting.length === 1) waiting[0]?.();
    };
    const toPage = (message: RawData, send: Send): void => {
      if (late !== null && typeOf(message) === syncStatus) {
        late.push(message);
        waiting.shift();
        return waiting[0]?.();
      }
      send(message);
      if (late === null || typeOf(message) !== closeMessage) return;
      for (const acknowledgement of late) send(acknowledgement);
      late = null;
      waiting = [];
    };
    return this.#through({ maxBytes: 2 * limits.frameBytes, toNode, toPage }, () =>
      act(() => {
        late = [];
      }),
    );
  }

  async #through({ maxBytes, toNode, toPage }: MessageProxy, act: (closes: () => number) => Promise<void>): Promise<void> {
    const proxy = new WebSocketServer({ port: 0, maxPayload: maxBytes, perMessageDeflate: false });
    let closes = 0;
    proxy.on('connection', (near, { url }) => {
      const far = new WebSocket(`ws://127.0.0.1:${this.cable.port}${url}`, { perMessageDeflate: false });
      const early: RawData[] = [];
      const send = (message: RawData): void => void (far.readyState === WebSocket.OPEN ? far.send(message) : early.push(message));
      near.on('message', (data) => toNode(data, send));
      near.on('error', (error: Error & { code?: string }) => {
        if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') closes += 1;
      });
      near.on('close', () => far.close());
      far.on('open', () => early.forEach((data) => far.send(data)));
      far.on('message', (data) => toPage(data, (message) => near.send(message)));
      far.on('close', (code, reason) => (code >= 4_000 ? near.close(code, reason) : near.close()));
      far.on('error', () => undefined);
    });
    const { origin } = location;
    vi.stubGlobal('location', { origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
    try {
      await act(() => closes);
    } finally {
      this.closeAll();
      vi.stubGlobal('location', { origin });
      for (const client of proxy.clients) client.terminate();
      proxy.close();
    }
  }

  closeAll(): void {
    for (const session of this.#sessions.splice(0)) session.destroy();
    for (const editor of this.#editors.splice(0)) editor.destroy();
    this.isOnline = true;
    this.cutAtBytes = Infinity;
  }

  async stop(): Promise<void> {
    this.closeAll();
    vi.unstubAllGlobals();
    await this.cable.close();
    await this.node.kill('SIGTERM');
    await this.storage.close();
    this.#removeFolder();
  }

  /** What a browser has: an address, its events, and the cookie with each call. */
  #stubBrowser(): void {
    const origin = `http://127.0.0.1:${this.cable.port}`;
    const { fetch } = globalThis;
    vi.stubGlobal('location', { origin });
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('document', { visibilityState: 'visible' });
    vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
      if (!path.startsWith('/')) return fetch(path, options);
      if (!this.isOnline) return Promise.reject(new TypeError('there is no network'));
      const headers = new Headers(options.headers);
      headers.set('Cookie', this.#browser.cookie);
      headers.set('Origin', origin);
      return fetch(`${origin}${path}`, { ...options, headers });
    });
  }
}

type Send = (message: RawData) => void;

/** A proxy for the messages of a page, up to `maxBytes`, and of its node. */
type MessageProxy = {
  readonly maxBytes: number;
  readonly toNode: (message: RawData, send: Send) => void;
  readonly toPage: (message: RawData, send: Send) => void;
};

/** Types of the protocol's messages. */
const syncMessage = 0;
const authentication = 2;
const closeMessage = 7;
const syncStatus = 8;

const bytesOf = (message: RawData): Uint8Array => new Uint8Array(message as Buffer);

/** The type of a message; null for a ping or pong, which have no address. */
function typeOf(message: RawData): number | null {
  const bytes = bytesOf(message);
  if (bytes.length === 1) return null;
  const decoder = decoding.createDecoder(bytes);
  decoding.readVarString(decoder);
  return decoding.readVarUint(decoder);
}

const noteCharacters = 20_000;

export const box = (name: string, at: number, label: string): Element => ({
  type: 'shape',
  shape: 'square',
  id: `${name}~${at.toString(36).padStart(8, '0')}`,
  z: 'a0',
  x: at * 10,
  y: 0,
  width: 9,
  height: 9,
  label,
});

/** Boxes with long notes, of a total size. */
export function drawMuch(session: DocumentSession, { tab }: Place, bytes: number, name = 'box'): void {
  const count = Math.ceil(bytes / noteCharacters);
  const edits = Array.from({ length: count }, (_, at) => {
    const after = { ...box(name, at, ''), note: `${at} `.repeat(noteCharacters).slice(0, noteCharacters) };
    return { id: after.id, before: null, after };
  });
  if (!session.edit(tab, edits)) throw new Error('nothing is written');
}
