/** colors: the names of the colors of themes and papers. */
import { catalogue } from './catalogue.ts';

export const colorTitles = catalogue<Readonly<Record<string, string>>>({
  none: 'None',
  neutral: 'Neutral',
  blue: 'Blue',
  teal: 'Teal',
  green: 'Green',
  yellow: 'Yellow',
  orange: 'Orange',
  red: 'Red',
  pink: 'Pink',
  purple: 'Purple',
  grey: 'Gray',
});
