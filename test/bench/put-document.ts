/** Documents that are stored without being opened. */
import { newId } from '#schema/ids.ts';
import { insertDocument } from '#storage/documents.ts';
import { appendJournal } from '#storage/journal.ts';
import type { Storage } from '#storage/storage.ts';

import type { BenchTab } from './caller.ts';
import type { Drawn } from './drawing.ts';

/** Stores a document as it was drawn. */
export async function putDocument(
  storage: Storage,
  ownerId: string,
  { state, tabs }: Drawn,
  edits: readonly Uint8Array[] = [],
): Promise<BenchTab> {
  const at = Date.now();
  const id = newId('doc', at);
  await storage.transact(async (tx) => {
    await insertDocument(tx, { id, name: 'Bench', ownerId, at });
    for (const [index, bytes] of [state, ...edits].entries()) {
      const seq = index + 1;
      await appendJournal(tx, { documentId: id, seq, writeId: `bench-${id}-${seq}`, kind: 'server', actor: null, bytes, at });
    }
  });
  return { id, tab: tabs[0] ?? '' };
}
