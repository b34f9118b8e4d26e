/**
 * Parses the query string strictly: repeated and unknown parameters are refusal. Percent-encoding must be valid UTF-8 without NUL; `+`
 * is a space.
 */
import type { TSchema } from 'typebox';

import { problem, type Problem } from '#schema/problem.ts';
import { type ValueError, validationErrors } from '#schema/validate.ts';

export type QueryValues = Readonly<Record<string, string | number>>;

/** `raw` is the text after the question mark. Problems: invalid_request. */
export function readQuery(raw: string, schema: TSchema | undefined): QueryValues | Problem {
  const values = parse(raw);
  if ('error' in values) return refusal(values.error);
  const parsed: Record<string, string | number> = Object.create(null);
  for (const [name, text] of values.pairs) {
    const member = memberOf(schema, name);
    if (member === undefined) return refusal({ pointer: `/${name.slice(0, 64)}`, message: 'is not a parameter of this call' });
    if (Object.hasOwn(parsed, name)) return refusal({ pointer: `/${name}`, message: 'is given twice' });
    parsed[name] = numeral(member.type)?.test(text) === true ? Number(text) : text;
  }
  if (schema === undefined) return parsed;
  const [error] = validationErrors(schema, parsed);
  return error === undefined ? parsed : refusal(error);
}

/** Only digits, and for a number a fraction: no sign, space or exponent. */
function numeral(type: string | undefined): RegExp | null {
  if (type === 'integer') return /^\d{1,16}$/;
  return type === 'number' ? /^\d{1,9}(?:\.\d{1,20})?$/ : null;
}

const refusal = ({ pointer, message }: ValueError): Problem =>
  problem('invalid_request', { errors: [{ in: 'query', pointer, message }] });

type Member = { readonly type?: string };

function memberOf(schema: TSchema | undefined, name: string): Member | undefined {
  // The members of a TypeBox object schema are under `properties`.
  const properties = (schema as { properties?: Record<string, Member> } | undefined)?.properties;
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The names of the parameters of a schema. */
export const queryNames = (schema: TSchema | undefined): readonly string[] =>
  Object.keys((schema as { properties?: Record<string, Member> } | undefined)?.properties ?? {});

function parse(raw: string): { readonly pairs: readonly (readonly [string, string])[] } | { readonly error: ValueError } {
  if (raw === '') return { pairs: [] };
  const pairs: [string, string][] = [];
  for (const part of raw.split('&')) {
    if (part === '') continue;
    if (pairs.length === 32) return { error: { pointer: '', message: 'has too many parameters' } };
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    const value = decode(equals === -1 ? '' : part.slice(equals + 1));
    if (name === null || value === null)
      return { error: { pointer: '', message: 'contains percent-encoding that is not UTF-8 text' } };
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
