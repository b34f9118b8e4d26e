/**
 * provider: the Hocuspocus provider, with large backlogs sent in pieces.
 *
 * PV1  The page sends no updates before the server's SyncStep1: the answer to it carries everything.
 * PV2  A small answer is one SyncStep2, a large one several. The server judges and acknowledges each. Edits that the person makes
 *      in the meantime join the last pieces. After a lost connection the next answer carries only what is still missing.
 * PV3  After a close that blames the size of a message the next answer uses smaller pieces; after a refusal by a limit of the
 *      document it sends removals first. When neither helps, the provider gives up.
 * PV4  A connection ends with the server's close message or its own close, whichever comes first. What arrives on it later is
 *      ignored: acknowledgements of what was durable before a refusal would count for what was refused.
 * PV5  The server may have unacknowledged structs of this page's client id from another page (reissued-work.ts). The answer repeats
 *      the last of them, so that the server can compare.
 */
import { HocuspocusProvider, type HocuspocusProviderConfiguration } from '@hocuspocus/provider';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { messageYjsSyncStep1, messageYjsSyncStep2 } from 'y-protocols/sync';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { clockOf } from '#schema/ydoc/struct-store.ts';

import { Backlog } from './backlog.ts';
import { PieceWriter } from './piece-writer.ts';
import { Upload } from './upload.ts';

const messageTypes = { sync: 0, syncStatus: 8 } as const;

/** Answers up to this size are sent as one message. */
const wholeBytes = limits.frameBytes / 8;
/** Small enough for the server to serve others between two pieces. */
const pieceBytes = limits.frameBytes / 64;
const pieceBytesMin = 1_024;
/** Two pages that write apart from each other differ in fewer structs. */
const repeatedClocks = 100;

/** The server's SyncStep1, and the size of the answer to it. */
type Question = { readonly clocks: ReadonlyMap<number, number>; readonly answerBytes: number };

export type ProviderConfiguration = HocuspocusProviderConfiguration & {
  readonly onProgress: () => void;
  /** The page's clock when the server last had acknowledged everything. */
  readonly savedClock: () => number;
};

export class Provider extends HocuspocusProvider {
  readonly #onProgress: () => void;
  readonly #savedClock: () => number;
  #sizes = { whole: wholeBytes, piece: pieceBytes };
  #removalsFirst = false;
  /** A question with a large answer. It waits for the server's SyncStep2, which contains the server's deletions. */
  #question: Question | null = null;
  /** The server's SyncStep2, if it arrived before the question. */
  #state: Uint8Array | null = null;
  /** [PV4] */
  #isOpen = false;
  /** [PV1] The whole answer was sent: from now on updates are sent as they are made. */
  #isAnswered = false;
  /** The whole answer is durable. */
  #isSettled = false;
  #upload: Upload | null = null;
  /** The size of the backlog, and how much of it was durable at the start of this connection. Spans reconnects. */
  #backlog = { bytes: 0, durable: 0 };

  constructor({ onProgress, savedClock, ...configuration }: ProviderConfiguration) {
    super(configuration);
    this.#onProgress = onProgress;
    this.#savedClock = savedClock;
  }

  /** The durable fraction of the backlog; null if none is being sent. */
  get progress(): number | null {
    if (this.#upload?.hasPieces !== true) return null;
    return Math.min(1, (this.#backlog.durable + this.#upload.bytes) / this.#backlog.bytes);
  }

  /** [PV3] Adapts the next answer to a close code. Returns false if nothing is left to try. */
  adapt(code: number, reason: string): boolean {
    if (code === 1009) {
      const piece = this.#sizes.piece / 4;
      this.#sizes = { whole: piece, piece };
      return piece >= pieceBytesMin;
    }
    const isFull = reason === 'too_large' || reason === 'too_costly';
    if (code !== 4422 || !isFull || this.#isSettled || this.#removalsFirst) return false;
    this.#removalsFirst = true;
    this.#sizes.whole = 0;
    return true;
  }

  override documentUpdateHandler(update: Uint8Array, origin: unknown): void {
    if (this.#isAnswered) super.documentUpdateHandler(update, origin);
  }

  override onOpen(event: Event): Promise<void> {
    this.#isOpen = true;
    return super.onOpen(event);
  }

  override onMessage(event: MessageEvent): void {
    if (!this.#isOpen) return;
    const decoder = decoding.createDecoder(new Uint8Array(event.data as ArrayBuffer));
    decoding.readVarString(decoder);
    const type = decoding.readVarUint(decoder);
    if (type === messageTypes.sync) this.#takeSync(event, decoding.readVarUint(decoder), decoding.readVarUint8Array(decoder));
    else if (type === messageTypes.syncStatus) this.#takeStatus(event, decoding.readVarInt(decoder) === 1);
    else super.onMessage(event);
  }

  override onClose(): void {
    this.#isOpen = false;
    this.#question = null;
    this.#state = null;
    this.#isAnswered = false;
    this.#isSettled = false;
    this.#upload = null;
    super.onClose();
  }

  #takeSync(event: MessageEvent, step: number, payload: Uint8Array): void {
    if (step === messageYjsSyncStep1) return this.#answer(payload);
    super.onMessage(event);
    this.#upload?.received(payload);
    if (step !== messageYjsSyncStep2 || this.#isAnswered || this.#upload !== null) return;
    if (this.#question === null) this.#state = payload;
    else this.#beginUpload(this.#question, payload);
  }

  /** [PV1] [PV2] */
  #answer(stateVector: Uint8Array): void {
    if (this.#upload !== null) return;
    const state = this.#state;
    this.#state = null;
    const clocks = this.#comparable(Y.decodeStateVector(stateVector));
    const answer = Y.encodeStateAsUpdate(this.document, Y.encodeStateVector(clocks));
    if (answer.length <= this.#sizes.whole) {
      this.#send(answer);
      this.#isAnswered = true;
    } else {
      this.#question = { clocks, answerBytes: answer.length };
      if (state !== null) this.#beginUpload(this.#question, state);
    }
  }

  /** [PV5] */
  #comparable(clocks: Map<number, number>): Map<number, number> {
    const client = this.document.clientID;
    const shared = Math.min(clocks.get(client) ?? 0, clockOf(this.document, client));
    return shared <= this.#savedClock() ? clocks : clocks.set(client, Math.max(this.#savedClock(), shared - repeatedClocks));
  }

  #beginUpload({ clocks, answerBytes }: Question, state: Uint8Array): void {
    this.#question = null;
    const { ds: deletions } = Y.decodeUpdate(state);
    const bytes = answerBytes - new PieceWriter().update(deletions).length;
    const isRest = bytes <= this.#backlog.bytes;
    this.#backlog = isRest ? { ...this.#backlog, durable: this.#backlog.bytes - bytes } : { bytes, durable: 0 };
    const options = { pieceBytes: this.#sizes.piece, removalsFirst: this.#removalsFirst };
    const backlog = new Backlog(this.document, { clocks, deletions }, options);
    this.#upload = new Upload(backlog, (piece) => this.#send(piece));
    this.#isAnswered = this.#upload.isSent;
    this.#onProgress();
  }

  #takeStatus(event: MessageEvent, isSaved: boolean): void {
    const upload = this.#upload;
    if (upload === null) {
      if (isSaved && this.#isAnswered) this.#settle();
      return super.onMessage(event);
    }
    // The person may no longer write. The session finds out by itself.
    if (!isSaved) return;
    upload.acknowledged();
    this.#isAnswered = upload.isSent;
    if (upload.isDurable) {
      this.#upload = null;
      this.#settle();
      super.onMessage(event);
    }
    this.#onProgress();
  }

  #settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#removalsFirst = false;
    this.#sizes = { whole: wholeBytes, piece: pieceBytes };
    this.#backlog = { bytes: 0, durable: 0 };
  }

  #send(answer: Uint8Array): void {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, this.effectiveName);
    encoding.writeVarUint(encoder, messageTypes.sync);
    encoding.writeVarUint(encoder, messageYjsSyncStep2);
    encoding.writeVarUint8Array(encoder, answer);
    this.configuration.websocketProvider.send(encoding.toUint8Array(encoder));
  }
}
