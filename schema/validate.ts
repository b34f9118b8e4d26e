/**
 * validate: one Ajv for all TypeBox schemas; a schema compiled is a function from a value to its faults.
 *
 * Strict: no coercion, no defaults filled in, the value is never changed. Lengths count Unicode code points.
 * Compiling evaluates code that Ajv writes, which a page's policy forbids: there validate-interpreted.ts stands in its place
 * (`imports` of package.json) and finds the same.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TSchema } from 'typebox';

import { type SchemaFault, toldFaults } from './schema-faults.ts';

export type { ValueFault, SchemaFault } from './schema-faults.ts';

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

/** The faults of a value against a schema; an empty list when it fits. The first fault ends the check. */
export function faultsOf(schema: TSchema, value: unknown): readonly SchemaFault[] {
  const check = validatorOf(schema);
  return check(value) ? [] : toldFaults(check.errors ?? []);
}

/** True when the value fits the schema. */
export function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
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
