/** The error codes for invalid members of a presence; undefined means invalid_request. */
import type { ErrorCode } from './errors.ts';
import type { ValidationError } from './validate.ts';

export function presenceErrorCode({ pointer, keyword }: ValidationError): ErrorCode | undefined {
  const [, member] = pointer.split('/');
  if (keyword === 'additionalProperties') return undefined;
  if (member === 'ttl') return 'ttl_out_of_range';
  if (member === 'status') return keyword === 'maxLength' ? 'status_too_long' : 'invalid_status';
  if (member === 'focus') return keyword === 'maxItems' ? 'too_many_focus' : 'invalid_focus';
  return undefined;
}
