/**
 * interpret: from a JSON schema, a function that finds the faults of a value, made of closures.
 *
 * It knows the keywords that our schemas have. They are asked in the order in which Ajv asks them: types and what needs no
 * type before the members of lists and objects, and the first that fails ends the check; of `anyOf` every branch is told.
 */
import { escapePointer, type FoundFault } from './schema-faults.ts';

/** Null when the value fits. Pointers begin at the value. */
export type Check = (value: unknown) => readonly FoundFault[] | null;

type InterpretedSchema = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, unknown>>;

export function checkOf(schema: object): Check {
  const node = schema as InterpretedSchema;
  for (const keyword of Object.keys(node))
    if (!known.has(keyword)) throw new Error(`interpret: no way to read "${keyword}" in ${JSON.stringify(schema).slice(0, 200)}`);
  const isWhole = node['type'] === 'array' || node['type'] === 'object';
  const byType = 'type' in node ? [typeCheck(node['type'])] : [];
  const choices = [constCheck(node), enumCheck(node), anyOfCheck(node), oneOfCheck(node)];
  const inner = [...numberChecks(node), ...textChecks(node)];
  const parts = [...listChecks(node), ...objectChecks(node), taggedCheck(node)];
  const checks = isWhole ? [...choices, ...byType, ...parts] : [...byType, ...inner, ...choices, ...parts];
  return all(checks.filter((check) => check !== null));
}

const asked = 'type const enum anyOf oneOf discriminator minimum maximum minLength maxLength pattern';
const askedOfLists = 'items prefixItems minItems maxItems uniqueItems';
const askedOfObjects = 'properties required additionalProperties patternProperties minProperties maxProperties';
const annotations = 'title description default examples $id readOnly format contentEncoding deprecated';
const known: ReadonlySet<string> = new Set(`${asked} ${askedOfLists} ${askedOfObjects} ${annotations}`.split(' '));

function all(checks: readonly Check[]): Check {
  const [only] = checks;
  if (checks.length === 1 && only !== undefined) return only;
  return (value) => {
    for (const check of checks) {
      const found = check(value);
      if (found !== null) return found;
    }
    return null;
  };
}

const fault = (keyword: string, params: Members, message: string): readonly FoundFault[] => [
  { keyword, instancePath: '', params, message },
];

/** The faults of a part, told of the whole. */
const within = (name: string | number, found: readonly FoundFault[]): readonly FoundFault[] =>
  found.map((inner) => ({ ...inner, instancePath: `/${escapePointer(String(name))}${inner.instancePath}` }));

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value),
};

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

function typeCheck(type: unknown): Check {
  const names = (Array.isArray(type) ? type : [type]) as string[];
  const tests = names.map((name) => {
    const test = types[name];
    if (test === undefined) throw new Error(`interpret: no type ${name}`);
    return test;
  });
  const found = fault('type', { type: Array.isArray(type) ? names : names[0] }, `must be ${names.join(',')}`);
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return (value) => (only(value) ? null : found);
  return (value) => (tests.some((test) => test(value)) ? null : found);
}

function constCheck(node: InterpretedSchema): Check | null {
  if (!('const' in node)) return null;
  const allowedValue = node['const'];
  const found = fault('const', { allowedValue }, 'must be equal to constant');
  return (value) => (value === allowedValue ? null : found);
}

function enumCheck(node: InterpretedSchema): Check | null {
  if (!Array.isArray(node['enum'])) return null;
  const values = new Set<unknown>(node['enum']);
  const found = fault('enum', { allowedValues: node['enum'] }, 'must be equal to one of the allowed values');
  return (value) => (values.has(value) ? null : found);
}

function anyOfCheck(node: InterpretedSchema): Check | null {
  if (!Array.isArray(node['anyOf'])) return null;
  const branches = (node['anyOf'] as object[]).map(checkOf);
  const whole = fault('anyOf', {}, 'must match a schema in anyOf');
  return (value) => {
    const found: FoundFault[] = [];
    for (const branch of branches) {
      const faults = branch(value);
      if (faults === null) return null;
      found.push(...faults);
    }
    return [...found, ...whole];
  };
}

/** `oneOf` with a `discriminator`: the branch that the member names. */
function taggedCheck(node: InterpretedSchema): Check | null {
  if (!Array.isArray(node['oneOf']) || !isObject(node['discriminator'])) return null;
  const nodes = node['oneOf'] as InterpretedSchema[];
  const branches = nodes.map(checkOf);
  const tag = String(node['discriminator']['propertyName']);
  const byName = new Map<unknown, Check>();
  nodes.forEach((node, index) => {
    const member = (node['properties'] as Members)[tag] as InterpretedSchema;
    const branch = branches[index];
    const names = 'const' in member ? [member['const']] : (member['enum'] as unknown[]);
    if (branch !== undefined) for (const name of names) byName.set(name, branch);
  });
  return (value) => {
    if (!isObject(value)) return null;
    const name = value[tag];
    const branch = byName.get(name);
    if (branch !== undefined) return branch(value);
    if (typeof name !== 'string') return fault('discriminator', { tag }, `tag "${tag}" must be string`);
    return fault('discriminator', { tag }, `value of tag "${tag}" must be in oneOf`);
  };
}

function oneOfCheck(node: InterpretedSchema): Check | null {
  if (!Array.isArray(node['oneOf']) || 'discriminator' in node) return null;
  const branches = (node['oneOf'] as object[]).map(checkOf);
  const whole = fault('oneOf', {}, 'must match exactly one schema in oneOf');
  return (value) => {
    const found: FoundFault[] = [];
    let fitting = 0;
    for (const branch of branches) {
      const faults = branch(value);
      if (faults === null) fitting += 1;
      else found.push(...faults);
      if (fitting > 1) return whole;
    }
    return fitting === 1 ? null : [...found, ...whole];
  };
}

function numberChecks(node: InterpretedSchema): Check[] {
  const limited = (keyword: string, sign: string, fits: (value: number, limit: number) => boolean): Check | null => {
    const limit = node[keyword];
    if (typeof limit !== 'number') return null;
    const found = fault(keyword, { comparison: sign, limit }, `must be ${sign} ${limit}`);
    return (value) => (typeof value !== 'number' || fits(value, limit) ? null : found);
  };
  const most = limited('maximum', '<=', (value, limit) => value <= limit);
  const least = limited('minimum', '>=', (value, limit) => value >= limit);
  return [most, least].filter((check) => check !== null);
}

function textChecks(node: InterpretedSchema): Check[] {
  const checks: Check[] = [];
  const { maxLength, minLength, pattern } = node as { maxLength?: number; minLength?: number; pattern?: string };
  if (maxLength !== undefined) {
    const found = fault('maxLength', { limit: maxLength }, `must NOT have more than ${maxLength} characters`);
    checks.push((value) =>
      typeof value !== 'string' || value.length <= maxLength || charactersIn(value) <= maxLength ? null : found,
    );
  }
  if (minLength !== undefined) {
    const found = fault('minLength', { limit: minLength }, `must NOT have fewer than ${minLength} characters`);
    checks.push((value) => (typeof value !== 'string' || charactersIn(value) >= minLength ? null : found));
  }
  if (pattern !== undefined) {
    const form = new RegExp(pattern, 'u');
    const found = fault('pattern', { pattern }, `must match pattern "${pattern}"`);
    checks.push((value) => (typeof value !== 'string' || form.test(value) ? null : found));
  }
  return checks;
}

/** Unicode code points. */
function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function listChecks(node: InterpretedSchema): Check[] {
  const checks: Check[] = [];
  const ofList = (check: (value: readonly unknown[]) => readonly FoundFault[] | null): void =>
    void checks.push((value) => (Array.isArray(value) ? check(value) : null));
  const { maxItems, minItems } = node as { maxItems?: number; minItems?: number };
  if (maxItems !== undefined) {
    const found = fault('maxItems', { limit: maxItems }, `must NOT have more than ${maxItems} items`);
    ofList((value) => (value.length <= maxItems ? null : found));
  }
  if (minItems !== undefined) {
    const found = fault('minItems', { limit: minItems }, `must NOT have fewer than ${minItems} items`);
    ofList((value) => (value.length >= minItems ? null : found));
  }
  if (node['uniqueItems'] === true) ofList(repeated);
  const first = Array.isArray(node['prefixItems']) ? (node['prefixItems'] as object[]).map(checkOf) : [];
  const items = isObject(node['items']) ? checkOf(node['items']) : null;
  if (first.length > 0 || items !== null) {
    ofList((value) => {
      for (const [index, entry] of value.entries()) {
        const found = (first[index] ?? items)?.(entry) ?? null;
        if (found !== null) return within(index, found);
      }
      return null;
    });
  }
  return checks;
}

/** Lists of texts and other plain values. */
function repeated(list: readonly unknown[]): readonly FoundFault[] | null {
  const places = new Map<unknown, number>();
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const other = places.get(list[index]);
    if (other !== undefined)
      return fault(
        'uniqueItems',
        { i: index, j: other },
        `must NOT have duplicate items (items ## ${other} and ${index} are identical)`,
      );
    places.set(list[index], index);
  }
  return null;
}

function objectChecks(node: InterpretedSchema): Check[] {
  const checks: Check[] = [];
  const ofObject = (check: (value: Members) => readonly FoundFault[] | null): void =>
    void checks.push((value) => (isObject(value) ? check(value) : null));
  const { maxProperties, minProperties } = node as { maxProperties?: number; minProperties?: number };
  if (maxProperties !== undefined) {
    const found = fault('maxProperties', { limit: maxProperties }, `must NOT have more than ${maxProperties} properties`);
    ofObject((value) => (Object.keys(value).length <= maxProperties ? null : found));
  }
  if (minProperties !== undefined) {
    const found = fault('minProperties', { limit: minProperties }, `must NOT have fewer than ${minProperties} properties`);
    ofObject((value) => (Object.keys(value).length >= minProperties ? null : found));
  }
  for (const name of (node['required'] ?? []) as string[]) {
    const found = fault('required', { missingProperty: name }, `must have required property '${name}'`);
    ofObject((value) => (value[name] === undefined ? found : null));
  }
  const members = isObject(node['properties']) ? Object.entries(node['properties'] as Record<string, object>) : [];
  const patterns = isObject(node['patternProperties']) ? Object.entries(node['patternProperties'] as Record<string, object>) : [];
  const forms = patterns.map(([pattern, schema]) => [new RegExp(pattern, 'u'), checkOf(schema)] as const);
  const others = node['additionalProperties'];
  if (others === false || isObject(others)) {
    const names = new Set(members.map(([name]) => name));
    const check = others === false ? null : checkOf(others);
    ofObject((value) => {
      for (const name in value) {
        if (names.has(name) || forms.some(([form]) => form.test(name))) continue;
        if (check === null)
          return fault('additionalProperties', { additionalProperty: name }, 'must NOT have additional properties');
        const found = check(value[name]);
        if (found !== null) return within(name, found);
      }
      return null;
    });
  }
  const checked = members.map(([name, schema]) => [name, checkOf(schema)] as const);
  ofObject((value) => {
    for (const [name, check] of checked) {
      if (value[name] === undefined) continue;
      const found = check(value[name]);
      if (found !== null) return within(name, found);
    }
    for (const [form, check] of forms) {
      for (const name in value) {
        const found = form.test(name) ? check(value[name]) : null;
        if (found !== null) return within(name, found);
      }
    }
    return null;
  });
  return checks;
}
