/** history: the texts of clients/editor/history. */
import { catalogue } from './catalogue.ts';

export const historyTexts = catalogue({
  allTabs: 'All tabs',
  noHistoryYet: 'No history yet',
  agentChangesAppear: 'Agent changes appear here. You can undo each one.',
  loadMore: 'Load more',
  agent: ' agent',
  deletedTab: '(deleted tab)',
  revertedAChangeset: 'Reverted a changeset',
  undone: 'Undone',
  details: 'Details',
  undo: 'Undo',
  versionHistory: 'Version history',
  lastChangedBy: (name: string, agent: boolean) => `Last changed by ${name}${agent ? ' (agent)' : ''}`,
  historyOf: (name: string) => `History of ${name}`,
  noHistoryElement: 'No history for this element',
});
