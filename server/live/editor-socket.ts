/**
 * editor-socket: one WebSocket as Hocuspocus sees it, with what the open network makes necessary around it.
 *
 * K1  An acknowledgement ("saved") leaves only when the edits before it are in the journal.
 * K2  A peer that does not authenticate within 5 s, floods, or does not read what it is sent is closed with its code.
 * K3  A frame that is no frame of ours never reaches Hocuspocus.
 * K4  A refusal closes the whole socket: a closed document alone would leave the editor waiting for ever. That goes for
 *     what Hocuspocus itself denies too: a document that cannot be loaded. The close carries the code and the reason of
 *     the first refusal, whatever the peer sends before it.
 * K5  What was left out until the handshake brings it is acknowledged with the handshake, not before.
 * K6  A whole state may be larger than what a reader may be behind, and takes a slow line its time: the reader is behind with
 *     what comes after it.
 * K7  Both sides hear of each other every 10 s, also when the page is in the background and its timers come once a minute.
 */
import type { Hocuspocus, WebSocketLike } from '@hocuspocus/server';
import type { RawData, WebSocket } from 'ws';

import { limits } from '#schema/limits.ts';

import { type CloseCode, closeCodes } from './close-codes.ts';
import { acknowledgedDocument, frameTypes, isDenial, isPong, readEditorFrame, typeInPassing } from './frame.ts';
import { MessageRate } from './message-rate.ts';

const lastChanceMs = 1_000;
/** How long a peer may take to close in good order before its connection is cut. */
const closingMs = 2_000;
/** One that reads slowly has up to `limits.bufferedBytesPerReader` to read before it comes to the close frame. */
const slowClosingMs = 20_000;

/** Hocuspocus' end of a socket. */
type ClientConnection = ReturnType<Hocuspocus['handleConnection']>;

export type EditorSocketOptions = {
  readonly now: () => number;
  readonly whenDurable: (documentId: string, release: () => void) => void;
  /** True when a whole frame of the peer is answered already: Hocuspocus never sees it. */
  readonly takes: (socket: EditorSocket, data: Uint8Array) => boolean;
};

export class EditorSocket implements WebSocketLike {
  readonly #socket: WebSocket;
  readonly #options: EditorSocketOptions;
  readonly #rate = new MessageRate();
  #authentication: NodeJS.Timeout;
  readonly #pings: NodeJS.Timeout;
  /** Acknowledgements that wait for a handshake, by document. */
  readonly #heldFrames = new Map<string, Uint8Array[]>();
  /** Since when the peer has left data unread, ms; 0: it has not. */
  #behindSince = 0;
  /** Bytes of large frames, whole states of documents, that have not left this process. [K6] */
  #largeBytes = 0;
  #closeCode: number | null = null;
  /** The socket is about to be closed with this. */
  #refusal: { readonly code: CloseCode; readonly reason: string } | null = null;

  constructor(socket: WebSocket, options: EditorSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    // In two steps: what arrived while this thread was busy is read before the time is up.
    this.#authentication = setTimeout(() => {
      const refuse = (): void => this.refuse(closeCodes.authenticationTimeout, 'no authentication');
      this.#authentication = setTimeout(refuse, lastChanceMs);
    }, limits.authenticationMs - lastChanceMs);
    this.#pings = setInterval(() => this.#ping(), limits.pingMs);
    this.#pings.unref();
  }

  /** Hands the peer's frames to Hocuspocus until either side ends. */
  connect(connection: ClientConnection): void {
    this.#socket.on('message', (data: RawData) => this.#receive(toBytes(data), connection));
    // ws answers these itself; they count like messages.
    this.#socket.on('ping', () => void this.#floods());
    this.#socket.on('pong', () => void this.#floods());
    this.#socket.on('close', (code: number, reason: Buffer) => {
      clearTimeout(this.#authentication);
      clearInterval(this.#pings);
      this.#heldFrames.clear();
      connection.handleClose({ code, reason: reason.toString() });
    });
    // A protocol error (a frame over the limit, bad UTF-8) is answered by ws with its own close code; 'close' follows.
    this.#socket.on('error', () => undefined);
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  /** Bytes that were sent and have not left this process. */
  get unsentBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** The code that the server closed with; null while it has not. */
  get closeCode(): number | null {
    return this.#closeCode;
  }

  authenticated(): void {
    clearTimeout(this.#authentication);
  }

  /** [K1] [K2] [K4] */
  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (!(data instanceof Uint8Array) || this.#socket.readyState !== this.#socket.OPEN) return;
    const type = typeInPassing(data);
    if (type === frameTypes.sync || type === frameTypes.awareness) return this.#write(data);
    const documentId = acknowledgedDocument(data);
    if (documentId !== null) return this.#acknowledge(documentId, data);
    this.#write(data);
    // After a refusal of ours, whose code says more.
    if (isDenial(data)) setImmediate(() => this.refuse(closeCodes.restarting, 'unavailable'));
  }

  /** [K5] */
  holdAcknowledgements(documentId: string): void {
    if (!this.#heldFrames.has(documentId)) this.#heldFrames.set(documentId, []);
  }

  /** [K5] */
  releaseAcknowledgements(documentId: string): void {
    const held = this.#heldFrames.get(documentId);
    if (held === undefined) return;
    this.#heldFrames.delete(documentId);
    for (const data of held) this.#acknowledge(documentId, data);
  }

  /** Hocuspocus closes for reasons of its own; its codes are told as ours. */
  close(code?: number, reason?: string): void {
    const told: Record<number, CloseCode> = {
      4401: closeCodes.unauthenticated,
      4403: closeCodes.noAccess,
      4408: closeCodes.authenticationTimeout,
    };
    const refusal = this.#refusal ?? {
      code: (code === undefined ? undefined : told[code]) ?? closeCodes.refused,
      reason: reason ?? '',
    };
    this.refuse(refusal.code, refusal.reason);
  }

  /** [K4] Refuses in the next turn of the event loop, after messages that are being sent now. Ignores further frames from the peer. */
  refuseSoon(code: CloseCode, reason: string): void {
    this.#refusal ??= { code, reason };
    setImmediate(() => this.refuse(code, reason));
  }

  /** [K4] */
  refuse(code: CloseCode, reason: string): void {
    clearTimeout(this.#authentication);
    if (this.#closeCode !== null) return;
    this.#closeCode = code;
    this.#socket.close(code, reason.slice(0, 120));
    const timer = setTimeout(() => this.#socket.terminate(), code === closeCodes.tooSlow ? slowClosingMs : closingMs);
    timer.unref();
    this.#socket.once('close', () => clearTimeout(timer));
  }

  /** [K2] [K3] */
  #receive(data: Uint8Array, connection: ClientConnection): void {
    if (this.#closeCode !== null || this.#refusal !== null || this.#floods()) return;
    if (isPong(data)) {
      connection.lastMessageReceivedAt = Date.now();
      return;
    }
    const frame = readEditorFrame(data);
    if (frame === 'no_document') return this.refuse(closeCodes.noAccess, 'no such document');
    if (frame === 'no_message') return this.refuse(closeCodes.refused, 'not a message that an editor sends');
    if (!this.#options.takes(this, data)) connection.handleMessage(data);
  }

  /** [K7] One who has something to read will hear of the server by that. */
  #ping(): void {
    if (this.#socket.readyState === this.#socket.OPEN && this.#socket.bufferedAmount === 0) this.#socket.send(ping);
  }

  #floods(): boolean {
    if (!this.#rate.exceeds(this.#options.now())) return false;
    this.refuse(closeCodes.flooding, 'too many messages');
    return true;
  }

  #acknowledge(documentId: string, data: Uint8Array): void {
    const held = this.#heldFrames.get(documentId);
    if (held === undefined) this.#options.whenDurable(documentId, () => this.#write(data));
    else held.push(data);
  }

  #write(data: Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const { bufferedAmount } = this.#socket;
    const isLarge = data.length > largeFrame;
    const now = this.#options.now();
    const patienceMs = this.#largeBytes > 0 ? limits.wholeStateMsPerReader : limits.bufferedMsPerReader;
    if (bufferedAmount === 0) this.#behindSince = 0;
    else if (this.#behindSince === 0) this.#behindSince = now;
    else if (now - this.#behindSince > patienceMs) return this.refuse(closeCodes.tooSlow, tooSlow);
    const behind = bufferedAmount - this.#largeBytes + (isLarge ? 0 : data.length);
    if (bufferedAmount > 0 && behind > limits.bufferedBytesPerReader) return this.refuse(closeCodes.tooSlow, tooSlow);
    if (this.#behindSince === 0 && !isLarge) return this.#socket.send(data);
    if (isLarge) this.#largeBytes += data.length;
    this.#socket.send(data, () => {
      if (isLarge) this.#largeBytes -= data.length;
      if (this.#socket.bufferedAmount === 0) this.#behindSince = 0;
      else if (isLarge) this.#behindSince = this.#options.now();
    });
  }
}

const ping = Uint8Array.of(frameTypes.ping);

const tooSlow = 'reading too slowly';
/** No editor's update is larger, so that only whole states are. */
const largeFrame = limits.frameBytes;

function toBytes(data: RawData): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Array.isArray(data) ? Buffer.concat(data) : data;
}
