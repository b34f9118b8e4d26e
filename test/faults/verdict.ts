/**
 * verdict: what holds after any fault.
 *
 * V1  The cold journal holds all that was acknowledged, before any client returns that could bring it back.
 * V2  Revisions have neither gap nor repeat, and nothing is there that was refused, halved, doubled or never sent.
 * V3  Every editor's copy and every node's answers are what the journal is.
 * V4  No process exited; nobody was refused but with 503.
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

/** Ends the company's work and judges it. `row`: for what is printed. */
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

/** A figure or an outcome, for the report of a run. */
export function say(row: string, text: string): void {
  process.stdout.write(`${row} ${text}\n`);
}
