/**
 * editor-socket: one WebSocket as Hocuspocus sees it, with what the open network makes necessary around it.
 *
 * K1  An acknowledgement ("saved") leaves only when the edits before it are in the journal.
 * K2  A peer that does not authenticate within 5 s, floods, or does not read what it is sent is closed with its code.
 * K3  A frame that is no frame of ours never reaches Hocuspocus.
 * K4  A refusal closes the whole socket: a closed document alone would leave the editor waiting for ever.
 */
import type { Hocuspocus, WebSocketLike } from '@hocuspocus/server';
import type { RawData, WebSocket } from 'ws';

import { limits } from '#schema/limits.ts';

import { type CloseCode, closeCodes } from './close-codes.ts';
import { acknowledgedDocument, isPong, readEditorFrame } from './frame.ts';
import { MessageRate } from './message-rate.ts';

/** How long a peer may take to close in good order before its connection is cut. */
const closingMs = 2_000;

/** Hocuspocus' end of a socket. */
type ClientConnection = ReturnType<Hocuspocus['handleConnection']>;

export type EditorSocketOptions = {
  readonly now: () => number;
  readonly whenDurable: (documentId: string, release: () => void) => void;
};

export class EditorSocket implements WebSocketLike {
  readonly #socket: WebSocket;
  readonly #options: EditorSocketOptions;
  readonly #rate = new MessageRate();
  readonly #authentication: NodeJS.Timeout;
  /** Since when the peer has left data unread, ms; 0: it has not. */
  #behindSince = 0;
  #closeCode: number | null = null;

  constructor(socket: WebSocket, options: EditorSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#authentication = setTimeout(
      () => this.refuse(closeCodes.authenticationTimeout, 'no authentication'),
      limits.authenticationMs,
    );
  }

  /** Hands the peer's frames to Hocuspocus until either side ends. */
  connect(connection: ClientConnection): void {
    this.#socket.on('message', (data: RawData) => this.#receive(toBytes(data), connection));
    this.#socket.on('close', (code: number, reason: Buffer) => {
      clearTimeout(this.#authentication);
      connection.handleClose({ code, reason: reason.toString() });
    });
    // A protocol error (a frame over the limit, bad UTF-8) is answered by ws with its own close code; 'close' follows.
    this.#socket.on('error', () => undefined);
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  /** The code that the server closed with; null while it has not. */
  get closeCode(): number | null {
    return this.#closeCode;
  }

  authenticated(): void {
    clearTimeout(this.#authentication);
  }

  /** [K1] [K2] */
  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (!(data instanceof Uint8Array) || this.#socket.readyState !== this.#socket.OPEN) return;
    const documentId = acknowledgedDocument(data);
    if (documentId === null) this.#write(data);
    else this.#options.whenDurable(documentId, () => this.#write(data));
  }

  /** Hocuspocus closes for reasons of its own; its codes are told as ours. */
  close(code?: number, reason?: string): void {
    const told: Record<number, CloseCode> = {
      4401: closeCodes.unauthenticated,
      4403: closeCodes.noAccess,
      4408: closeCodes.authenticationTimeout,
    };
    this.refuse((code === undefined ? undefined : told[code]) ?? closeCodes.refused, reason ?? '');
  }

  /** [K4] */
  refuse(code: CloseCode, reason: string): void {
    clearTimeout(this.#authentication);
    if (this.#closeCode !== null) return;
    this.#closeCode = code;
    this.#socket.close(code, reason.slice(0, 120));
    const timer = setTimeout(() => this.#socket.terminate(), closingMs);
    timer.unref();
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #receive(data: Uint8Array, connection: ClientConnection): void {
    if (this.#closeCode !== null) return;
    if (this.#rate.exceeds(this.#options.now())) return this.refuse(closeCodes.flooding, 'too many messages');
    if (isPong(data)) return;
    const frame = readEditorFrame(data);
    if (frame === 'no_document') return this.refuse(closeCodes.noAccess, 'no such document');
    if (frame === 'no_message') return this.refuse(closeCodes.refused, 'not a message that an editor sends');
    connection.handleMessage(data);
  }

  #write(data: Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const { bufferedAmount } = this.#socket;
    const now = this.#options.now();
    if (bufferedAmount === 0) this.#behindSince = 0;
    else if (this.#behindSince === 0) this.#behindSince = now;
    else if (now - this.#behindSince > limits.bufferedMsPerReader) return this.#tooSlow();
    if (bufferedAmount + data.length > limits.bufferedBytesPerReader && bufferedAmount > 0) return this.#tooSlow();
    this.#socket.send(data, () => {
      if (this.#socket.bufferedAmount === 0) this.#behindSince = 0;
    });
  }

  /** What is buffered would keep the close frame from ever arriving: the peer is given a moment, then cut. */
  #tooSlow(): void {
    this.refuse(closeCodes.tooSlow, 'reading too slowly');
  }
}

function toBytes(data: RawData): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Array.isArray(data) ? Buffer.concat(data) : data;
}
