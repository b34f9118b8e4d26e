/**
 * tab-jobs: how a tab and what is to be done with it reach a worker: in pieces, so that no tab is copied in one go.
 *
 * A worker says `ready` when its modules are loaded, and then one message for each job; a fault of ours in a job is `failed`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessagePort, Transferable, Worker } from 'node:worker_threads';

import { TabIndex } from '#core/tab/tab-index.ts';
import type { Element } from '#schema/element.ts';
import type { Skipped, TabSettings } from '#schema/tab.ts';

import type { CapturedTab } from './captured-tab.ts';
import { slices } from './slices.ts';

export type Ready = { readonly kind: 'ready' };
/** The job takes longer than others: the deadline for that begins. */
export type Longer = { readonly kind: 'longer' };
export type Failed = { readonly kind: 'failed'; readonly error: string };

type Begin = { readonly kind: 'begin'; readonly settings: TabSettings; readonly skipped: readonly Skipped[] };
type Message<Job> =
  | Begin
  | { readonly kind: 'elements'; readonly elements: readonly Element[] }
  | { readonly kind: 'job'; readonly job: Job };

/** Sends the tab, with turns of the event loop in between, and then the job. */
export async function sendTabJob<Job>(
  worker: Worker,
  { settings, skipped, elements }: CapturedTab,
  job: Job,
  transfer: readonly Transferable[],
): Promise<void> {
  const tell = (message: Message<Job>, transferred: readonly Transferable[] = []): void =>
    worker.postMessage(message, [...transferred]);
  tell({ kind: 'begin', settings, skipped });
  for (const some of slices(elements)) {
    tell({ kind: 'elements', elements: some });
    await nextTurn();
  }
  tell({ kind: 'job', job }, transfer);
}

/** In the worker: does each job on its tab, whose answer `work` posts, and says that it is ready to. */
export function serveTabJobs<Job>(port: MessagePort, work: (tab: TabIndex, job: Job) => Promise<void>): void {
  let begun: { readonly settings: TabSettings; readonly skipped: readonly Skipped[] } | null = null;
  let elements = new Map<string, Element>();
  const run = async (job: Job): Promise<void> => {
    if (begun === null) throw new Error('a job without its tab');
    const tab = TabIndex.of({ ...begun.settings, elements, skipped: begun.skipped });
    begun = null;
    elements = new Map();
    await work(tab, job);
  };
  port.on('message', (message: Message<Job>) => {
    if (message.kind === 'begin') begun = message;
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
