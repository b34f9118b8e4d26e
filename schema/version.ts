/** Named versions of a document, as answers show them. */
import Type, { type Static } from 'typebox';

import { Author } from './access.ts';
import { Moment } from './calls.ts';
import { Name } from './tab.ts';

export const Version = Type.Object(
  {
    id: Type.String({ description: '`ver_…`, which `at` takes too.' }),
    name: Type.String({ description: 'Its name.' }),
    at: Type.Integer({ description: 'The moment, in milliseconds since the Unix epoch: that of the last change before it.' }),
    tabs: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Id of the tab.' }),
        name: Type.String({ description: 'The name of the tab at that moment.' }),
        rev: Type.Integer({ description: 'The revision of the tab at that moment.' }),
      }),
      { description: 'The tabs at that moment, in tab order.' },
    ),
    author: Author,
    createdAt: Type.Integer({ description: 'When it was named, in milliseconds since the Unix epoch.' }),
    url: Type.String({ description: 'The address of the document’s page.' }),
  },
  { description: 'A moment of a document that is kept until it is deleted.' },
);
export type Version = Static<typeof Version>;

export const OneVersion = Type.Object({ version: Version });
export const VersionList = Type.Object({ versions: Type.Array(Version, { description: 'Latest moment first.' }) });

export const NewVersion = Type.Object(
  {
    name: Name,
    at: Type.Optional(Moment('An earlier moment; default: now')),
    tab: Type.Optional(Type.String({ maxLength: 64, description: 'The tab whose revision `at` is.' })),
  },
  { additionalProperties: false },
);
export type NewVersion = Static<typeof NewVersion>;
