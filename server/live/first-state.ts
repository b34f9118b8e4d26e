/**
 * first-state: the whole state of a document for an editor that comes with nothing, without encoding it for each.
 *
 * F1  An editor that knows nothing gets the state as it was encoded last and, after it, what changed since; one that knows
 *     anything gets what it lacks from Hocuspocus.
 * F2  The first editor gets the stored state before that is decoded; what changed since follows once it is connected.
 * F3  Everybody is asked for what the server lacks, as Hocuspocus does.
 * F4  What is kept goes when nobody joined for a while, or when much has changed since.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Connection, Document } from '@hocuspocus/server';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { messageYjsSyncStep1, messageYjsSyncStep2, messageYjsUpdate } from 'y-protocols/sync';
import * as Y from 'yjs';

import type { EditorContext } from './editor-hooks.ts';
import type { EditorSession } from './editor-session.ts';
import type { EditorSocket } from './editor-socket.ts';
import { frameTypes } from './frame.ts';

/** [F2] How long a document's decoding waits for its first editor to ask, once the state is there. */
const askingMs = 20;
/** [F2] And how long for the state to leave. */
const leavingMs = 50;
/** [F4] */
const keptMs = 15_000;
const tailBytesMax = 64 * 1024;
const tailUpdatesMax = 1_000;

/** A state as one frame, and the updates since. */
type SharedState = { readonly frame: Uint8Array; tail: Uint8Array[]; tailBytes: number; timer: NodeJS.Timeout };

/** An editor between its admission and its end. */
type JoiningEditor = {
  readonly session: EditorSession;
  /** `nothing`: it asked for the whole state. */
  request: 'not yet' | 'nothing' | 'something';
  /** The state that it was sent before it was connected. */
  sent: SharedState | null;
  connection: Connection<EditorContext> | null;
};

export class FirstStates {
  readonly #states = new Map<string, SharedState>();
  readonly #guests = new Map<EditorSocket, Map<string, JoiningEditor>>();
  /** Loads that wait for an editor to ask, by document. */
  readonly #asking = new Map<string, () => void>();

  admitted(session: EditorSession): void {
    const { socket, documentId } = session;
    const guests = this.#guests.get(socket) ?? new Map<string, JoiningEditor>();
    guests.set(documentId, { session, request: 'not yet', sent: null, connection: null });
    this.#guests.set(socket, guests);
  }

  /** True when the message asks for a whole state and is answered here, now or once the editor is connected. */
  takes(socket: EditorSocket, message: Uint8Array, now: number): boolean {
    const guests = this.#guests.get(socket);
    if (guests === undefined) return false;
    const asked = readQuestion(message);
    const guest = asked === null ? undefined : guests.get(asked.documentId);
    if (asked === null || guest === undefined) return false;
    if (guest.request === 'not yet') guest.request = asked.knowsNothing ? 'nothing' : 'something';
    // One that asks too often is Hocuspocus' to answer, and so the guard's to refuse.
    const taken = asked.knowsNothing && guest.session.mayAskAgain(now);
    if (taken && guest.connection !== null) this.#answer(guest, guest.connection);
    else if (taken) this.#sendEarly(guest, asked.documentId);
    this.#asking.get(asked.documentId)?.();
    return taken;
  }

  /** [F2] The stored state of a document is here; resolves when it may be decoded. */
  async loaded(documentId: string, update: Uint8Array): Promise<void> {
    this.#keep(documentId, update);
    const waiting = this.#guestsOf(documentId);
    for (const guest of waiting) if (guest.request === 'nothing') this.#sendEarly(guest, documentId);
    if (waiting.some(({ request: asked }) => asked === 'not yet')) await this.#onRequest(documentId);
    // What was sent leaves before the decoding keeps this thread busy.
    const until = performance.now() + leavingMs;
    const isLeaving = ({ sent, session }: JoiningEditor): boolean => sent !== null && session.socket.unsentBytes > 0;
    while (this.#guestsOf(documentId).some(isLeaving) && performance.now() < until) await sleep(1);
  }

  /** Editors that were let in and have not got the document yet. */
  waitingFor(documentId: string): EditorSession[] {
    return this.#guestsOf(documentId).map(({ session }) => session);
  }

  /** Resolves when an editor asked for the document's state, or none did for a while. */
  async #onRequest(documentId: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, askingMs);
      this.#asking.set(documentId, () => {
        clearTimeout(timer);
        setImmediate(resolve);
      });
    });
    this.#asking.delete(documentId);
  }

  /** Notes what changes in a document from now on; it holds what was `loaded`. */
  follow(document: Document): void {
    document.on('update', (update: Uint8Array) => {
      const state = this.#states.get(document.name);
      if (state === undefined) return;
      state.tail.push(update);
      state.tailBytes += update.length;
      if (state.tailBytes > tailBytesMax || state.tail.length > tailUpdatesMax) this.#forget(document.name);
    });
    document.once('destroy', () => this.#forget(document.name));
  }

  connected(session: EditorSession, connection: Connection<EditorContext>): void {
    const guest = this.#guests.get(session.socket)?.get(session.documentId);
    if (guest?.session !== session) return;
    guest.connection = connection;
    if (guest.request === 'nothing') this.#answer(guest, connection);
  }

  onLeave(session: EditorSession): void {
    const guests = this.#guests.get(session.socket);
    if (guests?.get(session.documentId)?.session === session) guests.delete(session.documentId);
  }

  /** The socket is closed. */
  onClose(socket: EditorSocket): void {
    this.#guests.delete(socket);
  }

  #sendEarly(guest: JoiningEditor, documentId: string): void {
    const state = this.#states.get(documentId);
    if (state === undefined || guest.sent === state) return;
    guest.sent = state;
    guest.session.socket.send(state.frame);
  }

  /** [F1] [F3] */
  #answer(guest: JoiningEditor, { document }: Connection<EditorContext>): void {
    const { name } = document;
    const state = this.#states.get(name) ?? this.#keep(name, Y.encodeStateAsUpdate(document));
    state.timer.refresh();
    const { socket } = guest.session;
    if (guest.sent !== state) socket.send(state.frame);
    guest.sent = null;
    if (state.tail.length > 1) state.tail = [Y.mergeUpdates(state.tail)];
    for (const update of state.tail) socket.send(syncFrame(name, messageYjsUpdate, update));
    socket.send(syncFrame(name, messageYjsSyncStep1, Y.encodeStateVector(document)));
  }

  #keep(documentId: string, update: Uint8Array): SharedState {
    this.#forget(documentId);
    const timer = setTimeout(() => this.#forget(documentId), keptMs);
    timer.unref();
    const state: SharedState = { frame: syncFrame(documentId, messageYjsSyncStep2, update), tail: [], tailBytes: 0, timer };
    this.#states.set(documentId, state);
    return state;
  }

  #forget(documentId: string): void {
    clearTimeout(this.#states.get(documentId)?.timer);
    this.#states.delete(documentId);
  }

  #guestsOf(documentId: string): JoiningEditor[] {
    const found: JoiningEditor[] = [];
    for (const guests of this.#guests.values()) {
      const guest = guests.get(documentId);
      if (guest !== undefined && guest.connection === null) found.push(guest);
    }
    return found;
  }
}

function syncFrame(documentId: string, step: number, bytes: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, documentId);
  encoding.writeVarUint(encoder, frameTypes.sync);
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint8Array(encoder, bytes);
  return encoding.toUint8Array(encoder);
}

/** Null for any message but a question for state, or one under an address with a session of its own. The frame is whole. */
function readQuestion(message: Uint8Array): { readonly documentId: string; readonly knowsNothing: boolean } | null {
  if (message.length > 4_096) return null;
  const decoder = decoding.createDecoder(message);
  const documentId = decoding.readVarString(decoder);
  if (decoding.readVarUint(decoder) !== frameTypes.sync || decoding.readVarUint(decoder) !== messageYjsSyncStep1) return null;
  const stateVector = decoding.readVarUint8Array(decoder);
  return { documentId, knowsNothing: stateVector.length === 1 && stateVector[0] === 0 };
}
