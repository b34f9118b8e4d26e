/** operation-error: a refusal together with the operation that caused it, as an entry of `errors`. */
import type { OperationError } from '#schema/changeset.ts';
import type { Problem } from '#schema/problem.ts';

/** Index of the operation, from 0, and its position: line and column from 1, absent for JSON arrays. */
export type Located = { readonly index: number; readonly line?: number; readonly column?: number };

const carried = [
  'candidates',
  'nearest',
  'allowed',
  'fields',
  'field',
  'limit',
  'suggestion',
  'expected',
  'actual',
  'elements',
] as const;

/** The entry of `errors` for a refusal. Only parse errors have a column. */
export function operationError(refusal: Problem, { index, line, column }: Located): OperationError {
  const members: Record<string, unknown> = {};
  for (const name of carried) if (refusal.members[name] !== undefined) members[name] = refusal.members[name];
  return {
    operation: index,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    code: refusal.code,
    message: refusal.detail,
    hint: refusal.hint,
    ...members,
  };
}
