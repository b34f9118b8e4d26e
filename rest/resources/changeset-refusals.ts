/** The refusals and the body limit of all calls that carry operations. */
import type { ErrorCode } from '#schema/errors.ts';
import { limits } from '#schema/limits.ts';

const codes: readonly ErrorCode[] = [
  'parse_error',
  'unknown_operation',
  'target_not_found',
  'target_ambiguous',
  'unknown_field',
  'invalid_value',
  'id_taken',
  'arrow_exists',
  'not_connected',
  'frame_captures',
  'element_locked',
  'test_failed',
  'changeset_conflict',
  'elements_held',
  'invalid_result',
  'too_large',
  'work_limit_exceeded',
];

export const changesetRefusals = { codes, bodyBytes: limits.changesetBodyBytes };
