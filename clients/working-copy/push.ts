/**
 * push: writes what the files changed to the server, merged with what changed there, one changeset a tab.
 *
 * Everything is merged and tried out before anything is written: if a tab conflicts or is refused, nothing is. A tab that someone changes
 * in between is merged again. A changeset takes 500 operations, so a larger push of a tab is several; should one of them fail, pushing
 * again goes on where it stopped, because what is there already is the same change on both sides.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Proposed } from '#clients/service/proposed.ts';
import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import type { Service } from '#clients/service/service.ts';
import type { Operation } from '#core/changeset/schema.ts';
import type { MergeSide } from '#core/tab-text/merge-contents.ts';
import { operationsTowards } from '#core/tab-text/operations-towards.ts';
import type { TabContent } from '#core/tab-text/tab-content.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';
import { limits } from '#schema/limits.ts';
import { tabThemes } from '#schema/tab.ts';

import { type FolderState, linesOfText, type PulledTab, writeState } from './folder-state.ts';
import { readServerTab, type ServerTab } from './server-tab.ts';
import { conflictLines, isChangedHere, isChangedThere, mergeTab, type TabConflict, wholeConflict } from './tab-merge.ts';
import { openWorkingCopy, type TabSides, type WorkingCopy } from './working-copy.ts';
import { MergeConflicts, NothingToPush } from './working-copy-fault.ts';

export type PushOptions = {
  readonly dryRun: boolean;
  readonly winner: MergeSide | undefined;
  /** Removes tabs whose files were removed. */
  readonly prune: boolean;
  readonly summary: string | undefined;
  /** The service stores writes as proposals, which have no dry run: each is planned when it is stored. */
  readonly proposes: boolean;
};

export type PushedTab = {
  readonly file: string;
  readonly tab: string | null;
  readonly did: 'created' | 'changed' | 'removed' | 'proposed';
  /** The answer to its changesets, as text; of a dry run, what it would be. */
  readonly text: string;
  readonly changesets: readonly string[];
};

type Change =
  | { readonly did: 'created'; readonly tab: TabSides }
  | { readonly did: 'removed'; readonly tab: TabSides; readonly id: string }
  | { readonly did: 'changed'; readonly tab: TabSides; readonly theirs: ServerTab; readonly operations: readonly Operation[] };

/** Throws MergeConflicts, NothingToPush, WorkingCopyFault, ServiceRefusal and ServiceUnreachable. */
export async function push(folder: string, state: FolderState, service: Service, options: PushOptions): Promise<PushedTab[]> {
  const copy = await openWorkingCopy(folder, state, service);
  const conflicts: TabConflict[] = [];
  const changes = copy.tabs.flatMap((tab) => changeOf(tab, copy, options, conflicts) ?? []);
  if (conflicts.length > 0) throw new MergeConflicts(conflictLines(conflicts, 'push'));
  if (changes.length === 0) throw new NothingToPush('There is nothing to push.');
  const pushing = new Pushing(copy, service, options);
  const tried: PushedTab[] = [];
  for (const change of options.proposes ? [] : changes) tried.push(await pushing.tryOut(change));
  if (options.dryRun) return tried;
  const pushed: PushedTab[] = [];
  for (const change of changes) pushed.push(await pushing.write(change));
  return pushed;
}

/** What is to be written for a tab; null: nothing. */
function changeOf(tab: TabSides, copy: WorkingCopy, { winner, prune }: PushOptions, conflicts: TabConflict[]): Change | null {
  const { file, tracked, ours, theirs } = tab;
  if (ours === null) {
    if (tracked === null || theirs === null || !prune) return null;
    if (isChangedThere(tab) && winner !== 'ours') conflicts.push(wholeConflict(file, 'removed', 'changed'));
    return { did: 'removed', tab, id: tracked.id };
  }
  if (theirs === null) {
    if (tracked !== null && !isChangedHere(tab)) return null;
    if (tracked !== null && winner !== 'ours') conflicts.push(wholeConflict(file, 'changed', 'removed'));
    const name = nameOf(tab);
    const isTwice = copy.tabs.some((other) => other.theirs?.name === name && other.tracked === null);
    if (isTwice) conflicts.push(wholeConflict(file, 'new', 'new'));
    return { did: 'created', tab };
  }
  const merge = mergeTab(tab, winner);
  if (merge === null || !isChangedHere(tab)) return null;
  conflicts.push(...merge.conflicts);
  const operations = operationsFor(theirs, merge.content);
  // Both sides made the same changes.
  return operations.length === 0 ? null : { did: 'changed', tab, theirs, operations };
}

const nameOf = ({ file, tracked, ours }: TabSides): string => ours?.read.name ?? tracked?.name ?? file.replace(/\.atl$/, '');

const operationsFor = (theirs: ServerTab, to: TabContent): Operation[] =>
  operationsTowards({ from: theirs.content, to, identities: theirs.identities, placeOf: theirs.placeOf });

const attemptsMost = 4;

class Pushing {
  readonly #copy: WorkingCopy;
  readonly #service: Service;
  readonly #options: PushOptions;
  #tabs: readonly PulledTab[];

  constructor(copy: WorkingCopy, service: Service, options: PushOptions) {
    this.#copy = copy;
    this.#service = service;
    this.#options = options;
    this.#tabs = copy.state.tabs;
  }

  /** A dry run of its first 500 operations. */
  async tryOut(change: Change): Promise<PushedTab> {
    const { did, tab } = change;
    if (did !== 'changed') return { file: tab.file, tab: null, did, text: `${did} ${nameOf(tab)}`, changesets: [] };
    const { theirs, operations } = change;
    const { text } = await this.#apply(theirs, operations.slice(0, limits.operationsPerChangeset), theirs.rev, '1');
    return { file: tab.file, tab: theirs.id, did, text, changesets: [] };
  }

  async write(change: Change): Promise<PushedTab> {
    try {
      if (change.did === 'changed') return await this.#change(change.tab, change.theirs, change.operations);
      return await (change.did === 'created' ? this.#create(change.tab) : this.#remove(change.tab, change.id));
    } catch (error) {
      if (!(error instanceof Proposed)) throw error;
      const { text } = error.answer;
      return { file: change.tab.file, tab: change.tab.theirs?.id ?? null, did: 'proposed', text, changesets: [] };
    }
  }

  async #change(tab: TabSides, first: ServerTab, operations: readonly Operation[]): Promise<PushedTab> {
    let [theirs, left] = [first, operations];
    const answers: ChangesetAnswer[] = [];
    for (let attempt = 1; left.length > 0; attempt += 1) {
      try {
        answers.push(...(await this.#applyAll(theirs, left)));
        left = [];
      } catch (error) {
        if (attempt === attemptsMost || !(error instanceof ServiceRefusal) || error.problem.code !== 'changeset_conflict')
          throw error;
        theirs = await this.#read(theirs.id, tab.tracked);
        const merge = mergeTab({ ...tab, theirs }, this.#options.winner);
        if (merge === null) throw error;
        if (merge.conflicts.length > 0) throw new MergeConflicts(conflictLines(merge.conflicts, 'push'));
        left = operationsFor(theirs, merge.content);
      }
    }
    await this.#track(tab, theirs.id);
    const changesets = answers.flatMap(({ changeset }) => changeset?.id ?? []);
    const text = answers.map((answer) => answer.text).join('\n');
    return { file: tab.file, tab: theirs.id, did: 'changed', text, changesets };
  }

  async #applyAll(theirs: ServerTab, operations: readonly Operation[]): Promise<ChangesetAnswer[]> {
    const answers: ChangesetAnswer[] = [];
    let { rev } = theirs;
    for (let at = 0; at < operations.length; at += limits.operationsPerChangeset) {
      const answer = await this.#apply(theirs, operations.slice(at, at + limits.operationsPerChangeset), rev);
      rev = answer.changeset?.rev ?? rev;
      answers.push(answer);
    }
    return answers;
  }

  #apply(theirs: ServerTab, operations: readonly Operation[], baseRev: number, dryRun?: '1'): Promise<ChangesetAnswer> {
    const { summary = 'Pushed from files' } = this.#options;
    return this.#service.json('POST /documents/:doc/tabs/:tab/changesets', {
      params: { doc: this.#copy.state.document.id, tab: theirs.id },
      query: { dryRun },
      body: { operations: [...operations], baseRev, summary },
    });
  }

  /** A new tab with what the file draws. */
  async #create(tab: TabSides): Promise<PushedTab> {
    const doc = this.#copy.state.document.id;
    const name = nameOf(tab);
    const { mode, theme, look, layers } = tab.ours?.read.head ?? { mode: 'canvas', theme: 'light', look: undefined, layers: [] };
    const ownTheme = tabThemes.some((one) => one === theme) ? { theme } : {};
    const body = { name, mode, ...ownTheme, ...(look !== undefined && { look }) } as const;
    const created = await this.#service.json('POST /documents/:doc/tabs', { params: { doc }, body });
    const { id } = created.tab;
    if (layers.length > 0)
      await this.#service.json('PATCH /documents/:doc/tabs/:tab', { params: { doc, tab: id }, body: { layers: [...layers] } });
    const theirs = await this.#read(id, null);
    const answers = await this.#applyAll(theirs, operationsFor(theirs, tab.ours?.read.content ?? new Map()));
    await this.#track(tab, id);
    const text = [`created ${name}`, ...answers.map((answer) => answer.text)].join('\n');
    return { file: tab.file, tab: id, did: 'created', text, changesets: answers.flatMap(({ changeset }) => changeset?.id ?? []) };
  }

  async #remove(tab: TabSides, id: string): Promise<PushedTab> {
    await this.#service.json('DELETE /documents/:doc/tabs/:tab', { params: { doc: this.#copy.state.document.id, tab: id } });
    await this.#save(this.#tabs.filter((tracked) => tracked.id !== id));
    return { file: tab.file, tab: id, did: 'removed', text: `removed ${nameOf(tab)}`, changesets: [] };
  }

  #read(id: string, tracked: PulledTab | null): Promise<ServerTab> {
    return readServerTab(this.#service, { doc: this.#copy.state.document.id, tab: id }, tracked ?? undefined);
  }

  /** Writes the file and the state as the tab is now. */
  async #track(tab: TabSides, id: string): Promise<void> {
    const { file, ours } = tab;
    const theirs = await this.#read(id, tab.tracked);
    await writeFile(join(this.#copy.folder, file), theirs.withRemarks(ours?.read.remarks ?? new Map()));
    const tracked = theirs.tracked(file, linesOfText(theirs.text));
    const isTracked = this.#tabs.some((one) => one.file === file);
    await this.#save(isTracked ? this.#tabs.map((one) => (one.file === file ? tracked : one)) : [...this.#tabs, tracked]);
  }

  async #save(tabs: readonly PulledTab[]): Promise<void> {
    this.#tabs = tabs;
    await writeState(this.#copy.folder, { ...this.#copy.state, tabs: [...tabs] });
  }
}
