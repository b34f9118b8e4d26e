/**
 * Sends a tab and a job to a worker: in pieces, so that no tab is copied in one step. A worker posts `ready` when its modules are loaded,
 * and then one message per job; an exception in a job is posted as `failed`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessagePort, Transferable, Worker } from 'node:worker_threads';

import { TabIndex } from '#core/tab/tab-index.ts';
import type { Element } from '#schema/element.ts';
import type { Skipped, TabSettings } from '#schema/tab.ts';

import type { CapturedTab } from './captured-tab.ts';
import { slices } from './slices.ts';

export type Ready = { readonly kind: 'ready' };
/** This job needs more time than others: its later deadline applies from now on. */
export type Longer = { readonly kind: 'longer' };
export type Failed = { readonly kind: 'failed'; readonly error: string };

type Begin = { readonly kind: 'begin'; readonly settings: TabSettings; readonly skipped: readonly Skipped[] };
type Message<Job> =
  | Begin
  | { readonly kind: 'elements'; readonly elements: readonly Element[] }
  | { readonly kind: 'job'; readonly job: Job };

/** Sends the tab in pieces, yielding to the event loop in between, and then the job. */
export async function sendTabJob<Job>(
  worker: Worker,
  { settings, skipped, elements }: CapturedTab,
  job: Job,
  transfer: readonly Transferable[],
): Promise<void> {
  const post = (message: Message<Job>, transferred: readonly Transferable[] = []): void =>
    worker.postMessage(message, [...transferred]);
  post({ kind: 'begin', settings, skipped });
  for (const slice of slices(elements)) {
    post({ kind: 'elements', elements: slice });
    await nextTurn();
  }
  post({ kind: 'job', job }, transfer);
}

/** In the worker: posts `ready`, then runs `work` for each job on its tab; `work` posts the answer. */
export function serveTabJobs<Job>(port: MessagePort, work: (tab: TabIndex, job: Job) => Promise<void>): void {
  let received: { readonly settings: TabSettings; readonly skipped: readonly Skipped[] } | null = null;
  let elements = new Map<string, Element>();
  const run = async (job: Job): Promise<void> => {
    if (received === null) throw new Error('a job without its tab');
    const tab = TabIndex.of({ ...received.settings, elements, skipped: received.skipped });
    received = null;
    elements = new Map();
    await work(tab, job);
  };
  port.on('message', (message: Message<Job>) => {
    if (message.kind === 'begin') received = message;
    else if (message.kind === 'elements') for (const element of message.elements) elements.set(element.id, element);
    else {
      run(message.job).catch((error: unknown) => {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        port.postMessage({ kind: 'failed', error: text } satisfies Failed);
      });
    }
  });
  port.postMessage({ kind: 'ready' } satisfies Ready);
}
