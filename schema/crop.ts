/**
 * crop: the part of an image that is shown, as what is cut off at each side, in shares of the whole image.
 *
 * Sides that are left out are not cut. A schema cannot add two sides: `isCrop` also checks that something is left.
 */
import Type, { type Static } from 'typebox';

import { styleLimits } from './style-limits.ts';

const { cropMax } = styleLimits;
const share = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: cropMax, description }));

export const Crop = Type.Object(
  {
    left: share('Of its width.'),
    top: share('Of its height.'),
    right: share('Of its width.'),
    bottom: share('Of its height.'),
  },
  {
    additionalProperties: false,
    description: `What is cut off at each side, as a share of the whole image: {"left": 0.1}. Left and right together are at most ${cropMax}, and so are top and bottom.`,
  },
);
export type Crop = Static<typeof Crop>;

/** Whether the sides of a valid crop leave enough of the image. */
export const leavesEnough = ({ left = 0, top = 0, right = 0, bottom = 0 }: Crop): boolean =>
  left + right <= cropMax + rounding && top + bottom <= cropMax + rounding;

/** 0.65 + 0.3 is a little more than 0.95. */
const rounding = 1e-9;

/** The crop without the sides that are not cut, which is how it is stored. */
export const cutSides = (crop: Crop): Crop => Object.fromEntries(Object.entries(crop).filter(([, cut]) => cut > 0)) as Crop;
