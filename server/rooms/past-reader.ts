/** Reads a document as it was at an earlier position of its journal, from a copy that lives as long as the call (SPEC.md). */
import * as Y from 'yjs';

import { problem, type Problem } from '#schema/problem.ts';
import { inTurns } from '#server/in-turns.ts';
import { type Moment, readMoment } from '#storage/past/read-moment.ts';
import type { Storage } from '#storage/storage.ts';

import { mergeSmall } from './journal-reader.ts';
import { LoadLimit } from './load-limit.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { PastReading } from './port.ts';
import { readingOf } from './room-reading.ts';
import { Shadow } from './shadow.ts';

const readsAtOnce = 2;

export class PastReader {
  readonly #storage: Storage;
  readonly #budget: MemoryBudget;
  readonly #reads = new LoadLimit(readsAtOnce);

  constructor({ storage, budget }: { readonly storage: Storage; readonly budget: MemoryBudget }) {
    this.#storage = storage;
    this.#budget = budget;
  }

  /** Errors: revision_not_found, those of `use`. Throws Overloaded, CorruptJournal, StorageUnavailable. */
  read<T>(documentId: string, seq: number, use: (past: PastReading) => Promise<T | Problem>): Promise<T | Problem> {
    return this.#reads.run(async () => {
      const moment = await readMoment(this.#storage.db, documentId, seq);
      if (moment === null) return problem('revision_not_found');
      const release = this.#budget.admitShadow(documentId, sizeOf(moment));
      let shadow: Shadow | null = null;
      try {
        // No one writes to it.
        const { clientID } = new Y.Doc();
        shadow = await Shadow.of({ updates: await inTurns(mergeSmall(moment.updates)), seq }, clientID);
        return await use(pastReading(documentId, moment, shadow));
      } finally {
        shadow?.destroy();
        release();
      }
    });
  }
}

const sizeOf = ({ updates }: Moment): number => updates.reduce((sum, { length }) => sum + length, 0);

const pastReading = (documentId: string, { seq, at, revs }: Moment, shadow: Shadow): PastReading => ({
  ...readingOf(shadow, documentId, { revs, itemsRev: 0, itemTypesRev: 0 }),
  seq,
  at,
  prepare: (tabId) => inTurns(shadow.preparing(tabId, 'read')),
});
