/**
 * coerce: from a schema, a function that makes any value fit it, or says that it cannot.
 *
 * M1  A value that fits comes back as it is: the same reference, so that `mended !== value` tells what was mended.
 * M2  What comes back fits the schema (the tests hold it against Ajv); what cannot be mended is `undefined`.
 * M3  Numbers are clamped, integers rounded, texts cut at the limit in code points, NUL and lone surrogates taken out,
 *     list entries that cannot be mended left out (an unmendable plain text becomes the empty one, so that the cells of
 *     a table keep their columns), members that are not known left out, optional members that cannot be mended too.
 * M4  It never throws, follows no prototype, and goes no deeper than the schema does.
 *
 * Knows the JSON Schema keywords that schema/element.ts and schema/tab.ts use; another keyword is an error
 * when the mender is made, so that a new schema cannot go unread.
 */
export type Coerce = (value: unknown) => unknown;

type CoercerSchema = Readonly<Record<string, unknown>>;

/** The mender of a schema. Made once per schema, at start. */
export function coercerOf(schema: object): Coerce {
  const node = schema as CoercerSchema;
  if ('const' in node) return (value) => (value === node['const'] ? value : undefined);
  if (Array.isArray(node['enum'])) return mendEnum(node['enum']);
  if (Array.isArray(node['anyOf'])) return mendUnion((node['anyOf'] as object[]).map(coercerOf));
  switch (node['type']) {
    case 'string':
      return mendText(node);
    case 'number':
    case 'integer':
      return mendNumber(node);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : undefined);
    case 'null':
      return (value) => (value === null ? null : undefined);
    case 'array':
      return Array.isArray(node['prefixItems']) ? mendTuple((node['prefixItems'] as object[]).map(coercerOf)) : mendList(node);
    case 'object':
      return mendObject(node);
    default:
      throw new Error(`mend: no way to read ${JSON.stringify(schema)}`);
  }
}

/** True for what JSON calls an object, made by nobody's class: only its own members count. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
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

function mendEnum(allowed: readonly unknown[]): Coerce {
  const values = new Set(allowed);
  return (value) => (values.has(value) ? value : undefined);
}

function mendUnion(branches: readonly Coerce[]): Coerce {
  return (value) => {
    let mended: unknown;
    for (const branch of branches) {
      const tried = branch(value);
      if (tried === value && tried !== undefined) return value;
      mended ??= tried;
    }
    return mended;
  };
}

function mendText(node: CoercerSchema): Coerce {
  const limit = numberOr(node['maxLength'], Infinity);
  const minimum = numberOr(node['minLength'], 0);
  const pattern = typeof node['pattern'] === 'string' ? new RegExp(node['pattern'], 'u') : null;
  return (value) => {
    if (typeof value !== 'string') return undefined;
    const text = cleanText(value, limit);
    if (text.length < minimum || (pattern !== null && !pattern.test(text))) return undefined;
    return text;
  };
}

function mendNumber(node: CoercerSchema): Coerce {
  const minimum = numberOr(node['minimum'], -Number.MAX_VALUE);
  const maximum = numberOr(node['maximum'], Number.MAX_VALUE);
  const whole = node['type'] === 'integer';
  return (value) => {
    if (typeof value !== 'number' || Number.isNaN(value)) return undefined;
    const number = whole && !Number.isInteger(value) && Number.isFinite(value) ? Math.round(value) : value;
    return number < minimum ? minimum : number > maximum ? maximum : number;
  };
}

function mendTuple(parts: readonly Coerce[]): Coerce {
  return (value) => {
    if (!Array.isArray(value) || value.length < parts.length) return undefined;
    let changed = value.length > parts.length;
    const mended = parts.map((part, index) => {
      const entry = part(value[index]);
      changed ||= entry !== value[index];
      return entry;
    });
    if (mended.includes(undefined)) return undefined;
    return changed ? mended : (value as unknown);
  };
}

function mendList(node: CoercerSchema): Coerce {
  const items = node['items'] as CoercerSchema;
  const item = coercerOf(items);
  const fallback = items['type'] === 'string' && !('pattern' in items) && !('minLength' in items) ? '' : undefined;
  const minimum = numberOr(node['minItems'], 0);
  const maximum = numberOr(node['maxItems'], Infinity);
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const length = Math.min(value.length, maximum);
    let mended: unknown[] | null = length < value.length ? [] : null;
    for (let index = 0; index < length; index += 1) {
      const entry = item(value[index]) ?? fallback;
      if (entry !== value[index] && mended === null) mended = value.slice(0, index) as unknown[];
      if (mended !== null && entry !== undefined) mended.push(entry);
      if (entry === undefined && mended === null) mended = value.slice(0, index) as unknown[];
    }
    const result = mended ?? (value as unknown[]);
    return result.length < minimum ? undefined : result;
  };
}

function mendObject(node: CoercerSchema): Coerce {
  const required = new Set(Array.isArray(node['required']) ? (node['required'] as string[]) : []);
  const members = Object.entries(node['properties'] as Record<string, object>).map(
    ([name, schema]) => [name, coercerOf(schema), required.has(name)] as const,
  );
  const known = new Set(members.map(([name]) => name));
  return (value) => {
    if (!isPlainObject(value)) return undefined;
    let changed = false;
    for (const name in value) changed ||= !known.has(name);
    const mended: Record<string, unknown> = {};
    for (const [name, mend, needed] of members) {
      if (!Object.hasOwn(value, name)) {
        if (needed) return undefined;
        continue;
      }
      const entry = mend(value[name]);
      if (entry === undefined && needed) return undefined;
      if (entry !== undefined) mended[name] = entry;
      changed ||= entry !== value[name];
    }
    return changed ? mended : value;
  };
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
