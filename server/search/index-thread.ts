/** The thread in which texts are derived from documents, so that no document blocks the event loop. It is started on first use. */
import { Worker } from 'node:worker_threads';

import type { IndexChange, SearchText } from '#storage/search/write-index.ts';

import type { IndexedDocument } from './document-texts.ts';

export type IndexJob =
  | {
      readonly kind: 'derive';
      readonly documentId: string;
      readonly updates: readonly Uint8Array[];
      /** What the index contains; null: the thread knows, and the updates follow those that it has. */
      readonly indexed: IndexedDocument | null;
    }
  | { readonly kind: 'forget'; readonly documentId: string };

export type DerivedMessage =
  | { readonly kind: 'puts'; readonly puts: readonly SearchText[] }
  | ({ readonly kind: 'derived' } & Omit<IndexChange, 'puts'>)
  | { readonly kind: 'failed'; readonly error: string };

const script = new URL('./index-worker.ts', import.meta.url);
/** Several times what the largest document takes on a slow machine. */
const longestMs = 120_000;

type Running = {
  readonly puts: SearchText[];
  readonly settle: (change: IndexChange) => void;
  readonly fail: (error: Error) => void;
};

export class IndexThread {
  #worker: Worker | null = null;
  #running: Running | null = null;
  /** Called when the thread has ended: it has forgotten all documents. */
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** One call at a time. Throws if the document cannot be read, or not in the memory of the thread. */
  async derive(job: Omit<IndexJob & { readonly kind: 'derive' }, 'kind'>): Promise<IndexChange> {
    const worker = (this.#worker ??= this.#start());
    const timer = setTimeout(() => void worker.terminate(), longestMs);
    try {
      return await new Promise<IndexChange>((settle, fail) => {
        this.#running = { puts: [], settle, fail };
        worker.postMessage({ kind: 'derive', ...job } satisfies IndexJob);
      });
    } finally {
      clearTimeout(timer);
      this.#running = null;
    }
  }

  forget(documentId: string): void {
    this.#worker?.postMessage({ kind: 'forget', documentId } satisfies IndexJob);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    // The worker gets none of the server's secrets.
    const worker = new Worker(script, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 768 } });
    worker.unref();
    worker.on('message', (message: DerivedMessage) => this.#take(message));
    const end = (error: Error): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#onEnd();
      this.#running?.fail(error);
    };
    // Running out of memory is an error event.
    worker.once('error', end);
    worker.once('exit', () => end(new Error('the thread that indexes has ended')));
    return worker;
  }

  #take(message: DerivedMessage): void {
    if (message.kind === 'puts') this.#running?.puts.push(...message.puts);
    else if (message.kind === 'failed') this.#running?.fail(new Error(message.error));
    else this.#running?.settle({ puts: this.#running.puts, removed: message.removed, grams: message.grams });
  }
}
