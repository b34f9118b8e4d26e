/** working-copy: a folder with the files of a document's tabs, and each tab's file, base and state on the server side by side. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Service } from '#clients/service/service.ts';
import { readTabText, type TabText } from '#core/tab-text/read-tab-text.ts';
import type { TabContent } from '#core/tab-text/tab-content.ts';

import { baseText, type FolderState, readState, type PulledTab } from './folder-state.ts';
import { readServerTab, type ServerTab } from './server-tab.ts';
import { WorkingCopyFault } from './working-copy-fault.ts';

export type TabFile = { readonly file: string; readonly text: string; readonly read: TabText };

/** One tab: what was pulled, its file, and the tab now. What does not exist is null. */
export type TabSides = {
  /** The name of its file; '' for a tab that has none yet. */
  readonly file: string;
  readonly tracked: PulledTab | null;
  readonly base: TabContent | null;
  readonly ours: TabFile | null;
  readonly theirs: ServerTab | null;
};

export type WorkingCopy = {
  readonly folder: string;
  readonly state: FolderState;
  /** Tracked tabs in the order of the state, then files that are new here, then tabs that are new there. */
  readonly tabs: readonly TabSides[];
};

/** The state of a folder into which a document was pulled. Throws WorkingCopyFault. */
export async function stateIn(folder: string): Promise<FolderState> {
  const state = await readState(folder);
  if (state !== null) return state;
  throw new WorkingCopyFault([`Nothing was pulled into ${folder}.`, '  hint: atelier pull <doc> [folder]']);
}

/** Reads the files and the server. Throws WorkingCopyFault, ServiceRefusal and ServiceUnreachable. */
export async function openWorkingCopy(folder: string, state: FolderState, service: Service): Promise<WorkingCopy> {
  const files = await readTabFiles(folder);
  const doc = state.document.id;
  const { tabs: present } = await service.json('GET /documents/:doc', { params: { doc } });
  const tabs: TabSides[] = [];
  for (const tracked of state.tabs) {
    const isThere = present.some(({ id }) => id === tracked.id);
    const theirs = isThere ? await readServerTab(service, { doc, tab: tracked.id }, tracked) : null;
    tabs.push({ ...localSides(tracked, files), theirs });
  }
  const trackedFiles = new Set(state.tabs.map(({ file }) => file));
  for (const ours of files) {
    if (!trackedFiles.has(ours.file)) tabs.push({ file: ours.file, tracked: null, base: null, ours, theirs: null });
  }
  for (const { id } of present) {
    if (state.tabs.some((tracked) => tracked.id === id)) continue;
    tabs.push({ file: '', tracked: null, base: null, ours: null, theirs: await readServerTab(service, { doc, tab: id }) });
  }
  return { folder, state, tabs };
}

/** The sides of a tab that need no server. */
export function localSides(tracked: PulledTab, files: readonly TabFile[]): Omit<TabSides, 'theirs'> {
  const base = readTabText(baseText(tracked));
  if ('errors' in base)
    throw new WorkingCopyFault([`The base of ${tracked.file} cannot be read.`, '  hint: Pull into a new folder.']);
  const ours = files.find(({ file }) => file === tracked.file) ?? null;
  return { file: tracked.file, tracked, base: base.content, ours };
}

/** The files of a folder, by name. Throws WorkingCopyFault with every fault of every file. */
export async function readTabFiles(folder: string): Promise<TabFile[]> {
  const files: TabFile[] = [];
  const faults: string[] = [];
  for (const file of await tabFileNames(folder)) {
    const read = await readTabFile(join(folder, file), file);
    if (Array.isArray(read)) faults.push(...read);
    else files.push(read);
  }
  if (faults.length > 0) throw new WorkingCopyFault(faults);
  return files;
}

/** The names of a folder's files, in order. */
export const tabFileNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.atl') && !name.startsWith('.')).toSorted();

/** A file, or its faults, a line each. `file` is its name in them. */
export async function readTabFile(path: string, file: string): Promise<TabFile | string[]> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return [`${file}: cannot be read`];
  const read = readTabText(text);
  if (!('errors' in read)) return { file, text, read };
  return read.errors.flatMap(({ line, column, code, message, hint }) => [
    `${file}:${line ?? 1}${column === undefined ? '' : `:${column}`}: ${code}: ${message}`,
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
  ]);
}
