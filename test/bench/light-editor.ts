/**
 * An editor's end of the Hocuspocus protocol that does only what it is asked to, so that hundreds of them
 * fit into one process: without a Y.Doc, it only counts the messages that it gets.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { messageYjsSyncStep1, messageYjsSyncStep2, messageYjsUpdate, writeUpdate } from 'y-protocols/sync';
import { WebSocket } from 'ws';
import * as Y from 'yjs';

export type LightEditorOptions = {
  /** Address of the WebSocket endpoint. */
  readonly url: string;
  readonly documentId: string;
  readonly token: string;
  /** A copy of the server's document; null: nothing is decoded. */
  readonly doc?: Y.Doc | null;
};

const types = { sync: 0, auth: 2, syncStatus: 8 } as const;

/** About the connection, not about a document. */
const isPing = (data: Uint8Array): boolean => data.length === 1;

/** The collaboration endpoint of a node. */
export const collabUrl = (url: string): string => `${url.replace(/^http/, 'ws')}/collab`;

export class LightEditor {
  readonly doc: Y.Doc | null;
  /** Document updates that came after the first state. */
  updates = 0;
  /** Milliseconds from the start of connecting to the first state. */
  openedMs = 0;
  /** Resolves when the server requests what it lacks: the editor is then admitted. */
  readonly settled: Promise<void>;
  onUpdate: () => void = () => undefined;
  onSaved: () => void = () => undefined;
  readonly #socket: WebSocket;
  readonly #documentId: string;
  #settle: () => void = () => undefined;

  private constructor({ url, documentId, doc = null }: LightEditorOptions) {
    this.doc = doc;
    this.#documentId = documentId;
    this.#socket = new WebSocket(url, { perMessageDeflate: false });
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    doc?.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this) this.#send(types.sync, (encoder) => writeUpdate(encoder, update));
    });
  }

  /** Resolves when the document's state has arrived. */
  static open(options: LightEditorOptions): Promise<LightEditor> {
    const startedAt = performance.now();
    const editor = new LightEditor(options);
    const socket = editor.#socket;
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', (code) => reject(new Error(`closed with ${code} while opening`)));
      socket.once('open', () =>
        editor.#send(types.auth, (encoder) => {
          encoding.writeVarUint(encoder, 0);
          encoding.writeVarString(encoder, options.token);
          encoding.writeVarString(encoder, '4.8.0');
        }),
      );
      socket.on('message', (data: Buffer) =>
        editor.#receive(data, () => {
          editor.openedMs = performance.now() - startedAt;
          socket.removeAllListeners('close');
          socket.once('close', (code, reason) => {
            if (code !== 1006 && code !== 1005) throw new Error(`the server closed an editor with ${code} ${reason.toString()}`);
          });
          resolve(editor);
        }),
      );
    });
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.terminate();
  }

  #receive(data: Buffer, opened: () => void): void {
    if (isPing(data)) return;
    const decoder = decoding.createDecoder(data);
    decoding.skip8(decoder);
    decoder.pos = (data[0] ?? 0) + 1;
    const type = decoding.readVarUint(decoder);
    if (type === types.auth) this.#authenticated(decoding.readVarUint(decoder));
    else if (type === types.syncStatus) this.onSaved();
    if (type !== types.sync) return;
    const step = decoding.readVarUint(decoder);
    if (step === messageYjsSyncStep1) return this.#answerState();
    if (this.doc !== null) Y.applyUpdate(this.doc, decoding.readVarUint8Array(decoder), this);
    if (step === messageYjsSyncStep2) opened();
    if (step === messageYjsUpdate) {
      this.updates += 1;
      this.onUpdate();
    }
  }

  /** Requests the whole state. */
  #authenticated(answer: number): void {
    // Refused: its code follows.
    if (answer !== 2) return;
    this.#send(types.sync, (encoder) => {
      encoding.writeVarUint(encoder, messageYjsSyncStep1);
      encoding.writeVarUint8Array(encoder, Y.encodeStateVector(new Y.Doc()));
    });
  }

  /** An editor without a copy has nothing that the server lacks. */
  #answerState(): void {
    this.#send(types.sync, (encoder) => {
      encoding.writeVarUint(encoder, messageYjsSyncStep2);
      encoding.writeVarUint8Array(encoder, Y.encodeStateAsUpdate(new Y.Doc()));
    });
    this.#settle();
  }

  #send(type: number, write: (encoder: encoding.Encoder) => void): void {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, this.#documentId);
    encoding.writeVarUint(encoder, type);
    write(encoder);
    this.#socket.send(encoding.toUint8Array(encoder));
  }
}

/** Drags an element: one write of its position. */
export const drag = (doc: Y.Doc, tabId: string, elementId: string, x: number, y: number): void =>
  void elementOf(doc, tabId, elementId).set('at', [x, y]);

/** True if the element has been dragged to this x. */
export function isAt(doc: Y.Doc, tabId: string, elementId: string, x: number): boolean {
  const at = elementOf(doc, tabId, elementId).get('at');
  return Array.isArray(at) && at[0] === x;
}

function elementOf(doc: Y.Doc, tabId: string, elementId: string): Y.Map<unknown> {
  const tab = doc.getMap<Y.Map<unknown>>('tabs').get(tabId);
  const elements = tab?.get('elements') as Y.Map<Y.Map<unknown>> | undefined;
  const element = elements?.get(elementId);
  if (element === undefined) throw new Error('no such element');
  return element;
}
