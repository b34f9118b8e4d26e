/** layers: the texts of clients/editor/layers. */
import { catalogue } from './catalogue.ts';

export const layersTexts = catalogue({
  limitLayers: 'Limit: 100 layers per tab.',
  layersTopToBottom: 'Layers, top to bottom',
  defaultLayer: 'Default layer',
  newLayer: 'New layer',
  newElementsHint: 'New elements go to the default layer. Select elements to move them.',
  show: (name: string) => `Show ${name}`,
  hide: (name: string) => `Hide ${name}`,
  nameOf: (name: string) => `Name of ${name}`,
  locked: 'Locked',
  selectOn: (count: number, name: string) => `Select ${count} ${count === 1 ? 'element' : 'elements'} on ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  delete: (name: string) => `Delete ${name}`,
  moveSelectionTo: (name: string) => `Move selection to ${name}`,
});
