/** eyedropper: the texts of clients/editor/eyedropper. */
import { catalogue } from './catalogue.ts';

export const eyedropperTexts = catalogue({
  pick: 'Pick color from canvas',
  begin: 'Press an element to take its color. Hold Alt for the other of fill and stroke. Escape ends.',
  targets: { fill: 'Fill', stroke: 'Stroke', textColor: 'Text', color: 'Paper' },
  picked: (target: string, color: string) => `${target}: ${color}`,
  pickedForNext: (target: string, color: string) => `${target} of new elements: ${color}`,
  nothing: 'No color here',
});
