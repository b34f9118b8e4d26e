/** help: the texts of clients/editor/help. */
import { catalogue } from './catalogue.ts';

export const helpTexts = catalogue({
  keyboardShortcuts: 'Keyboard shortcuts',
  searchShortcuts: 'Search shortcuts',
  search: 'Search',
  shortcuts: (count: number) => (count === 1 ? '1 shortcut' : `${count} shortcuts`),
  noMatchingShortcuts: 'No matching shortcuts',
});
