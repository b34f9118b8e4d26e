/** The verb that searches the icons that shapes show. */
import type { Service } from '#clients/service/service.ts';
import { table } from '#clients/text/table.ts';
import { type IconList, IconQuery } from '#schema/icon.ts';

import { verb } from './verb.ts';

export const listIcons = verb({
  name: 'list-icons',
  summary: 'Search the icons that `add icon=` draws.',
  input: IconQuery,
  effect: 'read',
  idempotent: true,
  run: (query, service: Service): Promise<IconList> => service.json('GET /icons', { query }),
});

/** For models: a line for each icon. */
export const iconLines = ({ icons }: IconList): string =>
  icons.map(({ name, tags }) => (tags.length === 0 ? name : `${name}: ${tags.join(', ')}`)).join('\n');

/** For terminals. */
export const iconsText = ({ icons, next }: IconList): string =>
  [table(icons.map(({ name, tags }) => [name, tags.join(', ')])), ...(next === null ? [] : [`more: --cursor ${next}`])].join(
    '\n',
  );
