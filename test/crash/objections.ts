/**
 * objections: what in a cold journal contradicts what clients were told; none is what a crash must leave behind.
 *
 * O1  Nothing acknowledged is missing: the record of an applied changeset, with the id and revision of its answer, and
 *     an acknowledged put of an editor.
 * O2  Nothing refused is there.
 * O3  Nothing is half there: a changeset's elements are all as the records leave them, and exactly then; the two elements
 *     of a put are of the same put; no update waits for another.
 * O4  Nothing is there that nobody sent.
 * O5  Revisions have neither gap nor repeat: every changeset and every batch of editors raises by one, in journal order.
 * O6  Record, idempotency row, audit row and event come together or not at all, and in one order.
 * O7  An answer's revision is one above its previous one.
 */
import type { Element } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import type { ColdJournal, ColdRecord } from './cold-journal.ts';
import type { WriteHistory } from './history.ts';
import { putOf } from './put.ts';

export function objections(cold: ColdJournal, history: WriteHistory): string[] {
  return [
    ...missing(cold, history),
    ...refusedYetThere(cold, history),
    ...half(cold, history),
    ...unsent(cold, history),
    ...revisions(cold),
    ...apart(cold),
  ];
}

/** [O1] [O7] Also while others write: what is acknowledged stays. */
export function missing(cold: ColdJournal, history: WriteHistory): string[] {
  const found: string[] = [];
  const records = new Map(cold.records.map((record) => [record.id, record]));
  for (const { key, applied } of history.outcomes('applied')) {
    const record = records.get(applied!.id);
    if (record === undefined) {
      found.push(`O1 ${key} was answered as ${applied!.id} and has no record`);
      continue;
    }
    if (record.rev !== applied!.rev || record.summary !== key)
      found.push(`O1 ${key} was answered at rev ${applied!.rev}; its record says ${record.rev} for ${record.summary}`);
    if (applied!.rev !== applied!.previousRev + 1)
      found.push(`O7 ${key} went from rev ${applied!.previousRev} to ${applied!.rev}`);
    const added = new Set(record.edits.filter(({ before }) => before === null).map(({ id }) => id));
    if (applied!.added.length !== added.size || applied!.added.some((id) => !added.has(id)))
      found.push(`O1 ${key} was answered with other new elements than its record holds`);
  }
  for (const [id, { acknowledged, put }] of history.editorElements) {
    const there = putOf(cold.elements.get(id));
    if (there < acknowledged) found.push(`O1 ${id} is at put ${there}, and ${acknowledged} was acknowledged`);
    if (there > put) found.push(`O4 ${id} is at put ${there}, and ${put} was the last one sent`);
  }
  return found;
}

function refusedYetThere(cold: ColdJournal, history: WriteHistory): string[] {
  const applied = new Set(cold.records.map(({ summary }) => summary));
  return history
    .outcomes('refused')
    .filter(({ key }) => applied.has(key))
    .map(({ key, statuses }) => `O2 ${key} was refused (${statuses.join(', ')}) and has a record`);
}

function half(cold: ColdJournal, history: WriteHistory): string[] {
  const found: string[] = [];
  if (cold.hasHoles) found.push('O3 an update waits for one that is not there');
  if (cold.skipped > 0) found.push(`O3 ${cold.skipped} elements cannot be read whole`);
  for (const [id, after] of folded(cold.records)) {
    if (history.contested.has(id)) continue;
    const there = cold.elements.get(id);
    if (after === null && there !== undefined) found.push(`O3 ${id} was removed and is there`);
    else if (after !== null && there === undefined) found.push(`O3 ${id} is in a record and not on the tab`);
    else if (!jsonEqual(after ?? undefined, there)) found.push(`O3 ${id} is not as its last record left it`);
  }
  for (const [id, { twin }] of history.editorElements) {
    if (putOf(cold.elements.get(id)) !== putOf(cold.elements.get(twin)))
      found.push(`O3 ${id} and ${twin} were put together and are of different puts`);
  }
  return found;
}

function unsent(cold: ColdJournal, history: WriteHistory): string[] {
  const found: string[] = [];
  const made = folded(cold.records);
  for (const id of cold.elements.keys()) if (!made.has(id) && !history.editorElements.has(id)) found.push(`O4 nobody sent ${id}`);
  const summaries = new Set<string>();
  for (const { id, summary } of cold.records) {
    if (summary === null || !history.changesets.has(summary)) found.push(`O4 nobody sent ${id}`);
    else if (summaries.has(summary)) found.push(`O4 ${summary} was applied twice`);
    else summaries.add(summary);
  }
  return found;
}

function revisions({ rows, records, rev: last }: ColdJournal): string[] {
  const found: string[] = [];
  const bySeq = new Map(records.map((record) => [record.seq, record]));
  const kept = new Set(rows.map(({ seq }) => seq));
  const first = rows[0]?.seq ?? 0;
  // Rows before the tail are compacted away; their changesets still say what they raised.
  let rev = first === 1 ? 0 : null;
  for (const { seq, kind } of rows) {
    const record = bySeq.get(seq);
    if (kind === 'editors' && rev !== null) rev += 1;
    if (record === undefined) continue;
    if (rev !== null && record.rev !== rev + 1) found.push(`O5 row ${seq} raised rev ${rev} to ${record.rev}`);
    if (record.previousRev !== record.rev - 1) found.push(`O5 ${record.id} went from ${record.previousRev} to ${record.rev}`);
    rev = record.rev;
  }
  if (rev !== null && rev !== last) found.push(`O5 the rows raise the tab to rev ${rev} and it stands at ${last}`);
  let before = 0;
  for (const { id, seq, rev: own } of records) {
    if (own <= before) found.push(`O5 ${id} has rev ${own} after ${before}`);
    before = own;
    if (seq >= first && !kept.has(seq)) found.push(`O3 ${id} has no row in the journal`);
  }
  return found;
}

function apart({ records, answered, audited, announced }: ColdJournal): string[] {
  const ids = records.map(({ id }) => id);
  const found: string[] = [];
  if (answered.size !== ids.length || ids.some((id) => !answered.has(id)))
    found.push(`O6 ${ids.length} records and ${answered.size} idempotency rows are not of the same changesets`);
  for (const [name, list] of Object.entries({ 'audit rows': audited, events: announced }))
    if (!jsonEqual(list, ids))
      found.push(`O6 ${ids.length} records and ${list.length} ${name} are not of the same changesets in order`);
  return found;
}

/** What the records leave of each element that they touch; null: removed. */
function folded(records: readonly ColdRecord[]): Map<string, Element | null> {
  const elements = new Map<string, Element | null>();
  for (const { edits } of records) for (const { id, after } of edits) elements.set(id, after);
  return elements;
}
