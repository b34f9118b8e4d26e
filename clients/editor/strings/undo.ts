/** undo: the texts of clients/editor/undo. */
import { catalogue } from './catalogue.ts';

export const undoTexts = catalogue({
  fates: { restored: 'restored', added: 'added', removed: 'removed', changed: 'changed' },
  elements: (count: number) => (count === 1 ? '1 element' : `${count} elements`),
  cards: (count: number) => (count === 1 ? '1 card' : `${count} cards`),
  oneFate: (thing: string, fate: string) => `${thing} ${fate}`,
  undone: 'Undone',
  redone: 'Redone',
  onTabs: (value: string, count: number, tabs: string) => `${value} on ${count > 3 ? `${count} tabs` : tabs}`,
  changedParts: (thing: string, value: string) => `${thing} changed (${value})`,
  sheetRemoved: 'sheet removed',
  changedOne: (title: string) => `${title} changed`,
  cellsChanged: (count: number, title: string) => `${count} ${count === 1 ? 'cell' : 'cells'} of ${title} changed`,
  cardChanged: (title: string, value: string) => `card ${title} ${value}`,
  layersChanged: 'layers changed',
  pagesChanged: 'pages changed',
  canceled: 'Canceled',
  nothingTo: { undo: 'Nothing to undo', redo: 'Nothing to redo' },
  undoAndRedo: 'Undo and redo',
  undo: 'Undo',
  redo: 'Redo',
});
