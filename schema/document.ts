/** A document in the API. */
import Type, { type Static } from 'typebox';

import { Author, levels, Timestamp } from './access.ts';
import { ChangesetLint, Result, WrittenChangeset } from './changeset.ts';
import { agentSettings } from './proposal.ts';
import { Tab } from './tab.ts';

export const Document = Type.Object(
  {
    id: Type.String({ description: 'Id of the document.' }),
    name: Type.String({ description: 'The name of the document.' }),
    url: Type.String({ description: 'The address of its page.' }),
    owner: Author,
    access: Type.Enum([...levels], { description: 'The level of the caller.' }),
    writableTabs: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Ids of the only tabs that the caller may edit. Absent if there is no such limit.',
      }),
    ),
    agents: Type.Enum([...agentSettings], {
      description: 'What API tokens and clients may do: write, only propose, or only read. Comments and votes are always direct.',
    }),
    createdAt: Timestamp,
    updatedAt: Type.Integer({ description: 'When it was last changed, in milliseconds since the Unix epoch.' }),
    starred: Type.Optional(Type.Boolean({ description: 'True if the caller has starred it; absent otherwise.' })),
    folder: Type.Optional(Type.String({ description: 'Id of the folder in which the caller keeps it; absent if in none.' })),
    openedAt: Type.Optional(
      Type.Integer({
        description: 'When the caller last opened it in an editor, in milliseconds since the Unix epoch; absent if never.',
      }),
    ),
    tabs: Type.Array(Tab, { description: 'Its tabs, in the order of the tab bar; none of a document in the trash.' }),
    trashedAt: Type.Optional(
      Type.Integer({ description: 'When it was moved to the trash, in milliseconds since the Unix epoch; only in the trash.' }),
    ),
    purgeAt: Type.Optional(
      Type.Integer({ description: 'When it is deleted for good, in milliseconds since the Unix epoch; only in the trash.' }),
    ),
  },
  { description: 'A document with its tabs.' },
);
export type Document = Static<typeof Document>;

export const NewDocumentAnswer = Type.Object(
  {
    ...Document.properties,
    changeset: Type.Optional(
      Type.Union([WrittenChangeset, Type.Null()], {
        description: 'With operations: the changeset that drew on the first tab; null if they draw nothing.',
      }),
    ),
    results: Type.Optional(Type.Array(Result, { description: 'With operations: what happened to each element.' })),
    lint: Type.Optional(ChangesetLint),
    text: Type.Optional(Type.String({ description: 'With operations: the same for people and models, a line for each result.' })),
  },
  { description: 'A new document, and what was drawn on it.' },
);
export type NewDocumentAnswer = Static<typeof NewDocumentAnswer>;
