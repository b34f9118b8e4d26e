/**
 * pull: brings the files of a folder up to date with the server. Changes of the files stay: they are merged. If anything conflicts,
 * nothing is written.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Service } from '#clients/service/service.ts';
import type { MergeSide } from '#core/tab-text/merge-contents.ts';

import { baseText, type FolderState, linesOfText, type PulledTab, writeState } from './folder-state.ts';
import { fileNameFor } from './file-name.ts';
import { conflictLines, isChangedHere, isChangedThere, mergeTab, type TabConflict, wholeConflict } from './tab-merge.ts';
import { openWorkingCopy, type TabSides } from './working-copy.ts';
import { MergeConflicts } from './working-copy-fault.ts';

/** What a pull did to a file. */
export type PulledFile = {
  readonly file: string;
  readonly did: 'created' | 'updated' | 'merged' | 'removed' | 'unchanged' | 'kept';
};

/** A file that is to be written, removed (`text` null) or left alone (no text), and what is known of its tab from then on. */
type FilePlan = PulledFile & { readonly text?: string | null; readonly tracked: PulledTab | null };

/** Throws MergeConflicts, WorkingCopyFault, ServiceRefusal and ServiceUnreachable. */
export async function pull(
  folder: string,
  state: FolderState,
  service: Service,
  winner: MergeSide | undefined,
): Promise<readonly PulledFile[]> {
  await mkdir(folder, { recursive: true });
  const copy = await openWorkingCopy(folder, state, service);
  const conflicts: TabConflict[] = [];
  const taken = new Set([...(await readdir(folder)), ...copy.tabs.map(({ file }) => file)]);
  const plans = copy.tabs.flatMap((tab) => {
    const plan = planFile(tab, winner, conflicts, taken);
    return plan === null ? [] : [plan];
  });
  if (conflicts.length > 0) throw new MergeConflicts(conflictLines(conflicts, 'pull'));
  for (const { file, text } of plans) {
    if (text === null) await rm(join(folder, file), { force: true });
    else if (text !== undefined) await writeFile(join(folder, file), text);
  }
  const tabs = plans.flatMap(({ tracked }) => tracked ?? []);
  await writeState(folder, { ...state, server: service.url, tabs });
  return plans.map(({ file, did }) => ({ file, did }));
}

/** Null for a file that is new here: there is nothing to pull. */
function planFile(tab: TabSides, winner: MergeSide | undefined, conflicts: TabConflict[], taken: Set<string>): FilePlan | null {
  const { file, tracked, ours, theirs } = tab;
  if (theirs === null) return tracked === null ? null : removedThere(tab, tracked, winner, conflicts);
  if (tracked === null) {
    const name = fileNameFor(theirs.name, taken);
    taken.add(name);
    return { file: name, did: 'created', text: theirs.text, tracked: theirs.tracked(name, linesOfText(theirs.text)) };
  }
  const next = theirs.tracked(file, linesOfText(theirs.text));
  if (ours === null) {
    const isChanged = isChangedThere(tab);
    if (winner === 'theirs') return { file, did: 'created', text: theirs.text, tracked: next };
    if (isChanged && winner === undefined) conflicts.push(wholeConflict(file, 'removed', 'changed'));
    return { file, did: 'kept', tracked: next };
  }
  if (ours.text === baseText(tracked)) {
    const isSame = theirs.text === ours.text;
    return { file, did: isSame ? 'unchanged' : 'updated', ...(!isSame && { text: theirs.text }), tracked: next };
  }
  const merge = mergeTab(tab, winner);
  conflicts.push(...(merge?.conflicts ?? []));
  const isMerged = isChangedHere(tab);
  // A file that says the same in other words is left as its author wrote it.
  if (merge === null || !isChangedThere(tab)) return { file, did: isMerged ? 'kept' : 'unchanged', tracked: next };
  const { remarks } = ours.read;
  return isMerged
    ? { file, did: 'merged', text: theirs.textOf(merge.content, remarks), tracked: next }
    : { file, did: 'updated', text: theirs.withRemarks(remarks), tracked: next };
}

function removedThere(tab: TabSides, tracked: PulledTab, winner: MergeSide | undefined, conflicts: TabConflict[]): FilePlan {
  const { file } = tab;
  if (!isChangedHere(tab) || winner === 'theirs') return { file, did: 'removed', text: null, tracked: null };
  if (winner === undefined) conflicts.push(wholeConflict(file, 'changed', 'removed'));
  // It is a new file from now on, which a push makes a tab of.
  return { file, did: 'kept', tracked: winner === undefined ? tracked : null };
}
