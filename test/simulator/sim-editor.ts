/**
 * An editor of a history: a real Y.Doc that uses the live protocol over a line, and outlives its connections.
 *
 * Its offline edits are part of the next handshake. An edit is acknowledged by a "saved" for it or for something later. A put
 * writes two elements at once (put.ts); elements that agents share with it are moved.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';

import { newElementSuffix } from '#schema/ids.ts';
import { readElementOf, readTab } from '#schema/ydoc/read.ts';
import { applyEdits } from '#schema/ydoc/write.ts';
import type { ColdTab } from '#test/crash/cold-journal.ts';
import type { WriteHistory } from '#test/crash/history.ts';
import { elementOfPut } from '#test/crash/put.ts';
import { frameOf, isPing, types } from '#test/harness/raw-editor.ts';
import type { SeededRandom } from '#test/harness/random.ts';

import type { SimNode } from './sim-node.ts';

const sync = { step1: 0, step2: 1, update: 2 } as const;
const auth = { token: 0, admitted: 2 } as const;
/** Close codes of cut lines, and of nodes that restart or have no database. */
const usualCloses: ReadonlySet<number> = new Set([1005, 1006, 1012, 1013, 4408]);

export type SimEditorOptions = {
  readonly name: string;
  /** Among the editors of the history. */
  readonly index: number;
  readonly place: ColdTab;
  readonly token: string;
  readonly history: WriteHistory;
  readonly random: SeededRandom;
  readonly complain: (what: string) => void;
};

export class SimEditor {
  readonly name: string;
  readonly doc = new Y.Doc();
  readonly #options: SimEditorOptions;
  /** Rows of its own. */
  readonly #firstRow: number;
  #socket: WebSocket | null = null;
  #isAdmitted = false;
  #isSynced = false;
  #dials = 0;
  #puts = 0;
  readonly #pairs: [string, string][] = [];
  /** Puts without an acknowledgement, oldest first. */
  #unsaved: { readonly put: number; readonly pair: readonly [string, string] }[] = [];
  /** The last put in each message that awaits an acknowledgement, oldest first. */
  #sent: number[] = [];

  constructor(options: SimEditorOptions) {
    this.name = options.name;
    this.#options = options;
    this.#firstRow = options.index * 4;
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this && this.#isAdmitted) this.#tell(sync.update, update);
    });
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  get isSaved(): boolean {
    return this.#isSynced && this.#sent.length === 0;
  }

  /** For messages: the state of its connection. */
  get state(): string {
    const stage = !this.isConnected ? 'offline' : !this.#isAdmitted ? 'not admitted' : this.#isSynced ? 'synced' : 'admitted';
    return `${this.name} ${stage}, ${this.#sent.length} messages not answered`;
  }

  connect(node: SimNode): void {
    this.#dials += 1;
    const line = node.dial(`${this.name}.${this.#dials} ${node.name}`);
    const socket = new WebSocket('ws://atelier/collab', { createConnection: () => line, perMessageDeflate: false });
    socket.binaryType = 'nodebuffer';
    this.#socket = socket;
    socket.on('open', () => socket.send(this.#frame(types.auth, (encoder) => {
      encoding.writeVarUint(encoder, auth.token);
      encoding.writeVarString(encoder, this.#options.token);
    }))); // prettier-ignore
    socket.on('message', (data: Buffer) => {
      if (this.#socket === socket) this.#receive(data);
    });
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => {
      if (!usualCloses.has(code)) this.#options.complain(`${this.name} was sent away: ${code} ${reason.toString()}`);
      if (this.#socket === socket) this.#forget();
    });
  }

  /** Cuts its connection. */
  cut(): void {
    const socket = this.#socket;
    this.#forget();
    socket?.terminate();
  }

  /** Does nothing before the editor has got the document. */
  put(): void {
    const { history, place, random } = this.#options;
    if (readTab(this.doc, place.tab) === null) return;
    const shared = [...history.contested].filter((id) => readElementOf(this.doc, place.tab, id)?.type === 'shape');
    if (shared.length > 0 && random.chance(0.2)) return this.#move(random.pick(shared));
    this.#puts += 1;
    const isNew = this.#pairs.length === 0 || random.chance(0.4);
    const pair = isNew ? this.#newPair() : random.pick(this.#pairs);
    history.put(pair, this.#puts);
    this.#unsaved.push({ put: this.#puts, pair });
    const edits = pair.map((id, row) => ({
      id,
      before: readElementOf(this.doc, place.tab, id),
      after: elementOfPut(id, this.#puts, row - this.#firstRow),
    }));
    applyEdits(this.doc, place.tab, edits);
  }

  #newPair(): [string, string] {
    const slug = `${this.name}-${this.#puts}`;
    const pair: [string, string] = [`${slug}-a~${newElementSuffix()}`, `${slug}-b~${newElementSuffix()}`];
    this.#pairs.push(pair);
    return pair;
  }

  #move(id: string): void {
    const { place, random } = this.#options;
    const before = readElementOf(this.doc, place.tab, id);
    if (before?.type !== 'shape' || this.#options.history.editorElements.has(id)) return;
    applyEdits(this.doc, place.tab, [{ id, before, after: { ...before, x: random.integer(0, 4_000), y: -3_000 } }]);
  }

  #forget(): void {
    this.#socket = null;
    this.#isAdmitted = false;
    this.#isSynced = false;
    this.#sent = [];
  }

  #tell(step: number, body: Uint8Array): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (step !== sync.step1) this.#sent.push(this.#puts);
    this.#socket.send(
      this.#frame(types.sync, (encoder) => {
        encoding.writeVarUint(encoder, step);
        encoding.writeVarUint8Array(encoder, body);
      }),
    );
  }

  #frame(type: number, body: (encoder: encoding.Encoder) => void): Uint8Array {
    return frameOf(this.#options.place.id, type, body);
  }

  #receive(data: Buffer): void {
    if (isPing(data)) return;
    const decoder = decoding.createDecoder(data);
    decoding.readVarString(decoder);
    const type = decoding.readVarUint(decoder);
    if (type === types.auth && decoding.readVarUint(decoder) === auth.admitted) {
      this.#isAdmitted = true;
      this.#tell(sync.step1, Y.encodeStateVector(this.doc));
    } else if (type === types.sync) this.#sync(decoding.readVarUint(decoder), decoding.readVarUint8Array(decoder));
    else if (type === types.status) this.#saved(decoding.readVarInt(decoder));
  }

  #sync(step: number, body: Uint8Array): void {
    if (step !== sync.step1) return Y.applyUpdate(this.doc, body, this);
    this.#tell(sync.step2, Y.encodeStateAsUpdate(this.doc, body));
    this.#isSynced = true;
  }

  #saved(status: number): void {
    const upTo = this.#sent.shift();
    if (status !== 1 || upTo === undefined) return this.#options.complain(`${this.name} got a status ${status} for nothing`);
    const { editorElements } = this.#options.history;
    for (const { put, pair } of this.#unsaved.filter((unsaved) => unsaved.put <= upTo))
      for (const id of pair) editorElements.get(id)!.acknowledged = put;
    this.#unsaved = this.#unsaved.filter(({ put }) => put > upTo);
  }
}
