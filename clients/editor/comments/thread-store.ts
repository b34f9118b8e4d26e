/** thread-store: the comment threads of the open document, by the id of their element or card. */
import type * as Y from 'yjs';

import type { Thread } from '#schema/comment.ts';
import { rootMap } from '#schema/ydoc/roots.ts';
import { readThread, readThreads } from '#schema/ydoc/threads.ts';

import { Signal, type Readable } from '../state/signal.ts';

/** Watches while there are subscribers. A change of one thread reads that one alone. */
export function threadsOf(doc: Y.Doc): Readable<ReadonlyMap<string, Thread>> {
  const cell = new Signal<ReadonlyMap<string, Thread>>(readThreads(doc));
  let watchers = 0;
  const take = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): void => {
    const threads = new Map(cell.get());
    const ids = new Set(
      events.flatMap((event) => (event.path.length === 0 ? [...event.changes.keys.keys()] : [String(event.path[0])])),
    );
    for (const id of ids) {
      const thread = readThread(doc, id);
      if (thread === null) threads.delete(id);
      else threads.set(id, thread);
    }
    cell.set(threads);
  };
  return {
    get: () => cell.get(),
    subscribe(listener) {
      if (watchers === 0) {
        cell.set(readThreads(doc));
        rootMap(doc, 'threads')?.observeDeep(take);
      }
      watchers += 1;
      const end = cell.subscribe(listener);
      return () => {
        end();
        watchers -= 1;
        if (watchers === 0) rootMap(doc, 'threads')?.unobserveDeep(take);
      };
    },
  };
}
