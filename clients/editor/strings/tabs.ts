/** tabs: the texts of clients/editor/tabs. */
import { catalogue } from './catalogue.ts';

export const tabsTexts = catalogue({
  movedToPositionOf: (name: string, number: number, count: number) => `Moved ${name} to position ${number} of ${count}`,
  documentTabs: 'Document tabs',
  addTab: 'Add tab',
  canvas: 'Canvas',
  pages: 'Pages',
  eventStorming: 'Event storming',
  deleteQuestion: (name: string) => `Delete “${name}”?`,
  deleteAbout: 'Everything on this tab will be deleted for everyone. This can’t be undone.',
  delete: 'Delete',
  tabName: 'Tab name',
  locked: 'Locked',
  actionsFor: (name: string) => `Actions for ${name}`,
  rename: 'Rename',
  duplicate: 'Duplicate',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  tabType: 'Tab type',
  theme: 'Theme…',
  unlock: 'Unlock',
  lock: 'Lock',
  deleteEntry: 'Delete…',
});
