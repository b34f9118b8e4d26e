/**
 * validate: one Ajv for all TypeBox schemas; a schema compiled is a function from a value to its faults.
 *
 * Strict: no coercion, no defaults filled in, the value is never changed. Lengths count Unicode code points.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TSchema } from 'typebox';

/** One fault of a value: the place as a JSON pointer and what was expected there. */
export type Fault = { readonly pointer: string; readonly message: string };
/** The same with the keyword of the schema that the value fails, such as `maxLength`, and the limit that it passes. */
export type SchemaFault = Fault & { readonly keyword: string; readonly limit?: number };

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
  if (check(value)) return [];
  const errors = check.errors ?? [];
  return [...ofNoType(errors), ...errors.map(faultOf)];
}

/** Where a value has none of several types, all of them in one fault, before those that name one each. */
function ofNoType(errors: readonly ErrorObject[]): SchemaFault[] {
  const whole = errors.at(-1);
  if (whole?.keyword !== 'anyOf') return [];
  const branches = errors.slice(0, -1);
  const isType = ({ keyword, instancePath }: ErrorObject): boolean => keyword === 'type' && instancePath === whole.instancePath;
  if (!branches.every(isType)) return [];
  const types = branches.map(({ params }) => String((params as Record<string, unknown>)['type']));
  return [{ keyword: 'type', pointer: whole.instancePath, message: `must be ${types.join(' or ')}` }];
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

function faultOf(error: ErrorObject): SchemaFault {
  const { keyword } = error;
  const { limit } = error.params as Record<string, unknown>;
  return { keyword, ...placeOf(error), ...(typeof limit === 'number' && { limit }) };
}

function placeOf(error: ErrorObject): Fault {
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'additionalProperties') {
    return {
      pointer: `${error.instancePath}/${escapePointer(String(params['additionalProperty']))}`,
      message: 'is not a member that is known here',
    };
  }
  if (error.keyword === 'required') {
    return { pointer: `${error.instancePath}/${escapePointer(String(params['missingProperty']))}`, message: 'is missing' };
  }
  if (error.keyword === 'enum') {
    return { pointer: error.instancePath, message: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` };
  }
  return { pointer: error.instancePath, message: error.message ?? 'is invalid' };
}

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
