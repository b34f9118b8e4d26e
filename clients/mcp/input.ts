/** input: members that inputs of several tools have. */
import Type, { type TProperties } from 'typebox';

/** Strict: a misspelt argument is refused, not ignored. */
export const input = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });

/** For tools whose text may be longer than an answer. */
export const offset = {
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 0,
      description: 'Leave out so many lines: where a cut answer goes on.',
    }),
  ),
};
