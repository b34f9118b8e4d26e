/**
 * The bodies of the calls about cards. The engine checks the values of a card's fields and the lengths of lists, because it
 * answers them with codes of their own.
 */
import Type, { type Static, type TProperties } from 'typebox';

import { limits } from './limits.ts';
import { NewCatalogue } from './board.ts';

const strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const id = Type.String({ minLength: 1, maxLength: 64 });
const itemsRange = { minItems: 1, maxItems: 10_000, description: `At most ${limits.itemsPerCall}.` };

const Fields = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  description:
    'Values by field: title, description, status, assignee, priority, color, labels, estimate, start, due, checklist, archived, flagged, and custom fields of the card’s type, `f-…`.',
});
const Clear = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 256,
  description: 'Names of fields to clear.',
});
const Dots = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  maxProperties: limits.votersPerCard,
  description: `Voter id → dots to add, ${-limits.dotsPerTally} to ${limits.dotsPerTally}.`,
});
const fieldChanges = { set: Type.Optional(Fields), clear: Type.Optional(Clear) };
const place = {
  status: Type.Optional(Type.String({ maxLength: 64, description: 'The status of a column of a board.' })),
  after: Type.Optional(
    Type.String({ maxLength: 64, description: 'Id of a card in that column; takes precedence over `before`.' }),
  ),
  before: Type.Optional(Type.String({ maxLength: 64 })),
};

export const NewItem = strict({ type: id, fields: Fields, place: Type.Optional(strict(place)) });
export type NewItem = Static<typeof NewItem>;
export const NewItems = strict({ items: Type.Array(strict({ type: id, fields: Fields }), itemsRange) });
export type NewItems = Static<typeof NewItems>;
export const CardChange = strict({ type: Type.Optional(id), ...fieldChanges });
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
