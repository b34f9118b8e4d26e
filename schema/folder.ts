/** A folder: how one person groups documents, for themselves alone. */
import Type, { type Static } from 'typebox';

import { Name } from './tab.ts';

const strict = { additionalProperties: false } as const;

export const Folder = Type.Object(
  {
    id: Type.String({ description: 'Id of the folder.' }),
    name: Type.String({ description: 'The name of the folder.' }),
    documents: Type.Integer({ description: 'How many documents the caller finds in it; those in the trash do not count.' }),
  },
  { description: 'A folder of a person.' },
);
export type Folder = Static<typeof Folder>;

export const FolderName = Type.Object({ name: Name }, strict);
export type FolderName = Static<typeof FolderName>;

/** `folder` in the list of documents: those in no folder. */
export const noFolder = 'none';

export const DocumentPlace = Type.Object(
  {
    folder: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
      description: 'Id of one of your folders; null: in no folder.',
    }),
  },
  strict,
);
export type DocumentPlace = Static<typeof DocumentPlace>;
