/** The icons that shapes of the kind `icon` show, as a list that is searched. */
import Type, { type Static } from 'typebox';

import { Cursor } from './endpoint.ts';
import { limits } from './limits.ts';

export const IconQuery = Type.Object(
  {
    search: Type.Optional(
      Type.String({
        maxLength: limits.searchCharacters,
        description: 'Words, each of which is in the name or in a tag of an icon. Default: all icons.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.searchResultsMax,
        default: limits.searchResultsDefault,
        description: 'The most icons to list.',
      }),
    ),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 600, description: '`next` of the previous page.' })),
  },
  { additionalProperties: false },
);
export type IconQuery = Static<typeof IconQuery>;

const IconInfo = Type.Object(
  {
    name: Type.String({ description: 'The name, for `add icon=`.' }),
    tags: Type.Array(Type.String(), { description: 'Other words for it.' }),
  },
  { description: 'An icon of the icon set.' },
);

export const IconList = Type.Object({
  icons: Type.Array(IconInfo, { description: 'The best first; all icons by name.' }),
  next: Cursor,
});
export type IconList = Static<typeof IconList>;
