/**
 * The bodies of the calls about cards. The engine checks the values of a card's fields and the lengths of lists, because it
 * answers them with codes of their own.
 */
import Type, { type Static, type TProperties } from 'typebox';

import { limits } from './limits.ts';
import { AnyCaseHexColor } from './access.ts';
import { Assignee, assigneeText, cardFields, NewCatalogue } from './board.ts';

const strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const id = Type.String({ minLength: 1, maxLength: 64, description: 'Id of the card.' });
const type = Type.String({ minLength: 1, maxLength: 64, description: 'Id of a card type.' });
const itemsRange = { minItems: 1, maxItems: 10_000, description: `At most ${limits.itemsPerCall}.` };

/** The engine checks the values. `CardFields` has the accepted ones. */
export const Fields = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  description:
    'Values by field: title, description, status, assignee, priority, color, labels, estimate, start, due, checklist, archived, flagged, and custom fields of the card’s type, `f-…`.',
});
export const CardFields = Type.Unsafe<Readonly<Record<string, unknown>>>({
  ...Type.Partial(
    Type.Object({
      ...cardFields,
      assignee: Type.Object(
        { ...Assignee.properties, color: AnyCaseHexColor },
        { additionalProperties: false, description: assigneeText },
      ),
      color: AnyCaseHexColor,
    }),
  ),
  // Generated clients give every member the type of a pattern: a looser one leaves the standard fields their own.
  additionalProperties: { description: 'A custom field of the card’s type, by its id `f-…`: a text, number or boolean.' },
  description: 'Values by field. Custom fields of the card’s type have their ids as names, `f-…`.',
});
const Clear = Type.Array(Type.String({ minLength: 1, maxLength: 64, description: 'A field.' }), {
  maxItems: 256,
  description: 'Names of fields to clear.',
});
/** The engine checks the numbers. `CardDots` has the accepted ones. */
export const Dots = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  maxProperties: limits.votersPerCard,
  description: `Voter id → dots to add, ${-limits.dotsPerTally} to ${limits.dotsPerTally}.`,
});
export const CardDots = Type.Unsafe<Readonly<Record<string, unknown>>>({
  ...Dots,
  additionalProperties: { type: 'integer', minimum: -limits.dotsPerTally, maximum: limits.dotsPerTally },
});
const fieldChanges = { set: Type.Optional(Fields), clear: Type.Optional(Clear) };
const place = {
  status: Type.Optional(Type.String({ maxLength: 64, description: 'The status of a column of a board.' })),
  after: Type.Optional(
    Type.String({ maxLength: 64, description: 'Id of a card in that column; takes precedence over `before`.' }),
  ),
  before: Type.Optional(Type.String({ maxLength: 64, description: 'Id of a card in that column.' })),
};

const Place = Type.Object(place, { additionalProperties: false, description: 'Where in its column. Default: at the end.' });

export const NewItem = strict({ type, fields: Fields, place: Type.Optional(Place) });
export type NewItem = Static<typeof NewItem>;
export const NewItems = strict({ items: Type.Array(strict({ type, fields: Fields }), itemsRange) });
export type NewItems = Static<typeof NewItems>;
export const CardChange = strict({ type: Type.Optional(type), ...fieldChanges });
export type CardChange = Static<typeof CardChange>;
export const CardMove = strict({ ...place, ...fieldChanges });
export type CardMove = Static<typeof CardMove>;
export const CardPatches = strict({ items: Type.Array(strict({ id, ...fieldChanges }), itemsRange) });
export type CardPatches = Static<typeof CardPatches>;
export const CardTally = strict({ items: Type.Array(strict({ id, votes: Dots }), itemsRange) });
export type CardTally = Static<typeof CardTally>;

export const ItemTypesUpdate = strict({
  expectedRev: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The `itemTypesRev` that the change is based on.',
  }),
  itemTypes: Type.Union([NewCatalogue, Type.Null()], { description: 'Null restores the default types.' }),
});
export type ItemTypesUpdate = Static<typeof ItemTypesUpdate>;
