/**
 * Sends the whole state of a document to editors without a local copy, without encoding it for each of them (SPEC.md, LV18 to LV20). An editor
 * that has a copy gets what it lacks from Hocuspocus.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Connection, Document } from '@hocuspocus/server';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { messageYjsSyncStep1, messageYjsSyncStep2, messageYjsUpdate } from 'y-protocols/sync';
import * as Y from 'yjs';

import type { ConnectionBudget } from './connection-budget.ts';
import type { EditorContext, EditorSession } from './editor-session.ts';
import type { EditorSocket } from './editor-socket.ts';
import { frameTypes } from './frame.ts';

/** How long decoding a loaded document waits for the first editor's request, which is then answered from the stored bytes. */
const requestWaitMs = 20;
/** How long decoding waits for the sent state to leave. */
const sendWaitMs = 50;
/** An encoded state is dropped when no editor has joined for this time, or when its tail exceeds one of the limits below. */
const cacheMs = 15_000;
const tailBytesMax = 64 * 1024;
const tailUpdatesMax = 1_000;

/** An encoded state, and the updates since. The last of its frames, or what was made of the tail, answers a request for the state. */
type SharedState = {
  readonly frames: Uint8Array[];
  framesAnswer: boolean;
  tail: Uint8Array[];
  tailBytes: number;
  timer: NodeJS.Timeout;
};

/** An editor from its admission to its end. */
type JoiningEditor = {
  readonly session: EditorSession;
  /** The state it requested; `none` so far. */
  request: 'none' | 'whole' | 'partial';
  /** The state sent to it before it was connected. */
  sent: SharedState | null;
  connection: Connection<EditorContext> | null;
};

export class FirstStates {
  readonly #budget: Pick<ConnectionBudget, 'mayRequestState'>;
  readonly #states = new Map<string, SharedState>();
  readonly #joining = new Map<EditorSocket, Map<string, JoiningEditor>>();
  /** Loads that wait for an editor's request, by document. */
  readonly #requestListeners = new Map<string, () => void>();

  constructor(budget: Pick<ConnectionBudget, 'mayRequestState'>) {
    this.#budget = budget;
  }

  admitted(session: EditorSession): void {
    const { socket, documentId } = session;
    const editors = this.#joining.get(socket) ?? new Map<string, JoiningEditor>();
    editors.set(documentId, { session, request: 'none', sent: null, connection: null });
    this.#joining.set(socket, editors);
  }

  /** True if the message requests a whole state and is answered here, now or once the editor is connected. */
  handles(socket: EditorSocket, message: Uint8Array, now: number): boolean {
    const editors = this.#joining.get(socket);
    if (editors === undefined) return false;
    const request = readStateRequest(message);
    const editor = request === null ? undefined : editors.get(request.documentId);
    if (request === null || editor === undefined) return false;
    if (editor.request === 'none') editor.request = request.knowsNothing ? 'whole' : 'partial';
    // Too many requests are passed to Hocuspocus, whose hooks refuse them.
    const isHandled = request.knowsNothing && editor.session.mayRequestState(now, this.#budget);
    if (isHandled && editor.connection !== null) this.#answer(editor, editor.connection);
    else if (isHandled) this.#sendEarly(editor, request.documentId);
    this.#requestListeners.get(request.documentId)?.();
    return isHandled;
  }

  /** Call with the stored state of a document, in one or more updates; resolves when it may be decoded. */
  async loaded(documentId: string, updates: readonly Uint8Array[]): Promise<void> {
    this.#keep(documentId, updates);
    const waiting = this.#waitingEditors(documentId);
    for (const editor of waiting) if (editor.request === 'whole') this.#sendEarly(editor, documentId);
    if (waiting.some(({ request }) => request === 'none')) await this.#onRequest(documentId);
    // Sent frames should leave before decoding blocks this thread.
    const until = performance.now() + sendWaitMs;
    const isSending = ({ sent, session }: JoiningEditor): boolean => sent !== null && session.socket.unsentBytes > 0;
    while (this.#waitingEditors(documentId).some(isSending) && performance.now() < until) await sleep(1);
  }

  /** Admitted editors that wait for the document. */
  waitingFor(documentId: string): EditorSession[] {
    return this.#waitingEditors(documentId).map(({ session }) => session);
  }

  /** Resolves when an editor request for the document's state, or none did for a while. */
  async #onRequest(documentId: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, requestWaitMs);
      this.#requestListeners.set(documentId, () => {
        clearTimeout(timer);
        setImmediate(resolve);
      });
    });
    this.#requestListeners.delete(documentId);
  }

  /** Collects the changes of a document from now on; it must contain exactly what was `loaded`. */
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
    const editor = this.#joining.get(session.socket)?.get(session.documentId);
    if (editor?.session !== session) return;
    editor.connection = connection;
    if (editor.request === 'whole') this.#answer(editor, connection);
  }

  onLeave(session: EditorSession): void {
    const editors = this.#joining.get(session.socket);
    if (editors?.get(session.documentId)?.session === session) editors.delete(session.documentId);
  }

  /** Call when a socket has closed. */
  onClose(socket: EditorSocket): void {
    this.#joining.delete(socket);
  }

  #sendEarly(editor: JoiningEditor, documentId: string): void {
    const state = this.#states.get(documentId);
    // With a tail, the document is loaded and the editor is about to be connected.
    if (state === undefined || state.tail.length > 0 || editor.sent === state) return;
    editor.sent = state;
    for (const frame of state.frames) editor.session.socket.send(frame);
  }

  /**
   * Sends the encoded state and the changes since, and requests what the server lacks. The answer comes last: with it an editor says that it
   * is in sync, so it must have everything by then.
   */
  #answer(editor: JoiningEditor, { document }: Connection<EditorContext>): void {
    const { name } = document;
    const state = this.#states.get(name) ?? this.#keep(name, [Y.encodeStateAsUpdate(document)]);
    state.timer.refresh();
    const { socket } = editor.session;
    if (state.tail.length > 1) state.tail = [Y.mergeUpdates(state.tail)];
    const isAnswered = editor.sent === state;
    editor.sent = null;
    if (!isAnswered) sendFrames(socket, state);
    for (const update of state.tail) socket.send(syncFrame(name, isAnswered ? messageYjsUpdate : messageYjsSyncStep2, update));
    socket.send(syncFrame(name, messageYjsSyncStep1, Y.encodeStateVector(document)));
  }

  #keep(documentId: string, updates: readonly Uint8Array[]): SharedState {
    this.#forget(documentId);
    const timer = setTimeout(() => this.#forget(documentId), cacheMs);
    timer.unref();
    const state: SharedState = { frames: stateFrames(documentId, updates), framesAnswer: true, tail: [], tailBytes: 0, timer };
    this.#states.set(documentId, state);
    return state;
  }

  #forget(documentId: string): void {
    clearTimeout(this.#states.get(documentId)?.timer);
    this.#states.delete(documentId);
  }

  #waitingEditors(documentId: string): JoiningEditor[] {
    const waiting: JoiningEditor[] = [];
    for (const editors of this.#joining.values()) {
      const editor = editors.get(documentId);
      if (editor !== undefined && editor.connection === null) waiting.push(editor);
    }
    return waiting;
  }
}

/** Sends the frames of a state; if it has a tail, none of them answers the request. */
function sendFrames(socket: EditorSocket, state: SharedState): void {
  const last = state.frames.at(-1);
  if (state.framesAnswer && state.tail.length > 0 && last !== undefined) {
    state.frames[state.frames.length - 1] = asChange(last);
    state.framesAnswer = false;
  }
  for (const frame of state.frames) socket.send(frame);
}

/** The frame of an answer as that of a change: a copy, as the frame itself may be on its way. */
function asChange(frame: Uint8Array): Uint8Array {
  const decoder = decoding.createDecoder(frame);
  decoding.readVarString(decoder);
  decoding.readVarUint(decoder);
  const change = frame.slice();
  change[decoder.pos] = messageYjsUpdate;
  return change;
}

/** The last frame answers the request for the state, so that an editor that got it has the whole document. */
const stateFrames = (documentId: string, updates: readonly Uint8Array[]): Uint8Array[] =>
  updates.map((update, index) =>
    syncFrame(documentId, index === updates.length - 1 ? messageYjsSyncStep2 : messageYjsUpdate, update),
  );

function syncFrame(documentId: string, step: number, bytes: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, documentId);
  encoding.writeVarUint(encoder, frameTypes.sync);
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint8Array(encoder, bytes);
  return encoding.toUint8Array(encoder);
}

/** Null for any message but a request for a document's state. The frame must be whole. */
function readStateRequest(message: Uint8Array): { readonly documentId: string; readonly knowsNothing: boolean } | null {
  if (message.length > 4_096) return null;
  const decoder = decoding.createDecoder(message);
  const documentId = decoding.readVarString(decoder);
  if (decoding.readVarUint(decoder) !== frameTypes.sync || decoding.readVarUint(decoder) !== messageYjsSyncStep1) return null;
  const stateVector = decoding.readVarUint8Array(decoder);
  return { documentId, knowsNothing: stateVector.length === 1 && stateVector[0] === 0 };
}
