/** What can be read of a document with damaged or missing rows: everything before them, and everything after them that still applies. */
import * as Y from 'yjs';

import { readDocumentName, readTab, readTabs } from '#schema/ydoc/read.ts';
import { clockOf, dropWaiting } from '#schema/ydoc/struct-store.ts';
import type { DocumentHistory, HistoryRow } from '#storage/history.ts';

/** Positions in the journal. */
export type SalvageReport = {
  /** The snapshot that the state begins with; null if there is none that is intact. */
  readonly snapshot: number | null;
  readonly damagedSnapshots: readonly number[];
  readonly damaged: readonly number[];
  readonly missing: readonly number[];
  /** Intact rows that build on lost ones, and are left out in whole or in part. */
  readonly incomplete: readonly number[];
  readonly name: string;
  readonly tabs: readonly { readonly id: string; readonly name: string; readonly elements: number }[];
};

export type Salvaged = { readonly bytes: Uint8Array; readonly report: SalvageReport };

/** `position`: the last position that the document has reached. */
export function salvage({ snapshots, rows }: DocumentHistory, position: number): Salvaged {
  const base = snapshots.findLast(({ isIntact }) => isIntact);
  const doc = new Y.Doc();
  if (base !== undefined) Y.applyUpdate(doc, base.bytes);
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  const applied: HistoryRow[] = [];
  const damaged: number[] = [];
  const missing: number[] = [];
  for (let seq = (base?.seq ?? 0) + 1; seq <= position; seq += 1) {
    const row = bySeq.get(seq);
    if (row === undefined) missing.push(seq);
    else if (!row.isIntact) damaged.push(seq);
    else {
      Y.applyUpdate(doc, row.bytes);
      applied.push(row);
    }
  }
  const incomplete = applied.filter(({ bytes }) => !isWhole(doc, bytes)).map(({ seq }) => seq);
  // What waits for lost structs would wait in every copy of the document.
  dropWaiting(doc);
  return {
    bytes: Y.encodeStateAsUpdate(doc),
    report: {
      snapshot: base?.seq ?? null,
      damagedSnapshots: snapshots.filter(({ isIntact }) => !isIntact).map(({ seq }) => seq),
      damaged,
      missing,
      incomplete,
      name: readDocumentName(doc),
      tabs: readTabs(doc).map(({ id, name }) => ({ id, name, elements: readTab(doc, id)?.elements.size ?? 0 })),
    },
  };
}

/** True if the document has all structs of the update. Deletions of lost structs have nothing left to delete. */
const isWhole = (doc: Y.Doc, update: Uint8Array): boolean =>
  [...Y.parseUpdateMeta(update).to].every(([client, clock]) => clockOf(doc, client) >= clock);
