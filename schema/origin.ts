/** origin: what an element was imported from. */
import Type from 'typebox';

import { limits } from './limits.ts';

const text = (description: string) => Type.String({ maxLength: limits.originCharacters, description });

export const Origin = Type.Object(
  {
    source: text('The name of the source.'),
    id: text('What it is there.'),
    made: Type.Optional(text('What the import set: names of fields with hashes of their values.')),
  },
  { additionalProperties: false, description: 'What it was imported from; only an import writes it.' },
);
