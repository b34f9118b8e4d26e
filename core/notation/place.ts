/** place: the notation of placements: `right-of:<x>`, `inside:<frame>`, `at:x,y`, `gap:<n>`. */
import Type, { type Static } from 'typebox';

import { limits } from '#schema/limits.ts';

export const relations = ['right-of', 'left-of', 'above', 'below', 'after', 'align'] as const;
export type PlaceRelation = (typeof relations)[number];

const strict = { additionalProperties: false } as const;
const ref = Type.String({ minLength: 1, description: 'A ref, an id, a unique id prefix or a quoted label.' });

const NextTo = Type.Object(
  {
    rel: Type.Unsafe<PlaceRelation>(Type.Enum([...relations])),
    ref,
    gap: Type.Optional(Type.Number({ description: `Pixels to leave, 0 to ${limits.gapMax}.` })),
  },
  strict,
);
const Inside = Type.Object({ rel: Type.Literal('inside'), ref }, strict);
const At = Type.Object({ rel: Type.Literal('at'), x: Type.Number(), y: Type.Number() }, strict);

export type Placement = Static<typeof NextTo> | Static<typeof Inside> | Static<typeof At>;
export const Placement = Type.Unsafe<Placement>({
  type: 'object',
  discriminator: { propertyName: 'rel' },
  required: ['rel'],
  oneOf: [NextTo, Inside, At],
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
