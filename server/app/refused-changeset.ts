/** refused-changeset: the errors of a changeset as one problem. */
import type { OperationError } from '#schema/changeset.ts';
import { problem, type Problem } from '#schema/problem.ts';

/** The problem of a refused changeset: the first error's code and words, all errors, and the tab's present revision. */
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
