/** The bodies and queries of the calls for whole documents, one schema each. They are strict: an unknown member is refused. */
import Type, { type Static, type TProperties } from 'typebox';

import { OperationsBody } from './calls.ts';
import { noFolder } from './folder.ts';
import { limits } from './limits.ts';
import { agentSettings } from './proposal.ts';
import { tabThemes, Name, TabLook, TabMode } from './tab.ts';

const strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });

/** A tab of a new document. */
const FirstTab = strict({
  name: Name,
  mode: Type.Optional(TabMode),
  theme: Type.Optional(
    Type.Enum([...tabThemes], { description: 'Default: light. auto: light or dark, as each viewer’s page is.' }),
  ),
  look: Type.Optional(TabLook),
});
export const NewDocument = strict({
  name: Type.Optional(Name),
  tabs: Type.Optional(
    Type.Array(FirstTab, { minItems: 1, maxItems: limits.tabsPerDocument, description: 'Its tabs. Default: one, `Tab 1`.' }),
  ),
  operations: Type.Optional(OperationsBody),
});
export type NewDocument = Static<typeof NewDocument>;

export const NewCopy = strict({ name: Type.Optional(Name) });
export type NewCopy = Static<typeof NewCopy>;
export const DocumentPatch = Type.Object(
  {
    name: Type.Optional(Name),
    agents: Type.Optional(
      Type.Enum([...agentSettings], {
        description: 'What agents may do: write, only propose, or only read. Only an owner in a session sets it.',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type DocumentPatch = Static<typeof DocumentPatch>;

export const documentSorts = ['changed', 'opened', 'created', 'name'] as const;
export type DocumentSort = (typeof documentSorts)[number];
export const DocumentListQuery = strict({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.documentListMax,
      default: limits.documentListDefault,
      description: 'The most documents to list.',
    }),
  ),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: '`next` of the previous page.' })),
  q: Type.Optional(Type.String({ maxLength: limits.nameCharacters, description: 'Part of the name, ignoring case.' })),
  sort: Type.Optional(
    Type.Enum([...documentSorts], {
      default: 'changed',
      description:
        'changed, opened (by you, in an editor) and created: the last one first. name: in alphabetical order. The trash has an order of its own.',
    }),
  ),
  starred: Type.Optional(Type.Enum(['1', '0'], { description: '1: only those that you have starred.' })),
  owner: Type.Optional(
    Type.Enum(['me', 'others'], { description: 'me: only those that you own; others: only those shared with you.' }),
  ),
  folder: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: `Id of one of your folders: only those in it; ${noFolder}: only those in no folder.`,
    }),
  ),
  trash: Type.Optional(
    Type.Enum(['1', '0'], { description: '1: your documents in the trash, which you can restore, the last one first.' }),
  ),
});
export type DocumentListQuery = Static<typeof DocumentListQuery>;
