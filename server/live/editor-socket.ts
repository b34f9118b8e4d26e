/**
 * One WebSocket as Hocuspocus sees it, protected against hostile and slow peers (SPEC.md, LV5 and LV8 to LV15). A refusal always closes the
 * whole socket: closing only the document would leave the editor waiting indefinitely.
 */
import type { Hocuspocus, WebSocketLike } from '@hocuspocus/server';
import type { RawData, WebSocket } from 'ws';

import { limits } from '#schema/limits.ts';
import type { CallerAccount } from '#server/budgets/caller-budgets.ts';

import { type CloseCode, closeCodes } from './close-codes.ts';
import { acknowledgedDocument, frameTypes, isDenial, isPong, readEditorFrame, quickType } from './frame.ts';
import { MessageRate } from './message-rate.ts';
import { PacedFrames } from './paced-frames.ts';

const lastChanceMs = 1_000;
/** How long a peer may take for the close handshake before its connection is cut. */
const closingMs = 2_000;
/** A slow reader must first read up to `limits.bufferedBytesPerReader` to reach the close frame. */
const slowClosingMs = 20_000;

/** Hocuspocus' end of a socket. */
type ClientConnection = ReturnType<Hocuspocus['handleConnection']>;

export type EditorSocketOptions = {
  /** The address of the peer. */
  readonly address: string;
  /** Used until the peer has authenticated. */
  readonly account: CallerAccount;
  /** Called when a budget of its account was used up for too long. */
  readonly onUsedUp: (account: CallerAccount) => void;
  /** The socket may be a page of any origin: only tickets of chat boards are accepted [LV44]. */
  readonly isForChats: boolean;
  readonly now: () => number;
  readonly whenDurable: (documentId: string, release: () => void) => void;
  /** True if the frame was answered, so that Hocuspocus does not get it. */
  readonly handles: (socket: EditorSocket, data: Uint8Array) => boolean;
};

export class EditorSocket implements WebSocketLike {
  readonly #socket: WebSocket;
  readonly #options: EditorSocketOptions;
  readonly #rate = new MessageRate();
  #account: CallerAccount;
  #frames: PacedFrames | null = null;
  #authentication: NodeJS.Timeout;
  readonly #pings: NodeJS.Timeout;
  /** Acknowledgements that wait for a handshake, by document. */
  readonly #heldFrames = new Map<string, Uint8Array[]>();
  /** Since when the peer has left bytes unread, ms; 0: it has not. */
  #behindSince = 0;
  /** Unsent bytes of large frames, that is, of whole states: a reader is behind only with what comes after them. */
  #largeBytes = 0;
  #closeCode: number | null = null;
  /** The first refusal; the socket is about to be closed with it. */
  #refusal: { readonly code: CloseCode; readonly reason: string } | null = null;

  constructor(socket: WebSocket, options: EditorSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#account = options.account;
    // In two steps, so that messages that arrived while this thread was busy are read before the timeout.
    this.#authentication = setTimeout(() => {
      const refuse = (): void => this.refuse(closeCodes.authenticationTimeout, 'no authentication');
      this.#authentication = setTimeout(refuse, lastChanceMs);
    }, limits.authenticationMs - lastChanceMs);
    this.#pings = setInterval(() => this.#ping(), limits.pingMs);
    this.#pings.unref();
  }

  /** Passes the peer's frames to Hocuspocus until either side ends. */
  connect(connection: ClientConnection): void {
    const frames = new PacedFrames({
      socket: this.#socket,
      waitMs: () => this.#account.usedUp()?.waitMs ?? 0,
      handle: (data) => this.#account.run(() => this.#receive(data, connection)),
      onTooLong: () => {
        this.#options.onUsedUp(this.#account);
        this.refuse(closeCodes.flooding, 'too much work');
      },
    });
    this.#frames = frames;
    this.#socket.on('message', (data: RawData) => {
      if (this.#closeCode === null && this.#refusal === null && !this.#floods()) frames.receive(toBytes(data));
    });
    // ws answers pings itself, but they count as messages.
    this.#socket.on('ping', () => void this.#floods());
    this.#socket.on('pong', () => void this.#floods());
    this.#socket.on('close', (code: number, reason: Buffer) => {
      clearTimeout(this.#authentication);
      clearInterval(this.#pings);
      frames.end();
      this.#heldFrames.clear();
      connection.handleClose({ code, reason: reason.toString() });
    });
    // A protocol error (a frame over the limit, bad UTF-8) is answered by ws with its own close code; 'close' follows.
    this.#socket.on('error', () => undefined);
  }

  get address(): string {
    return this.#options.address;
  }

  get isForChats(): boolean {
    return this.#options.isForChats;
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  /** Bytes that were sent and are still in this process. */
  get unsentBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** The code with which the server closed the socket; null if it has not. */
  get closeCode(): number | null {
    return this.#closeCode;
  }

  /** What the peer sends from now on counts for this account. */
  authenticated(account: CallerAccount): void {
    this.#account = account;
    clearTimeout(this.#authentication);
  }

  /** Called by Hocuspocus. Acknowledgements wait until the edits before them are durable [LV13]. */
  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (!(data instanceof Uint8Array) || this.#socket.readyState !== this.#socket.OPEN) return;
    const type = quickType(data);
    if (type === frameTypes.sync || type === frameTypes.awareness) return this.#write(data);
    const documentId = acknowledgedDocument(data);
    if (documentId !== null) return this.#acknowledge(documentId, data);
    this.#write(data);
    // Later than a refusal of ours, whose code is more precise.
    if (isDenial(data)) setImmediate(() => this.refuse(closeCodes.restarting, 'unavailable'));
  }

  /** Holds the acknowledgements of a document back until `releaseAcknowledgements` [LV14]. */
  holdAcknowledgements(documentId: string): void {
    if (!this.#heldFrames.has(documentId)) this.#heldFrames.set(documentId, []);
  }

  releaseAcknowledgements(documentId: string): void {
    const held = this.#heldFrames.get(documentId);
    if (held === undefined) return;
    this.#heldFrames.delete(documentId);
    for (const data of held) this.#acknowledge(documentId, data);
  }

  /** Called by Hocuspocus; translates its codes into ours. */
  close(code?: number, reason?: string): void {
    const ownCodes: Record<number, CloseCode> = {
      4401: closeCodes.unauthenticated,
      4403: closeCodes.noAccess,
      4408: closeCodes.authenticationTimeout,
    };
    const refusal = this.#refusal ?? {
      code: (code === undefined ? undefined : ownCodes[code]) ?? closeCodes.refused,
      reason: reason ?? '',
    };
    this.refuse(refusal.code, refusal.reason);
  }

  /** Closes in the next turn of the event loop, after messages that are being sent now, and ignores further frames of the peer. */
  refuseSoon(code: CloseCode, reason: string): void {
    this.#refusal ??= { code, reason };
    setImmediate(() => this.refuse(code, reason));
  }

  /** Closes the socket. Only the first call counts. */
  refuse(code: CloseCode, reason: string): void {
    clearTimeout(this.#authentication);
    if (this.#closeCode !== null) return;
    this.#closeCode = code;
    this.#frames?.end();
    this.#socket.close(code, reason.slice(0, 120));
    const timer = setTimeout(() => this.#socket.terminate(), code === closeCodes.tooSlow ? slowClosingMs : closingMs);
    timer.unref();
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #receive(data: Uint8Array, connection: ClientConnection): void {
    if (this.#closeCode !== null || this.#refusal !== null) return;
    if (isPong(data)) {
      connection.lastMessageReceivedAt = Date.now();
      return;
    }
    this.#account.transferred(data.length);
    this.#account.resume();
    const frame = readEditorFrame(data);
    if (frame === 'no_document') return this.refuse(closeCodes.noAccess, 'no such document');
    if (frame === 'no_message') return this.refuse(closeCodes.refused, 'not a message that an editor sends');
    if (!this.#options.handles(this, data)) connection.handleMessage(data);
    this.#account.suspend();
  }

  /** Skipped while the peer has unread bytes, which show that the server is alive as well [LV10]. */
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
    const maxBehindMs = this.#largeBytes > 0 ? limits.wholeStateMsPerReader : limits.bufferedMsPerReader;
    if (bufferedAmount === 0) this.#behindSince = 0;
    else if (this.#behindSince === 0) this.#behindSince = now;
    else if (now - this.#behindSince > maxBehindMs) return this.refuse(closeCodes.tooSlow, tooSlow);
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
/** Editors' updates are never larger, so larger frames are whole states. */
const largeFrame = limits.frameBytes;

function toBytes(data: RawData): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Array.isArray(data) ? Buffer.concat(data) : data;
}
