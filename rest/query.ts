/**
 * query: the query string, read strictly.
 *
 * Q1  A parameter that the call does not take, or one that is repeated, is refused.
 * Q2  Percent-encoding must be valid UTF-8 without NUL; `+` is a space.
 * Q3  A parameter whose schema is an integer takes decimal digits only: no sign, blank, exponent or fraction. One whose
 *     schema is a number takes a fraction too.
 */
import type { TSchema } from 'typebox';

import { problem, type Problem } from '#schema/problem.ts';
import { type ValueFault, faultsOf } from '#schema/validate.ts';

export type QueryValues = Readonly<Record<string, string | number>>;

/** `raw` is what follows the question mark. Errors: invalid_request. */
export function readQuery(raw: string, schema: TSchema | undefined): QueryValues | Problem {
  const values = parse(raw);
  if ('fault' in values) return refused(values.fault);
  const read: Record<string, string | number> = Object.create(null);
  for (const [name, text] of values.pairs) {
    const member = memberOf(schema, name);
    if (member === undefined)
      return refused({ pointer: `/${name.slice(0, 64)}`, message: 'is not a parameter that this call takes' });
    if (Object.hasOwn(read, name)) return refused({ pointer: `/${name}`, message: 'is given twice' });
    read[name] = numeral(member.type)?.test(text) === true ? Number(text) : text;
  }
  if (schema === undefined) return read;
  const [fault] = faultsOf(schema, read);
  return fault === undefined ? read : refused(fault);
}

/** [Q3] */
function numeral(type: string | undefined): RegExp | null {
  if (type === 'integer') return /^\d{1,16}$/;
  return type === 'number' ? /^\d{1,9}(?:\.\d{1,9})?$/ : null;
}

const refused = ({ pointer, message }: ValueFault): Problem =>
  problem('invalid_request', { errors: [{ in: 'query', pointer, message }] });

type Member = { readonly type?: string };

function memberOf(schema: TSchema | undefined, name: string): Member | undefined {
  // A TypeBox object schema: its members lie under `properties`.
  const properties = (schema as { properties?: Record<string, Member> } | undefined)?.properties;
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Names of the parameters that a schema declares. */
export const queryNames = (schema: TSchema | undefined): readonly string[] =>
  Object.keys((schema as { properties?: Record<string, Member> } | undefined)?.properties ?? {});

function parse(raw: string): { readonly pairs: readonly (readonly [string, string])[] } | { readonly fault: ValueFault } {
  if (raw === '') return { pairs: [] };
  const pairs: [string, string][] = [];
  for (const part of raw.split('&')) {
    if (part === '') continue;
    if (pairs.length === 32) return { fault: { pointer: '', message: 'has too many parameters' } };
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    const value = decode(equals === -1 ? '' : part.slice(equals + 1));
    if (name === null || value === null)
      return { fault: { pointer: '', message: 'holds percent-encoding that is not UTF-8 text' } };
    pairs.push([name, value]);
  }
  return { pairs };
}

function decode(text: string): string | null {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    return value.includes('\0') ? null : value;
  } catch {
    return null;
  }
}
