/**
 * mended-form: an operation in JSON that does not fit its form, as it was probably meant, for the hint of its refusal.
 *
 * Fields beside `op` go into `fields`, `type` or `shape` becomes `kind`, and a placement as in a line becomes an object.
 */
import { elementTypes } from '#schema/element.ts';
import { isValid } from '#schema/validate.ts';

import { fieldRule } from '../fields/field-table.ts';
import { isParseError } from '../notation/parse-error.ts';
import { isPlaceWord } from '../notation/place.ts';
import { scan } from '../notation/scan.ts';
import { LineReader } from '../ops/line-reader.ts';
import type { OperationKind } from '../ops/op.ts';

/** Null if no valid operation is found. */
export function mendedForm(kind: OperationKind, value: object): object | null {
  const known = kind.input.properties;
  const mended = new Map<string, unknown>();
  const fields = new Map<string, unknown>('fields' in value && isObject(value.fields) ? Object.entries(value.fields) : []);
  for (const [name, member] of Object.entries(value)) {
    if (name === 'place') mended.set(name, placeOf(member) ?? member);
    else if (Object.hasOwn(known, name)) mended.set(name, member);
    else if ((name === 'type' || name === 'shape') && 'kind' in known) mended.set('kind', member);
    else if (isPlaceWord(`${name}:`) && typeof member === 'string') mended.set('place', placeOf(`${name}:${member}`));
    else if (isField(name)) fields.set(name, member);
    else return null;
  }
  if ('fields' in known && fields.size > 0) mended.set('fields', Object.fromEntries(fields));
  // All elements are a flag, not a selector.
  if (mended.get('target') === 'all' && 'all' in known) mended.set('all', true).delete('target');
  const operation = Object.fromEntries(mended);
  return isValid(kind.input, operation) && (kind.fault?.(operation as never) ?? null) === null ? operation : null;
}

/** `right-of:a gap:40`, or `{ "right-of": "a" }`. */
function placeOf(value: unknown): unknown {
  if (isObject(value)) {
    const [only, ...others] = Object.entries(value);
    return only !== undefined && others.length === 0 && isPlaceWord(`${only[0]}:`)
      ? placeOf(`${only[0]}:${String(only[1])}`)
      : null;
  }
  const tokens = typeof value === 'string' ? scan(value) : [];
  if (typeof value !== 'string' || isParseError(tokens)) return null;
  const reader = new LineReader(value, tokens);
  const { place } = reader.rest({ place: true });
  return reader.fault === null ? place : null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
const isField = (name: string): boolean => elementTypes.some((type) => fieldRule(type, name) !== undefined);
