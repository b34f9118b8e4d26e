/** The refusal of a format of files that a call does not know. */
import { problem, type Problem } from '#schema/problem.ts';

export const unknownFormat = (known: readonly string[]): Problem =>
  problem('unsupported_media_type', {
    allowed: `the formats ${known.join(', ')}`,
    hint: `Set the query parameter format, such as format=${known[0] ?? ''}.`,
  });
