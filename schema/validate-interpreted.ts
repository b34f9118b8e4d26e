/**
 * validate-interpreted: validate.ts for where no code may be made from text: in a page under its policy.
 *
 * I1  What it answers is what validate.ts answers, faults, their order and their words included.
 * I2  A keyword that it does not know is an error when a schema is first used, so that a new one cannot go unread.
 */
import type { Static, TSchema } from 'typebox';

import { type Check, checkOf } from './interpret.ts';
import { type SchemaFault, toldFaults } from './schema-faults.ts';

const made = new WeakMap<TSchema, Check>();

/** The faults of a value against a schema; an empty list when it fits. The first fault ends the check. */
export function faultsOf(schema: TSchema, value: unknown): readonly SchemaFault[] {
  const found = madeCheck(schema)(value);
  return found === null ? [] : toldFaults(found);
}

/** True when the value fits the schema. */
export const fits = <S extends TSchema>(schema: S, value: unknown): value is Static<S> => madeCheck(schema)(value) === null;

function madeCheck(schema: TSchema): Check {
  let check = made.get(schema);
  if (check === undefined) {
    check = checkOf(schema);
    made.set(schema, check);
  }
  return check;
}
