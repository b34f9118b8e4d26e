/**
 * Compiles a JSON Schema into closures that report Ajv's errors, without evaluating generated code.
 *
 * It supports the keywords that our schemas use, checks them in Ajv's order (types before members), and stops at the first error.
 * An `anyOf` reports the errors of all branches.
 */
import { type AjvError, escapePointer } from './validation-errors.ts';

/** Returns null if the value is valid. Pointers begin at the value. */
export type Check = (value: unknown) => readonly AjvError[] | null;

type InterpretedSchema = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, unknown>>;

export function checkOf(schema: object): Check {
  const node = schema as InterpretedSchema;
  for (const keyword of Object.keys(node))
    if (!keywords.has(keyword))
      throw new Error(`interpret: unsupported keyword "${keyword}" in ${JSON.stringify(schema).slice(0, 200)}`);
  const isComposite = node['type'] === 'array' || node['type'] === 'object';
  const byType = 'type' in node ? [typeCheck(node['type'])] : [];
  const choices = [constCheck(node), enumCheck(node), anyOfCheck(node), oneOfCheck(node)];
  const inner = [...numberChecks(node), ...textChecks(node)];
  const parts = [...listChecks(node), ...objectChecks(node), discriminatorCheck(node)];
  const checks = isComposite ? [...choices, ...byType, ...parts] : [...byType, ...inner, ...choices, ...parts];
  return all(checks.filter((check) => check !== null));
}

const valueKeywords = 'type const enum anyOf oneOf discriminator minimum maximum minLength maxLength pattern';
const listKeywords = 'items prefixItems minItems maxItems uniqueItems';
const objectKeywords = 'properties required additionalProperties patternProperties minProperties maxProperties';
const annotations = 'title description default examples $id readOnly format contentEncoding deprecated';
const keywords: ReadonlySet<string> = new Set(`${valueKeywords} ${listKeywords} ${objectKeywords} ${annotations}`.split(' '));

function all(checks: readonly Check[]): Check {
  const [only] = checks;
  if (checks.length === 1 && only !== undefined) return only;
  return (value) => {
    for (const check of checks) {
      const errors = check(value);
      if (errors !== null) return errors;
    }
    return null;
  };
}

const error = (keyword: string, params: Members, message: string): readonly AjvError[] => [
  { keyword, instancePath: '', params, message },
];

/** The errors of a member, with pointers that begin at the whole value. */
const within = (name: string | number, errors: readonly AjvError[]): readonly AjvError[] =>
  errors.map((inner) => ({ ...inner, instancePath: `/${escapePointer(String(name))}${inner.instancePath}` }));

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
    if (test === undefined) throw new Error(`interpret: unsupported type ${name}`);
    return test;
  });
  const mismatch = error('type', { type: Array.isArray(type) ? names : names[0] }, `must be ${names.join(',')}`);
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return (value) => (only(value) ? null : mismatch);
  return (value) => (tests.some((test) => test(value)) ? null : mismatch);
}

function constCheck(node: InterpretedSchema): Check | null {
  if (!('const' in node)) return null;
  const allowedValue = node['const'];
  const mismatch = error('const', { allowedValue }, 'must be equal to constant');
  return (value) => (value === allowedValue ? null : mismatch);
}

function enumCheck(node: InterpretedSchema): Check | null {
  if (!Array.isArray(node['enum'])) return null;
  const values = new Set<unknown>(node['enum']);
  const mismatch = error('enum', { allowedValues: node['enum'] }, 'must be equal to one of the allowed values');
  return (value) => (values.has(value) ? null : mismatch);
}

function anyOfCheck(node: InterpretedSchema): Check | null {
  if (!Array.isArray(node['anyOf'])) return null;
  const branches = (node['anyOf'] as object[]).map(checkOf);
  const whole = error('anyOf', {}, 'must match a schema in anyOf');
  return (value) => {
    const errors: AjvError[] = [];
    for (const branch of branches) {
      const branchErrors = branch(value);
      if (branchErrors === null) return null;
      errors.push(...branchErrors);
    }
    return [...errors, ...whole];
  };
}

/** `oneOf` with a `discriminator` checks only the branch that the member names. */
function discriminatorCheck(node: InterpretedSchema): Check | null {
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
    if (typeof name !== 'string') return error('discriminator', { tag }, `tag "${tag}" must be string`);
    return error('discriminator', { tag }, `value of tag "${tag}" must be in oneOf`);
  };
}

function oneOfCheck(node: InterpretedSchema): Check | null {
  if (!Array.isArray(node['oneOf']) || 'discriminator' in node) return null;
  const branches = (node['oneOf'] as object[]).map(checkOf);
  const whole = error('oneOf', {}, 'must match exactly one schema in oneOf');
  return (value) => {
    const errors: AjvError[] = [];
    let matches = 0;
    for (const branch of branches) {
      const branchErrors = branch(value);
      if (branchErrors === null) matches += 1;
      else errors.push(...branchErrors);
      if (matches > 1) return whole;
    }
    return matches === 1 ? null : [...errors, ...whole];
  };
}

function numberChecks(node: InterpretedSchema): Check[] {
  const limitCheck = (keyword: string, sign: string, isWithin: (value: number, limit: number) => boolean): Check | null => {
    const limit = node[keyword];
    if (typeof limit !== 'number') return null;
    const errors = error(keyword, { comparison: sign, limit }, `must be ${sign} ${limit}`);
    return (value) => (typeof value !== 'number' || isWithin(value, limit) ? null : errors);
  };
  const maximum = limitCheck('maximum', '<=', (value, limit) => value <= limit);
  const minimum = limitCheck('minimum', '>=', (value, limit) => value >= limit);
  return [maximum, minimum].filter((check) => check !== null);
}

function textChecks(node: InterpretedSchema): Check[] {
  const checks: Check[] = [];
  const { maxLength, minLength, pattern } = node as { maxLength?: number; minLength?: number; pattern?: string };
  if (maxLength !== undefined) {
    const errors = error('maxLength', { limit: maxLength }, `must NOT have more than ${maxLength} characters`);
    checks.push((value) =>
      typeof value !== 'string' || value.length <= maxLength || charactersIn(value) <= maxLength ? null : errors,
    );
  }
  if (minLength !== undefined) {
    const errors = error('minLength', { limit: minLength }, `must NOT have fewer than ${minLength} characters`);
    checks.push((value) => (typeof value !== 'string' || charactersIn(value) >= minLength ? null : errors));
  }
  if (pattern !== undefined) {
    const regExp = new RegExp(pattern, 'u');
    const errors = error('pattern', { pattern }, `must match pattern "${pattern}"`);
    checks.push((value) => (typeof value !== 'string' || regExp.test(value) ? null : errors));
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
  const addListCheck = (check: (value: readonly unknown[]) => readonly AjvError[] | null): void =>
    void checks.push((value) => (Array.isArray(value) ? check(value) : null));
  const { maxItems, minItems } = node as { maxItems?: number; minItems?: number };
  if (maxItems !== undefined) {
    const errors = error('maxItems', { limit: maxItems }, `must NOT have more than ${maxItems} items`);
    addListCheck((value) => (value.length <= maxItems ? null : errors));
  }
  if (minItems !== undefined) {
    const errors = error('minItems', { limit: minItems }, `must NOT have fewer than ${minItems} items`);
    addListCheck((value) => (value.length >= minItems ? null : errors));
  }
  if (node['uniqueItems'] === true) addListCheck(duplicateItems);
  const prefix = Array.isArray(node['prefixItems']) ? (node['prefixItems'] as object[]).map(checkOf) : [];
  const items = isObject(node['items']) ? checkOf(node['items']) : null;
  if (prefix.length > 0 || items !== null) {
    addListCheck((value) => {
      for (const [index, entry] of value.entries()) {
        const errors = (prefix[index] ?? items)?.(entry) ?? null;
        if (errors !== null) return within(index, errors);
      }
      return null;
    });
  }
  return checks;
}

/** Compares plain values only: our schemas have no unique lists of objects. */
function duplicateItems(list: readonly unknown[]): readonly AjvError[] | null {
  const places = new Map<unknown, number>();
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const other = places.get(list[index]);
    if (other !== undefined)
      return error(
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
  const addObjectCheck = (check: (value: Members) => readonly AjvError[] | null): void =>
    void checks.push((value) => (isObject(value) ? check(value) : null));
  const { maxProperties, minProperties } = node as { maxProperties?: number; minProperties?: number };
  if (maxProperties !== undefined) {
    const errors = error('maxProperties', { limit: maxProperties }, `must NOT have more than ${maxProperties} properties`);
    addObjectCheck((value) => (Object.keys(value).length <= maxProperties ? null : errors));
  }
  if (minProperties !== undefined) {
    const errors = error('minProperties', { limit: minProperties }, `must NOT have fewer than ${minProperties} properties`);
    addObjectCheck((value) => (Object.keys(value).length >= minProperties ? null : errors));
  }
  for (const name of (node['required'] ?? []) as string[]) {
    const errors = error('required', { missingProperty: name }, `must have required property '${name}'`);
    addObjectCheck((value) => (value[name] === undefined ? errors : null));
  }
  const members = isObject(node['properties']) ? Object.entries(node['properties'] as Record<string, object>) : [];
  const patterns = isObject(node['patternProperties']) ? Object.entries(node['patternProperties'] as Record<string, object>) : [];
  const patternChecks = patterns.map(([pattern, schema]) => [new RegExp(pattern, 'u'), checkOf(schema)] as const);
  const additional = node['additionalProperties'];
  if (additional === false || isObject(additional)) {
    const names = new Set(members.map(([name]) => name));
    const check = additional === false ? null : checkOf(additional);
    addObjectCheck((value) => {
      for (const name in value) {
        if (names.has(name) || patternChecks.some(([regExp]) => regExp.test(name))) continue;
        if (check === null)
          return error('additionalProperties', { additionalProperty: name }, 'must NOT have additional properties');
        const errors = check(value[name]);
        if (errors !== null) return within(name, errors);
      }
      return null;
    });
  }
  const memberChecks = members.map(([name, schema]) => [name, checkOf(schema)] as const);
  addObjectCheck((value) => {
    for (const [name, check] of memberChecks) {
      if (value[name] === undefined) continue;
      const errors = check(value[name]);
      if (errors !== null) return within(name, errors);
    }
    for (const [regExp, check] of patternChecks) {
      for (const name in value) {
        const errors = regExp.test(name) ? check(value[name]) : null;
        if (errors !== null) return within(name, errors);
      }
    }
    return null;
  });
  return checks;
}
