import { setTimeout as sleep } from 'node:timers/promises';

import type { Document, WebSocketLike } from '@hocuspocus/server';
import * as encoding from 'lib0/encoding';
import { expect, onTestFinished, test } from 'vitest';

import { until } from '#test/harness/editor.ts';

import { frameTypes } from './frame.ts';
import { ServedDocuments } from './served-documents.ts';

const documentId = 'doc_1';

function frame(type: number, body: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, documentId);
  encoding.writeVarUint(encoder, type);
  body(encoder);
  return encoding.toUint8Array(encoder);
}

const token = frame(frameTypes.auth, (encoder) => {
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarString(encoder, 'any');
});
const noStates = frame(frameTypes.awareness, (encoder) => encoding.writeVarUint8Array(encoder, Uint8Array.of(0)));

class Editor implements WebSocketLike {
  readyState = 1;
  readonly #client: ReturnType<ServedDocuments<object>['handleConnection']>;
  readonly #received: Uint8Array[] = [];

  constructor(documents: ServedDocuments<object>) {
    this.#client = documents.handleConnection(this, new Request('http://atelier/collab'));
    this.receive(token);
  }

  /** The number of changes of the document that it received. */
  updates(): number {
    return this.#received.filter((message) => message[1 + documentId.length] === frameTypes.sync).length;
  }

  receive(message: Uint8Array): void {
    this.#client.handleMessage(message);
  }

  send(data: unknown): void {
    if (data instanceof Uint8Array) this.#received.push(data);
  }

  leave(): void {
    this.readyState = 3;
    this.#client.handleClose();
  }

  close(): void {
    this.leave();
  }
}

/** Documents in which every message waits for `held`, unless that is null. */
class Stage {
  held: Promise<void> | null = null;
  readonly documents = new ServedDocuments<object>({ quiet: true, beforeHandleMessage: () => this.held ?? Promise.resolve() });

  get loaded(): Document | undefined {
    return this.documents.documents.get(documentId);
  }

  load(): Promise<Document> {
    const config = { readOnly: false, isAuthenticated: true };
    return this.documents.createDocument(documentId, new Request('http://atelier/collab'), 'socket', config);
  }

  /** An editor that is connected. */
  async editor(): Promise<Editor> {
    const before = this.loaded?.connections.size ?? 0;
    const editor = new Editor(this.documents);
    onTestFinished(() => editor.leave());
    await until(() => this.loaded?.connections.size === before + 1, 5_000, 'the editor is not connected');
    return editor;
  }
}

test('[LV22] an editor that leaves late, with a message in progress, does not unload the document of newer editors', async () => {
  const stage = new Stage();
  const late = await stage.editor();
  const first = stage.loaded;
  const last = await stage.editor();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  stage.held = held;
  late.receive(noStates);
  await sleep(5);
  late.leave();
  last.leave();
  await until(() => stage.loaded === undefined, 5_000, 'the document is not unloaded');

  stage.held = null;
  const here = await stage.editor();
  const second = stage.loaded;
  expect(second === first).toBe(false);
  release();
  await sleep(20);
  const joining = await stage.editor();
  stage.loaded?.getMap('m').set('k', 1);
  await until(() => joining.updates() > 0, 5_000, 'the editor that joins misses a change');
  await until(() => here.updates() > 0, 5_000, 'the editor that was there misses a change');
  expect(stage.loaded === second).toBe(true);
});

// The connection exists some turns of the microtask queue after its document was found; unloading takes one turn.
test.for([0, 1, 2])('a document is not unloaded under an editor that entered %i turns before', async (turns) => {
  const stage = new Stage();
  const document = await stage.load();
  document.addDirectConnection();
  await sleep(5);
  document.removeDirectConnection();
  const entering = stage.documents.openDirectConnection(documentId);
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
  await stage.documents.unloadDocument(document);
  const connection = await entering;
  expect(connection.document === document && stage.loaded === document).toBe(true);
  expect(document.isDestroyed).toBe(false);
});

test('[LV23] a document that no editor entered is unloaded', async () => {
  const stage = new Stage();
  const document = await stage.load();
  expect(stage.loaded === document).toBe(true);
  await until(() => stage.loaded === undefined, 5_000, 'the document stays loaded');
  expect(document.isDestroyed).toBe(true);
});

test('[LV24] a document whose load fails is destroyed', async () => {
  const loading: Document[] = [];
  const documents = new ServedDocuments<object>({
    quiet: true,
    onLoadDocument: ({ document }) => {
      loading.push(document);
      return Promise.reject(new Error());
    },
  });
  await expect(documents.openDirectConnection(documentId)).rejects.toThrow();
  expect(loading.map(({ isDestroyed }) => isDestroyed)).toEqual([true]);
});
