/** file-diff: the lines in which the files of a folder differ from the server, or from what was pulled. */
import { createTwoFilesPatch } from 'diff';

import type { Service } from '#clients/service/service.ts';

import { baseText } from './folder-state.ts';
import { localSides, openWorkingCopy, readTabFiles, stateIn, type TabSides } from './working-copy.ts';

/** A unified diff of all tabs that differ; without a service, from what was pulled. */
export async function fileDiff(folder: string, service: Service | null): Promise<string> {
  const state = await stateIn(folder);
  if (service !== null) return (await openWorkingCopy(folder, state, service)).tabs.map((tab) => tabDiff(tab, 'server')).join('');
  const files = await readTabFiles(folder);
  const tracked = state.tabs.map((tab) => ({ ...localSides(tab, files), theirs: null }));
  const names = new Set(state.tabs.map(({ file }) => file));
  const added = files.filter(({ file }) => !names.has(file));
  const untracked = added.map((ours) => ({ file: ours.file, tracked: null, base: null, ours, theirs: null }));
  return [...tracked, ...untracked].map((tab) => tabDiff(tab, 'base')).join('');
}

function tabDiff({ file, tracked, ours, theirs }: TabSides, from: 'server' | 'base'): string {
  const before = from === 'server' ? (theirs?.text ?? '') : tracked === null ? '' : baseText(tracked);
  const after = ours?.text.replaceAll('\r\n', '\n') ?? '';
  if (before === after) return '';
  const name = file === '' ? (theirs?.name ?? '') : file;
  const patch = createTwoFilesPatch(`${from}/${name}`, `file/${name}`, before, after, undefined, undefined, { context: 2 });
  return patch.replace(/^=+\n/, '');
}
