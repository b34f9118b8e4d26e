/** The queries of published boards, which are outside of the API: readers have only an address. */
import Type, { type Static } from 'typebox';

import { PngQuery } from './picture-calls.ts';
import { builtInThemes } from './tab.ts';

const { elements, page, scale } = PngQuery.properties;
const tab = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: 'Id of a tab that the link shows; default: the first.' }),
);
const picture = {
  tab,
  page,
  elements,
  theme: Type.Optional(Type.Enum([...builtInThemes], { description: 'A built-in theme.' })),
};

export const PublishedSvgQuery = Type.Object(picture, { additionalProperties: false });
export const PublishedPngQuery = Type.Object({ ...picture, scale }, { additionalProperties: false });
export type PublishedPictureQuery = Static<typeof PublishedPngQuery>;

const side = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }));
export const OEmbedQuery = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2_000 }),
  maxwidth: side,
  maxheight: side,
  format: Type.Optional(Type.String({ maxLength: 20 })),
});
export type OEmbedQuery = Static<typeof OEmbedQuery>;
