/** place: the notation of placements: `right-of:<x>`, `inside:<frame>`, `at:x,y`, `gap:<n>`. */
import Type, { type Static } from 'typebox';

import { limits } from '#schema/limits.ts';

export const relations = ['right-of', 'left-of', 'above', 'below', 'after', 'align'] as const;
export type PlaceRelation = (typeof relations)[number];

const strict = { additionalProperties: false } as const;
const ref = Type.String({ minLength: 1, description: 'A ref, an id, a unique id prefix or a quoted label.' });

export const BesidePlacement = Type.Object(
  {
    rel: Type.Unsafe<PlaceRelation>(Type.Enum([...relations], { description: 'The side of `ref`.' })),
    ref,
    gap: Type.Optional(Type.Number({ description: `Pixels to leave, 0 to ${limits.gapMax}.` })),
  },
  { ...strict, description: 'Next to another element.' },
);
export const InsidePlacement = Type.Object(
  { rel: Type.Literal('inside'), ref },
  { ...strict, description: 'Inside a frame or lane.' },
);
export const PointPlacement = Type.Object(
  {
    rel: Type.Literal('at'),
    x: Type.Number({ description: 'The left edge, in pixels.' }),
    y: Type.Number({ description: 'The top edge, in pixels.' }),
  },
  { ...strict, description: 'At a point of the canvas.' },
);

export type Placement = Static<typeof BesidePlacement> | Static<typeof InsidePlacement> | Static<typeof PointPlacement>;
export const Placement = Type.Unsafe<Placement>({
  type: 'object',
  description: 'Where the element goes.',
  discriminator: { propertyName: 'rel' },
  required: ['rel'],
  oneOf: [BesidePlacement, InsidePlacement, PointPlacement],
});

/** True for a word of the line form that is part of a placement. */
export const isPlaceWord = (word: string): boolean => placeWords.some((start) => word.startsWith(start));

const placeWords = [...relations, 'inside', 'at', 'gap'].map((name) => `${name}:`);

/** The tokens of the line form for this placement. */
export function printPlace(place: Placement): string[] {
  if (place.rel === 'at') return [`at:${place.x},${place.y}`];
  const token = `${place.rel}:${place.ref}`;
  return place.rel === 'inside' || place.gap === undefined ? [token] : [token, `gap:${place.gap}`];
}
