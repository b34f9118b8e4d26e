/**
 * Compiles a JSON Schema into a function that returns the nearest valid value, or `undefined` if there is none (SPEC.md).
 *
 * It knows the keywords that schema/element.ts and schema/tab.ts use. Any other keyword throws when the schema is compiled, so
 * that a new schema cannot be read wrongly.
 */
import { isPlainObject } from '../plain-object.ts';
import { withoutUserName } from '../web-address.ts';

export type Coerce = (value: unknown) => unknown;

type CoercerSchema = Readonly<Record<string, unknown>>;

/** Call it once per schema, at start. */
export function coercerOf(schema: object): Coerce {
  const node = schema as CoercerSchema;
  if ('const' in node) return (value) => (value === node['const'] ? value : undefined);
  if (Array.isArray(node['enum'])) return enumCoercer(node['enum']);
  if (Array.isArray(node['anyOf'])) return unionCoercer((node['anyOf'] as object[]).map(coercerOf));
  switch (node['type']) {
    case 'string':
      return textCoercer(node);
    case 'number':
    case 'integer':
      return numberCoercer(node);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : undefined);
    case 'null':
      return (value) => (value === null ? null : undefined);
    case 'array':
      return Array.isArray(node['prefixItems'])
        ? tupleCoercer((node['prefixItems'] as object[]).map(coercerOf))
        : listCoercer(node);
    case 'object':
      return objectCoercer(node);
    default:
      throw new Error(`coerce: unsupported schema ${JSON.stringify(schema)}`);
  }
}

/** A text without NUL and lone surrogates, cut after `limit` code points. */
export function cleanText(text: string, limit: number): string {
  const clean = text.includes('\0') ? text.replaceAll('\0', '') : text;
  const formed = clean.isWellFormed() ? clean : clean.toWellFormed();
  if (formed.length <= limit) return formed;
  let end = 0;
  for (let count = 0; count < limit && end < formed.length; count += 1) {
    const code = formed.charCodeAt(end);
    end += code >= 0xd800 && code <= 0xdbff ? 2 : 1;
  }
  return end >= formed.length ? formed : formed.slice(0, end);
}

function enumCoercer(allowed: readonly unknown[]): Coerce {
  const values = new Set(allowed);
  return (value) => (values.has(value) ? value : undefined);
}

function unionCoercer(branches: readonly Coerce[]): Coerce {
  return (value) => {
    let nearest: unknown;
    for (const branch of branches) {
      const result = branch(value);
      if (result === value && result !== undefined) return value;
      nearest ??= result;
    }
    return nearest;
  };
}

function textCoercer(node: CoercerSchema): Coerce {
  const limit = numberOr(node['maxLength'], Infinity);
  const minimum = numberOr(node['minLength'], 0);
  const pattern = typeof node['pattern'] === 'string' ? new RegExp(node['pattern'], 'u') : null;
  return (value) => {
    if (typeof value !== 'string') return undefined;
    const text = cleanText(value, limit);
    if (text.length < minimum) return undefined;
    if (pattern === null || pattern.test(text)) return text;
    const address = withoutUserName(text);
    return address !== text && pattern.test(address) ? address : undefined;
  };
}

function numberCoercer(node: CoercerSchema): Coerce {
  const minimum = numberOr(node['minimum'], -Number.MAX_VALUE);
  const maximum = numberOr(node['maximum'], Number.MAX_VALUE);
  const isInteger = node['type'] === 'integer';
  return (value) => {
    if (typeof value !== 'number' || Number.isNaN(value)) return undefined;
    const number = isInteger && !Number.isInteger(value) && Number.isFinite(value) ? Math.round(value) : value;
    return number < minimum ? minimum : number > maximum ? maximum : number;
  };
}

function tupleCoercer(parts: readonly Coerce[]): Coerce {
  return (value) => {
    if (!Array.isArray(value) || value.length < parts.length) return undefined;
    let changed = value.length > parts.length;
    const coerced = parts.map((part, index) => {
      const entry = part(value[index]);
      changed ||= entry !== value[index];
      return entry;
    });
    if (coerced.includes(undefined)) return undefined;
    return changed ? coerced : (value as unknown);
  };
}

function listCoercer(node: CoercerSchema): Coerce {
  const items = node['items'] as CoercerSchema;
  const item = coercerOf(items);
  // An unusable text in a list becomes the empty text, so that the cells of a table keep their columns.
  const fallback = items['type'] === 'string' && !('pattern' in items) && !('minLength' in items) ? '' : undefined;
  const minimum = numberOr(node['minItems'], 0);
  const maximum = numberOr(node['maxItems'], Infinity);
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const length = Math.min(value.length, maximum);
    let coerced: unknown[] | null = length < value.length ? [] : null;
    for (let index = 0; index < length; index += 1) {
      const entry = item(value[index]) ?? fallback;
      if (entry !== value[index] && coerced === null) coerced = value.slice(0, index) as unknown[];
      if (coerced !== null && entry !== undefined) coerced.push(entry);
      if (entry === undefined && coerced === null) coerced = value.slice(0, index) as unknown[];
    }
    const result = coerced ?? (value as unknown[]);
    return result.length < minimum ? undefined : result;
  };
}

function objectCoercer(node: CoercerSchema): Coerce {
  const required = new Set(Array.isArray(node['required']) ? (node['required'] as string[]) : []);
  const members = Object.entries(node['properties'] as Record<string, object>).map(
    ([name, schema]) => [name, coercerOf(schema), required.has(name)] as const,
  );
  const names = new Set(members.map(([name]) => name));
  return (value) => {
    if (!isPlainObject(value)) return undefined;
    let changed = false;
    for (const name in value) changed ||= !names.has(name);
    const coerced: Record<string, unknown> = {};
    for (const [name, coerce, isRequired] of members) {
      if (!Object.hasOwn(value, name)) {
        if (isRequired) return undefined;
        continue;
      }
      const entry = coerce(value[name]);
      if (entry === undefined && isRequired) return undefined;
      if (entry !== undefined) coerced[name] = entry;
      changed ||= entry !== value[name];
    }
    return changed ? coerced : value;
  };
}

const numberOr = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);
