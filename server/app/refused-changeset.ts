/** The errors of a changeset as one problem. */
import type { OperationError } from '#schema/changeset.ts';
import { problem, type Problem } from '#schema/problem.ts';

/** Has the code and text of the first error, all errors, and the current revision of the tab. */
export function refusal(errors: readonly OperationError[], rev: number): Problem {
  const [first] = errors;
  if (first === undefined) throw new Error('a refusal without an error');
  return problem(first.code, {
    detail: first.message,
    hint: first.hint,
    errors,
    rev,
    ...(first.limit !== undefined && { limit: first.limit }),
  });
}
