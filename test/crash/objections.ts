/**
 * The contradictions between a stored journal and the answers of clients. After a crash there must be none:
 *
 * O1  Nothing acknowledged is missing: neither the record of an applied changeset, with the id and revision of its answer, nor an acknowledged
 *     put of an editor.
 * O2  Nothing refused is there.
 * O3  Nothing is incomplete: the elements of changesets are exactly as the records leave them, the two elements of a put are of the same put,
 *     and no update waits for another.
 * O4  Everything that is there was sent.
 * O5  Revisions have no gaps or repeats: every changeset and every batch of editors adds one, in journal order.
 * O6  Record, idempotency row, audit row and event come together or not at all, and in the same order.
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

/** [O1] [O7] Valid while others write, too, as acknowledged writes stay. */
export function missing(cold: ColdJournal, history: WriteHistory): string[] {
  const findings: string[] = [];
  const records = new Map(cold.records.map((record) => [record.id, record]));
  for (const { key, applied } of history.outcomes('applied')) {
    const record = records.get(applied!.id);
    if (record === undefined) {
      findings.push(`O1 ${key} was answered as ${applied!.id} and has no record`);
      continue;
    }
    if (record.rev !== applied!.rev || record.summary !== key)
      findings.push(`O1 ${key} was answered at rev ${applied!.rev}; its record says ${record.rev} for ${record.summary}`);
    if (applied!.rev !== applied!.previousRev + 1)
      findings.push(`O7 ${key} went from rev ${applied!.previousRev} to ${applied!.rev}`);
    const added = new Set(record.edits.filter(({ before }) => before === null).map(({ id }) => id));
    if (applied!.added.length !== added.size || applied!.added.some((id) => !added.has(id)))
      findings.push(`O1 ${key} was answered with other new elements than its record holds`);
  }
  for (const [id, { acknowledged, put }] of history.editorElements) {
    const there = putOf(cold.elements.get(id));
    if (there < acknowledged) findings.push(`O1 ${id} is at put ${there}, and ${acknowledged} was acknowledged`);
    if (there > put) findings.push(`O4 ${id} is at put ${there}, and ${put} was the last one sent`);
  }
  return findings;
}

function refusedYetThere(cold: ColdJournal, history: WriteHistory): string[] {
  const applied = new Set(cold.records.map(({ summary }) => summary));
  return history
    .outcomes('refused')
    .filter(({ key }) => applied.has(key))
    .map(({ key, statuses }) => `O2 ${key} was refused (${statuses.join(', ')}) and has a record`);
}

function half(cold: ColdJournal, history: WriteHistory): string[] {
  const findings: string[] = [];
  if (cold.hasHoles) findings.push('O3 an update waits for one that is not there');
  if (cold.skipped > 0) findings.push(`O3 ${cold.skipped} elements cannot be read whole`);
  for (const [id, after] of folded(cold.records)) {
    if (history.contested.has(id)) continue;
    const there = cold.elements.get(id);
    if (after === null && there !== undefined) findings.push(`O3 ${id} was removed and is there`);
    else if (after !== null && there === undefined) findings.push(`O3 ${id} is in a record and not on the tab`);
    else if (!jsonEqual(after ?? undefined, there)) findings.push(`O3 ${id} is not as its last record left it`);
  }
  for (const [id, { twin }] of history.editorElements) {
    if (putOf(cold.elements.get(id)) !== putOf(cold.elements.get(twin)))
      findings.push(`O3 ${id} and ${twin} were put together and are of different puts`);
  }
  return findings;
}

function unsent(cold: ColdJournal, history: WriteHistory): string[] {
  const findings: string[] = [];
  const made = folded(cold.records);
  for (const id of cold.elements.keys())
    if (!made.has(id) && !history.editorElements.has(id)) findings.push(`O4 ${id} was never sent`);
  const summaries = new Set<string>();
  for (const { id, summary } of cold.records) {
    if (summary === null || !history.changesets.has(summary)) findings.push(`O4 ${id} was never sent`);
    else if (summaries.has(summary)) findings.push(`O4 ${summary} was applied twice`);
    else summaries.add(summary);
  }
  return findings;
}

function revisions({ rows, records, rev: last }: ColdJournal): string[] {
  const findings: string[] = [];
  const bySeq = new Map(records.map((record) => [record.seq, record]));
  const kept = new Set(rows.map(({ seq }) => seq));
  const first = rows[0]?.seq ?? 0;
  // Rows before the tail have been deleted by a compaction; their changesets still have their revisions.
  let rev = first === 1 ? 0 : null;
  for (const { seq, kind } of rows) {
    const record = bySeq.get(seq);
    if (kind === 'editors' && rev !== null) rev += 1;
    if (record === undefined) continue;
    if (rev !== null && record.rev !== rev + 1) findings.push(`O5 row ${seq} raised rev ${rev} to ${record.rev}`);
    if (record.previousRev !== record.rev - 1) findings.push(`O5 ${record.id} went from ${record.previousRev} to ${record.rev}`);
    rev = record.rev;
  }
  if (rev !== null && rev !== last) findings.push(`O5 the rows raise the tab to rev ${rev} and it stands at ${last}`);
  let before = 0;
  for (const { id, seq, rev: own } of records) {
    if (own <= before) findings.push(`O5 ${id} has rev ${own} after ${before}`);
    before = own;
    if (seq >= first && !kept.has(seq)) findings.push(`O3 ${id} has no row in the journal`);
  }
  return findings;
}

function apart({ records, answered, audited, announced }: ColdJournal): string[] {
  const ids = records.map(({ id }) => id);
  const findings: string[] = [];
  if (answered.size !== ids.length || ids.some((id) => !answered.has(id)))
    findings.push(`O6 ${ids.length} records and ${answered.size} idempotency rows are not of the same changesets`);
  for (const [name, list] of Object.entries({ 'audit rows': audited, events: announced }))
    if (!jsonEqual(list, ids))
      findings.push(`O6 ${ids.length} records and ${list.length} ${name} are not of the same changesets in order`);
  return findings;
}

/** The state in which the records leave each element that they touch; null: removed. */
function folded(records: readonly ColdRecord[]): Map<string, Element | null> {
  const elements = new Map<string, Element | null>();
  for (const { edits } of records) for (const { id, after } of edits) elements.set(id, after);
  return elements;
}
