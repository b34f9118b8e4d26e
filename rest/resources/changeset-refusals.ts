/** The refusals and the body limit of all calls that carry operations. */
import { operationKinds } from '#core/ops/operation-list.ts';
import { type ErrorCode, errors } from '#schema/errors.ts';
import { limits } from '#schema/limits.ts';

/** Sorted as in schema/errors.ts. */
const codes: readonly ErrorCode[] = sorted([
  'parse_error',
  'unknown_operation',
  ...operationKinds.flatMap(({ refuses }) => refuses),
  'changeset_conflict',
  'elements_held',
  'invalid_result',
  'too_large',
  'work_limit_exceeded',
]);

export const changesetRefusals = { codes, bodyBytes: limits.changesetBodyBytes };

function sorted(found: readonly ErrorCode[]): ErrorCode[] {
  const wanted = new Set(found);
  return (Object.keys(errors) as ErrorCode[]).filter((code) => wanted.has(code));
}
