/**
 * board-calls: the bodies of the calls about cards, as calls.ts has those of the others.
 *
 * What stands in a card's fields, and how long a list may be, the engine judges: it answers codes of their own.
 */
import Type, { type Static, type TProperties } from 'typebox';

import { limits } from './limits.ts';
import { NewCatalogue } from './board.ts';

const strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const id = Type.String({ minLength: 1, maxLength: 64 });
const many = { minItems: 1, maxItems: 10_000, description: `At most ${limits.itemsPerCall}.` };

const Fields = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  description:
    'Values by field: title, description, status, assignee, priority, color, labels, estimate, start, due, checklist, archived, flagged, and custom fields of the card’s type, `f-…`.',
});
const Clear = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 256,
  description: 'Names of fields that lose their value.',
});
const Dots = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  maxProperties: limits.votersPerCard,
  description: `Voter id → dots to add, ${-limits.dotsPerTally} to ${limits.dotsPerTally}.`,
});
const wanted = { set: Type.Optional(Fields), clear: Type.Optional(Clear) };
const beside = {
  status: Type.Optional(Type.String({ maxLength: 64, description: 'Of a column of a board.' })),
  after: Type.Optional(Type.String({ maxLength: 64, description: 'Id of a card of that column; wins over `before`.' })),
  before: Type.Optional(Type.String({ maxLength: 64 })),
};

export const NewItem = strict({ type: id, fields: Fields, place: Type.Optional(strict(beside)) });
export type NewItem = Static<typeof NewItem>;
export const NewItems = strict({ items: Type.Array(strict({ type: id, fields: Fields }), many) });
export type NewItems = Static<typeof NewItems>;
export const CardChange = strict({ type: Type.Optional(id), ...wanted });
export type CardChange = Static<typeof CardChange>;
export const CardMove = strict({ ...beside, ...wanted });
export type CardMove = Static<typeof CardMove>;
export const CardPatches = strict({ items: Type.Array(strict({ id, ...wanted }), many) });
export type CardPatches = Static<typeof CardPatches>;
export const CardTally = strict({ items: Type.Array(strict({ id, votes: Dots }), many) });
export type CardTally = Static<typeof CardTally>;

export const ItemTypesUpdate = strict({
  expectedRev: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'The `itemTypesRev` that was read.' }),
  itemTypes: Type.Union([NewCatalogue, Type.Null()], { description: 'Null brings the default types back.' }),
});
export type ItemTypesUpdate = Static<typeof ItemTypesUpdate>;
