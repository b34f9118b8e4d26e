/** label-contains: `label~<text>`, elements whose label contains the text, ignoring case. */
import { foldCase } from '../tab/fold.ts';
import { defineSelector } from './selector.ts';

export const labelContains = defineSelector({
  kinds: ['contains'],
  form: 'label~<text>',
  matches: 'labels containing the text',
  find(term) {
    const needle = foldCase(term.text);
    return { where: (element) => element.label !== undefined && foldCase(element.label).includes(needle) };
  },
});
