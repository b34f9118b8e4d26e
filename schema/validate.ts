/**
 * Validation of values by TypeBox schemas: one Ajv, which compiles each schema once.
 *
 * Strict: no coercion, no defaults, and the value is never changed. Lengths count Unicode code points.
 * Ajv generates code, which a page's policy forbids: pages use validate-interpreted.ts instead (`imports` in package.json).
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TSchema } from 'typebox';

import { type ValidationError, describeErrors } from './validation-errors.ts';

export type { ValueError, ValidationError } from './validation-errors.ts';

const ajv = new Ajv2020({
  allErrors: false,
  discriminator: true,
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  validateSchema: false,
});

const compiled = new WeakMap<TSchema, ValidateFunction>();

/** The errors of a value; an empty list if it is valid. Checking stops at the first error. */
export function validationErrors(schema: TSchema, value: unknown): readonly ValidationError[] {
  const check = validatorOf(schema);
  return check(value) ? [] : describeErrors(check.errors ?? []);
}

export function isValid<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return validatorOf(schema)(value) as boolean;
}

function validatorOf(schema: TSchema): ValidateFunction {
  let check = compiled.get(schema);
  if (check === undefined) {
    check = ajv.compile(schema);
    compiled.set(schema, check);
  }
  return check;
}
