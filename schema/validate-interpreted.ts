/**
 * validate.ts for pages whose policy forbids code generation. It reports the same errors in the same order and words.
 *
 * A keyword that it does not support throws when a schema is first used.
 */
import type { Static, TSchema } from 'typebox';

import { type Check, checkOf } from './interpret.ts';
import { type ValidationError, describeErrors } from './validation-errors.ts';

const checks = new WeakMap<TSchema, Check>();

/** The errors of a value; an empty list if it is valid. Checking stops at the first error. */
export function validationErrors(schema: TSchema, value: unknown): readonly ValidationError[] {
  const errors = cachedCheck(schema)(value);
  return errors === null ? [] : describeErrors(errors);
}

export const isValid = <S extends TSchema>(schema: S, value: unknown): value is Static<S> => cachedCheck(schema)(value) === null;

function cachedCheck(schema: TSchema): Check {
  let check = checks.get(schema);
  if (check === undefined) {
    check = checkOf(schema);
    checks.set(schema, check);
  }
  return check;
}
