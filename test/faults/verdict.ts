/**
 * The checks after any fault:
 *
 * V1  The stored journal has everything that was acknowledged, before any client returns that could restore it.
 * V2  Revisions have no gaps or repeats, and nothing is there that was refused, incomplete, doubled or never sent.
 * V3  Every editor's copy and every node's answers equal the journal.
 * V4  No process exited, and all refusals were 503.
 */
import process from 'node:process';

import { expect } from 'vitest';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { serveTheSame } from '#test/cluster/stage.ts';
import { canonicalOf, type ColdJournal, readColdAt } from '#test/crash/cold-journal.ts';
import { answersOf } from '#test/crash/history.ts';
import { missing, objections } from '#test/crash/objections.ts';
import { until } from '#test/harness/editor.ts';

import { type FaultCompany, soonMs } from './company.ts';

/** Stops the load and checks the result. `row`: a label for the output. */
export async function verdict(row: string, company: FaultCompany): Promise<ColdJournal> {
  const { deployment, place, history, editors } = company;
  const { databaseUrl, nodes, ada } = deployment;
  await company.rests();
  for (const { editor } of editors) editor.offline();
  expect(missing(await readColdAt({ databaseUrl }, place), history), `[V1] ${answersOf(history)}`).toEqual([]);

  await Promise.all(editors.map(({ editor }) => editor.online()));
  await Promise.all(editors.map(({ editor }) => editor.saved(soonMs)));
  const cold = await readColdAt({ databaseUrl }, place);
  expect(objections(cold, history), `[V2] ${answersOf(history)}`).toEqual([]);
  for (const [id, { put, acknowledged }] of history.editorElements) expect(acknowledged, `[V2] ${id}`).toBe(put);

  const journal = canonicalOf(cold);
  for (const { editor } of editors) {
    await until(() => canonicalJson(editor.doc) === journal, soonMs, '[V3] an editor shows something else than the journal');
    expect(editor.closeCodes.filter((code) => code >= 4000)).toEqual([]);
  }
  await serveTheSame(nodes, ada, place, cold);

  expect(nodes.filter((node) => !node.isRunning()).map((node) => node.output())).toEqual([]);
  expect(company.statuses.filter((status) => ![0, 201, 503].includes(status))).toEqual([]);
  say(row, `holds: ${answersOf(history)}, ${company.counts.editor} × saved, rev ${cold.rev}, ${cold.elements.size} elements`);
  company.leaves();
  return cold;
}

/** Prints a measurement or a result, for the report of a run. */
export function say(row: string, text: string): void {
  process.stdout.write(`${row} ${text}\n`);
}
