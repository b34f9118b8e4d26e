/** layout: the texts of the automatic layout of a selection. */
import { catalogue } from './catalogue.ts';

export const layoutTexts = catalogue({
  title: 'Auto layout',
  style: 'Style',
  flow: 'Flowchart',
  tree: 'Tree',
  mindmap: 'Mind map',
  direction: 'Direction',
  down: 'Top to bottom',
  right: 'Left to right',
  arrows: 'Arrows',
  keep: 'Keep',
  apply: 'Apply',
  cancel: 'Cancel',
  planning: 'Planning…',
  changes: (count: number) => `Preview: ${count === 1 ? '1 element changes' : `${count} elements change`}`,
  noChanges: 'Nothing changes',
  applied: (count: number) => `Auto layout applied: ${count === 1 ? '1 element' : `${count} elements`}`,
  canceled: 'Auto layout canceled',
});
