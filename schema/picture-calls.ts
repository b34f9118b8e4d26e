/** The queries of pictures of a tab. */
import Type, { type Static, type TProperties } from 'typebox';

import { Moment } from './calls.ts';
import { limits } from './limits.ts';

const strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });

/** `theme` is any name: an unknown theme has an error code of its own. */
const picture = {
  at: Type.Optional(Moment('Draws the tab as it was at this moment')),
  proposal: Type.Optional(
    Type.String({ pattern: '^pr_[0-9a-z]{16,40}$', description: 'Draws the tab with what is open of this proposal.' }),
  ),
  theme: Type.Optional(
    Type.String({ maxLength: 80, description: "light, dark, paper, contrast or blueprint; default: the tab's." }),
  ),
  elements: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8_192,
      description: 'A comma-separated list of refs, ids or unique prefixes: shows only these elements.',
    }),
  ),
  page: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.nameCharacters,
      description: 'Only this page: its id, place (from 1) or name.',
    }),
  ),
  padding: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limits.picturePaddingMax,
      description: 'Padding on each side, in pixels. Default: 24, and 0 for a page.',
    }),
  ),
  asOf: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'The `updatedAt` of the document as the caller knows it: a browser may then keep the picture for a day, as a change of the document changes the address.',
    }),
  ),
};
export const PictureQuery = strict(picture);
export type PictureQuery = Static<typeof PictureQuery>;
export const PngQuery = strict({
  ...picture,
  scale: Type.Optional(
    Type.Number({
      minimum: limits.pictureScaleMin,
      maximum: limits.pictureScaleMax,
      default: 1,
      description: 'Pixels of the picture per pixel of the tab.',
    }),
  ),
  maxPixels: Type.Optional(
    Type.Integer({
      minimum: limits.picturePixelsMin,
      maximum: limits.picturePixels,
      description: 'Instead of `scale`: scales the picture down to this many pixels in all, if it has more.',
    }),
  ),
});
export type PngQuery = Static<typeof PngQuery>;
