/** Members that the inputs of several tools share. */
import Type, { type TProperties } from 'typebox';

/** A misspelled argument is refused, not ignored. */
export const input = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });

/** How models read of arguments that several tools share. */
export const sharedArgs: Readonly<Record<string, string | undefined>> = {
  document: 'Its id, name or page address.',
  tab: 'Its id, name or page address; default: the first.',
  sheet: 'Its id or title.',
  baseRev: 'The rev that you read: refused if a target changed since.',
  expectedRev: 'Refuse at any other revision.',
  summary: 'What you did, for people.',
  dryRun: 'Only show what it would do.',
  picture: 'Add a picture of the result.',
  propose: 'People accept or reject it.',
  offset: 'The line at which a cut answer continues.',
};

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
