/** icons: the texts of the picker of icons. */
import { catalogue } from './catalogue.ts';

export const iconsTexts = catalogue({
  icons: 'Icons',
  changeIcon: 'Change icon',
  search: 'Search icons',
  placeholder: 'database, user, cloud…',
  found: 'Icons found',
  none: 'No matching icons.',
  showMore: 'Show more',
  added: (name: string) => `Icon added: ${name}`,
});
