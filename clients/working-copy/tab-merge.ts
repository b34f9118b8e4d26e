/** tab-merge: what happens to a tab when its file, its base and the server are brought together. */
import { contentChanges, isUnchanged } from '#core/tab-text/content-changes.ts';
import { mergeContents, type MergeConflict, type MergeSide } from '#core/tab-text/merge-contents.ts';
import type { TabContent } from '#core/tab-text/tab-content.ts';
import type { Json } from '#core/notation/json.ts';

import type { TabSides } from './working-copy.ts';

export type TabConflict = MergeConflict & { readonly file: string };

/** The conflict of a whole tab, which has no ref. */
export const wholeConflict = (file: string, ours: string, theirs: string): TabConflict => ({
  file,
  ref: '',
  field: 'tab',
  ours,
  theirs,
});

const differs = (before: TabContent, after: TabContent): boolean => !isUnchanged(contentChanges(before, after));

/** True if the file says something else than what was pulled. */
export const isChangedHere = ({ base, ours }: TabSides): boolean =>
  base !== null && ours !== null && differs(base, ours.read.content);
/** True if the tab is not as it was pulled. */
export const isChangedThere = ({ base, theirs }: TabSides): boolean =>
  base !== null && theirs !== null && differs(base, theirs.content);

/** The merge of a tab that has all three sides; null without one of them. */
export function mergeTab(
  { file, base, ours, theirs }: TabSides,
  winner: MergeSide | undefined,
): { readonly content: TabContent; readonly conflicts: readonly TabConflict[] } | null {
  if (base === null || ours === null || theirs === null) return null;
  const { content, conflicts } = mergeContents({ base, ours: ours.read.content, theirs: theirs.content }, theirs.placeOf, winner);
  return { content, conflicts: winner === undefined ? conflicts.map((conflict) => ({ ...conflict, file })) : [] };
}

/** Lines for people: `Flow.atl: pay.label: ours "Pay now", theirs "Checkout"`. */
export const conflictLines = (conflicts: readonly TabConflict[], command: 'pull' | 'push'): string[] => [
  ...conflicts.map(({ file, ref, field, ours, theirs }) => {
    const place = ref === '' ? '' : `${ref}${field === 'element' ? '' : `.${field}`}: `;
    return `conflict in ${file}: ${place}ours ${shown(ours, field)}, theirs ${shown(theirs, field)}`;
  }),
  '  hint: Edit the files until they agree, or choose for all conflicts: ' +
    (command === 'pull'
      ? '`atelier pull --ours` keeps the files, `--theirs` takes the server.'
      : '`atelier push --ours` writes the files, `atelier pull --theirs` takes the server.'),
];

const inWords: ReadonlySet<string> = new Set(['element', 'order', 'tab']);
const shown = (value: Json, field: string): string =>
  value === null ? 'unset' : inWords.has(field) && typeof value === 'string' ? value : JSON.stringify(value);
