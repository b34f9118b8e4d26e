/** A document in the API. */
import Type, { type Static } from 'typebox';

import { Author, Level } from './access.ts';
import { Tab } from './tab.ts';

export const Document = Type.Object({
  id: Type.String(),
  name: Type.String(),
  owner: Author,
  access: Level,
  createdAt: Type.Integer(),
  updatedAt: Type.Integer(),
  tabs: Type.Array(Tab),
});
export type Document = Static<typeof Document>;
