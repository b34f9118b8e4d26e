/** members: the members that the JSON forms of several operations share. */
import Type from 'typebox';

import type { Json } from '../notation/json.ts';

export const Selector = Type.String({ minLength: 1, description: 'A ref, a quoted label, or terms joined by spaces.' });
export const OperandText = Type.String({ minLength: 1, description: 'A ref, an id, a unique id prefix or a quoted label.' });
export const SlugText = Type.String({ description: 'One lowercase letter, then up to 23 lowercase letters, digits, - or _.' });
export const KindName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'A shape kind, text, sticky, table, annotation or link-card.',
});
type JsonObject = { readonly [name: string]: Json };
export const Fields = Type.Unsafe<JsonObject>({
  type: 'object',
  additionalProperties: true,
  description: 'Values by field. Null unsets a field.',
});
export const WholeElement = Type.Unsafe<JsonObject>({
  type: 'object',
  additionalProperties: true,
  description: 'A whole element with its type, instead of a kind.',
});
export const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const strict = { additionalProperties: false } as const;
