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
/** null unsets a field. */
export const Fields = Type.Unsafe<{ readonly [name: string]: Json }>({ type: 'object', additionalProperties: true });
export const Flag = Type.Boolean();

export const strict = { additionalProperties: false } as const;
