import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import Type, { type TSchema } from 'typebox';

import { operationKinds } from '#core/ops/operation-list.ts';
import { fuzz, fuzzTimeout, scaled } from '#test/harness/fuzz.ts';

import { Element, elementSchemas } from './element.ts';
import { cardFields, customValues } from './board.ts';
import { Layer, Page } from './tab.ts';
import { validationErrors, isValid } from './validate.ts';
import * as interpreted from './validate-interpreted.ts';
import { junkPlain } from './ydoc/junk.test-support.ts';

const schemas: TSchema[] = [
  ...Object.values(elementSchemas),
  Element,
  ...Object.values(cardFields),
  ...Object.values(customValues),
  Layer,
  Page,
  ...operationKinds.map(({ input }) => input),
];

type Node = Record<string, never> & { readonly properties?: Record<string, object>; readonly required?: string[] };

/** Values that are almost valid: now and then a part is replaced, omitted or added. */
function almostValid(schema: object): fc.Arbitrary<unknown> {
  const node = schema as Node;
  return fc.oneof({ weight: 12, arbitrary: validOf(node) }, { weight: 1, arbitrary: junkPlain });
}

function validOf(node: Node): fc.Arbitrary<unknown> {
  const get = <T>(name: string): T => (node as Record<string, unknown>)[name] as T;
  if ('const' in node) return fc.constant(get('const'));
  if ('enum' in node) return fc.constantFrom(...get<unknown[]>('enum'));
  const branches = get<object[] | undefined>('anyOf') ?? get<object[] | undefined>('oneOf');
  if (branches !== undefined) return fc.oneof(...branches.map(almostValid));
  switch (get('type')) {
    case 'string':
      return textOf(get('pattern'), get<number | undefined>('minLength') ?? 0, get<number | undefined>('maxLength') ?? 40);
    case 'number':
    case 'integer': {
      const [min, max] = [get<number | undefined>('minimum') ?? -1e6, get<number | undefined>('maximum') ?? 1e6];
      return fc.oneof(
        fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
        fc.constantFrom(min - 1, max + 1, min, max, 0.5),
      );
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const first = get<object[] | undefined>('prefixItems');
      const items = get<object | undefined>('items');
      if (first !== undefined) return fc.tuple(...first.map(almostValid));
      const max = Math.min(4, (get<number | undefined>('maxItems') ?? 3) + 1);
      return fc.array(items === undefined ? junkPlain : almostValid(items), { maxLength: max });
    }
    default: {
      const members = Object.entries(node.properties ?? {}).map(([name, inner]) => [name, almostValid(inner)] as const);
      const valid = fc.record(Object.fromEntries(members), { requiredKeys: node.required ?? [] });
      const extra = fc.oneof(
        { weight: 8, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.dictionary(fc.string(), junkPlain) },
      );
      const omitted = fc.oneof(
        { weight: 8, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom('', ...(node.required ?? [])) },
      );
      return fc.tuple(valid, extra, omitted).map(([value, more, missing]) => {
        const whole: Record<string, unknown> = { ...value, ...more };
        delete whole[missing];
        return whole;
      });
    }
  }
}

const stringArbitraries = new Map<string, fc.Arbitrary<string>>();
function stringMatching(pattern: string): fc.Arbitrary<string> {
  const cached = stringArbitraries.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'), { size: '-1' });
  stringArbitraries.set(pattern, cached);
  return cached;
}

const textOf = (pattern: string | undefined, min: number, max: number): fc.Arbitrary<string> =>
  fc.oneof(
    pattern === undefined ? fc.string({ unit: 'grapheme', maxLength: 12 }) : stringMatching(pattern),
    fc.constantFrom('', 'a'.repeat(Math.min(max + 1, 20_001)), '🙂'.repeat(Math.min(max, 20_000)), 'a'.repeat(min)),
  );

const values = schemas.map(almostValid);

describe('validate-interpreted', () => {
  test(
    'reports the errors that validate reports, in the same words, for values that are almost valid',
    { timeout: fuzzTimeout(60_000) },
    () => {
      const counts = { valid: 0, invalid: 0 };
      fc.assert(
        fc.property(
          fc.nat(schemas.length - 1).chain((index) => values[index]!.map((value) => [index, value] as const)),
          ([index, value]) => {
            const schema = schemas[index]!;
            const errors = validationErrors(schema, value);
            counts[errors.length === 0 ? 'valid' : 'invalid'] += 1;
            expect(interpreted.validationErrors(schema, value)).toEqual(errors);
            expect(interpreted.isValid(schema, value)).toBe(isValid(schema, value));
          },
        ),
        fuzz(1_500),
      );
      expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(scaled(100, 0));
    },
  );

  test('reports the same errors for keywords that our schemas rarely use', () => {
    const cases: [TSchema, unknown[]][] = [
      [Type.Array(Type.String(), { uniqueItems: true }), [['a', 'b', 'a', 'b'], ['a'], [], 'a']],
      [Type.Unsafe({ type: ['string', 'number'] }), ['a', 1, true, null]],
      [Type.Record(Type.String({ pattern: '^f-' }), Type.Number()), [{ 'f-a': 1 }, { 'f-a': 'x' }, { g: 1 }, []]],
      [Type.Object({ 'a/b~c': Type.Number() }), [{ 'a/b~c': 'x' }, {}, { 'a/b~c': undefined }]],
      [Type.Union([Type.String(), Type.Object({ a: Type.Null() })]), [1, { a: 1 }, {}]],
      [Type.Object({}, { minProperties: 1, maxProperties: 2 }), [{}, { a: 1 }, { a: 1, b: 2, c: 3 }]],
      [Type.Integer({ minimum: 0 }), [0, -1, 0.5, NaN, Infinity, '1', 1e300]],
    ];
    for (const [schema, values] of cases)
      for (const value of values) expect(interpreted.validationErrors(schema, value)).toEqual(validationErrors(schema, value));
  });

  test('an unsupported keyword throws', () => {
    expect(() => interpreted.isValid(Type.Unsafe({ type: 'string', contains: {} }), 'a')).toThrow(
      /unsupported keyword "contains"/,
    );
  });
});
