/** past: the texts of clients/editor/past. */
import { catalogue } from './catalogue.ts';

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

export const pastTexts = catalogue({
  versionHistory: 'Version history',
  close: 'Close version history',
  current: 'Current version',
  readOnly: 'Read only',
  loading: 'Loading this moment',
  by: (author: string) => `by ${author}`,
  author: ({ name, agent }: { readonly name: string; readonly agent: boolean }) => (agent ? `${name} (agent)` : name),
  edited: (count: number) => (count === 0 ? 'Edited the tab' : `Edited ${counted(count, 'element', 'elements')}`),
  reverted: 'Reverted a changeset',
  until: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  atTime: (day: string, time: string) => `${day}, ${time}`,

  moment: 'Moment',
  earlier: 'Previous change',
  later: 'Next change',
  play: 'Play',
  pause: 'Pause',
  nothingYet: 'No changes yet',
  whatPeopleAndAgentsDo: 'What people and agents do on this tab appears here.',
  changes: 'Changes on this tab',
  showList: 'Show changes',
  hideList: 'Hide changes',
  loadOlder: 'Load older changes',
  cardsAreCurrent: 'Cards and sheets are shown as they are now.',

  versions: 'Named versions',
  nameVersion: 'Name this version',
  name: 'Name',
  saveName: 'Save',
  cancel: 'Cancel',
  removeVersion: (name: string) => `Remove the version ${name}`,
  versionRemoved: (name: string) => `Removed the version ${name}`,
  versionNamed: (name: string) => `Saved the version ${name}`,

  restore: 'Restore this version',
  restoreSelected: (count: number) => `Restore ${counted(count, 'element', 'elements')}`,
  restored: (count: number) => `Restored ${counted(count, 'element', 'elements')}`,
  nothingToRestore: 'Nothing to restore: the tab is the same',
  notRestored: (names: string) => `Not restored: ${names}`,
  undo: 'Undo',

  sinceYourLastVisit: 'Since your last visit',
  sinceTime: (time: string) => `Since your last visit, ${time}`,
  changedBy: (authors: readonly string[], count: number) =>
    `${authors.slice(0, 3).join(', ')}${authors.length > 3 ? ` and ${authors.length - 3} more` : ''}: ${counted(count, 'change', 'changes')}`,
  showChanges: 'Show',
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  noneSince: 'Nothing has changed on this tab since your last visit.',
});
