/** Members that the inputs of several tools share. */
import Type, { type TProperties } from 'typebox';

/** A misspelled argument is refused, not ignored. */
export const input = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });

/** For tools whose text may be longer than an answer. */
export const offset = {
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 0,
      description: 'The line to start from, to continue a cut answer.',
    }),
  ),
};
