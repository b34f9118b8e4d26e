/** An editor's side of the live protocol without a provider: any bytes in any order, as a hostile peer would send them. */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';

import { until } from './editor.ts';

/** Message types on the wire. */
export const types = {
  sync: 0,
  awareness: 1,
  auth: 2,
  queryAwareness: 3,
  stateless: 5,
  broadcast: 6,
  close: 7,
  status: 8,
} as const;
const sync = { step1: 0, step2: 1, update: 2 } as const;

/** A ping has no address. */
export const isPing = (data: Uint8Array): boolean => data.length === 1;

export type RawAwarenessEntry = { readonly client: number; readonly clock: number; readonly state: string };
export type RawOptions = { readonly path?: string; readonly headers?: Readonly<Record<string, string>> };

export class RawEditor {
  readonly socket: WebSocket;
  /** A copy of the document, from the server's messages. */
  readonly doc = new Y.Doc();
  /** The types of the received messages, in order. */
  readonly received: number[] = [];
  /** The values of SyncStatus, in order: 1 saved, 0 not. */
  readonly statuses: number[] = [];
  /** The last awareness states, by client. */
  readonly awareness = new Map<number, Record<string, unknown> | null>();
  closeCode: number | null = null;
  closeReason = '';
  /** The HTTP status of a refused upgrade. */
  httpStatus: number | null = null;
  bytesIn = 0;

  constructor(url: string, { path = '/collab', headers = {} }: RawOptions = {}) {
    this.socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, { headers, perMessageDeflate: true });
    this.socket.binaryType = 'nodebuffer';
    this.socket.on('message', (data: Buffer) => this.#receive(data));
    this.socket.on('close', (code, reason) => {
      this.closeCode = code;
      this.closeReason = reason.toString();
    });
    this.socket.on('unexpected-response', (_request, response) => {
      this.httpStatus = response.statusCode ?? 0;
      response.resume();
      this.socket.terminate();
    });
    this.socket.on('error', () => undefined);
  }

  async opened(): Promise<this> {
    await until(() => this.socket.readyState !== WebSocket.CONNECTING, 10_000, 'the socket does not open');
    return this;
  }

  /** Authenticates, and resolves when the server has admitted it. */
  async admitted(documentId: string, token: string): Promise<this> {
    await this.opened();
    this.authenticate(documentId, token);
    await until(() => this.received.includes(types.auth), 10_000, 'the server does not admit the editor');
    return this;
  }

  /** Authenticates, and returns the code with which the server refuses it. */
  async closedOn(documentId: string, token: string): Promise<number> {
    await this.opened();
    this.authenticate(documentId, token);
    return this.closed();
  }

  /** Performs the whole handshake, after which `doc` equals the server's document. */
  async synced(documentId: string, token: string): Promise<this> {
    await this.admitted(documentId, token);
    this.step1(documentId);
    await until(() => this.doc.share.size > 0, 10_000, 'the server does not send its state');
    const before = this.statuses.length;
    this.step2(documentId, Y.encodeStateAsUpdate(new Y.Doc()));
    await until(() => this.statuses.length > before, 10_000, 'the handshake is not answered');
    return this;
  }

  bytes(data: Uint8Array | string): void {
    this.socket.send(data);
  }

  /** Sends a frame of any type; `body` writes its content. */
  frame(address: string, type: number, body: (encoder: encoding.Encoder) => void = () => undefined): void {
    this.bytes(frameOf(address, type, body));
  }

  authenticate(address: string, token: string): void {
    this.frame(address, types.auth, (encoder) => {
      encoding.writeVarUint(encoder, 0);
      encoding.writeVarString(encoder, token);
    });
  }

  step1(address: string, stateVector: Uint8Array = Y.encodeStateVector(new Y.Doc())): void {
    this.bytes(syncFrame(address, sync.step1, stateVector));
  }

  step2(address: string, update: Uint8Array): void {
    this.bytes(syncFrame(address, sync.step2, update));
  }

  update(address: string, update: Uint8Array): void {
    this.bytes(syncFrame(address, sync.update, update));
  }

  show(address: string, entries: readonly RawAwarenessEntry[]): void {
    this.frame(address, types.awareness, (encoder) => {
      const body = encoding.createEncoder();
      encoding.writeVarUint(body, entries.length);
      for (const { client, clock, state } of entries) {
        encoding.writeVarUint(body, client);
        encoding.writeVarUint(body, clock);
        encoding.writeVarString(body, state);
      }
      encoding.writeVarUint8Array(encoder, encoding.toUint8Array(body));
    });
  }

  /** The code with which the socket was closed. */
  async closed(timeoutMs = 60_000): Promise<number> {
    await until(() => this.closeCode !== null, timeoutMs, 'the hostile socket is not closed');
    return this.closeCode ?? 0;
  }

  end(): void {
    this.socket.terminate();
  }

  #receive(data: Buffer): void {
    this.bytesIn += data.length;
    if (isPing(data)) return;
    const decoder = decoding.createDecoder(data);
    decoding.readVarString(decoder);
    const type = decoding.readVarUint(decoder);
    this.received.push(type);
    if (type === types.status) this.statuses.push(decoding.readVarInt(decoder));
    if (type === types.sync && decoding.readVarUint(decoder) !== sync.step1)
      Y.applyUpdate(this.doc, decoding.readVarUint8Array(decoder), 'server');
    if (type === types.awareness) this.#readAwareness(decoding.createDecoder(decoding.readVarUint8Array(decoder)));
  }

  #readAwareness(decoder: decoding.Decoder): void {
    for (let left = decoding.readVarUint(decoder); left > 0; left -= 1) {
      const client = decoding.readVarUint(decoder);
      decoding.readVarUint(decoder);
      this.awareness.set(client, JSON.parse(decoding.readVarString(decoder)) as Record<string, unknown> | null);
    }
  }
}

export function frameOf(address: string, type: number, body: (encoder: encoding.Encoder) => void = () => undefined): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, address);
  encoding.writeVarUint(encoder, type);
  body(encoder);
  return encoding.toUint8Array(encoder);
}

const syncFrame = (address: string, step: number, payload: Uint8Array): Uint8Array =>
  frameOf(address, types.sync, (encoder) => {
    encoding.writeVarUint(encoder, step);
    encoding.writeVarUint8Array(encoder, payload);
  });

/** The update of a change to a copy of the document. */
export function updateBy(doc: Y.Doc, change: (doc: Y.Doc) => void, clientId?: number): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  if (clientId !== undefined) copy.clientID = clientId;
  let update: Uint8Array | null = null;
  copy.on('update', (bytes: Uint8Array) => {
    update = bytes;
  });
  copy.transact(() => change(copy));
  if (update === null) throw new Error('the change changes nothing');
  return update;
}
