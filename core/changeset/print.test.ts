import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import type { Json } from '../notation/json.ts';
import { parseOperations } from './parse.ts';
import { printOperation } from './print.ts';
import type { Operation } from './schema.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => value.isWellFormed() && !value.includes('\u0000')),
  fc.constantFrom('true', 'false', '5', '-0', '[x', '{', '"', '\\', 'a b', '', 'a\nb', 'a\r\nb', '#x', 'null', 'all', '->'),
);
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .dictionary(
        text.filter((name) => name !== '__proto__'),
        tie('value'),
        { maxKeys: 3 },
      )
      .map((value) => ({ ...value })),
  ),
})).value;
const fields = fc
  .dictionary(
    fc.oneof(
      fc.constantFrom('label', 'x', 'fill', 'text-color', 'rows', 'id', 'locked'),
      text.filter((name) => name !== '__proto__'),
    ),
    json,
    { minKeys: 1, maxKeys: 4 },
  )
  .map((value) => ({ ...value }));
const target = fc
  .oneof(
    fc.constantFrom(
      'a',
      '"My label"',
      'type:shape in:f',
      'a -> b',
      'a->b',
      'label~"x y"',
      'selected',
      'downstream:"A"',
      'x=1',
      'label~a=b',
    ),
    text,
  )
  .filter((value) => !('errors' in parseOperations([{ op: 'rm', target: value }])));
const operand = fc.constantFrom('a', '"My label"', 'api~0', '"-> all"', 'front', 'x=1', 'again');
const flag = fc.option(fc.boolean(), { nil: undefined });

const anyOperation: fc.Arbitrary<Operation> = fc
  .oneof(
    fc.record({ op: fc.constant('set'), target, fields, all: flag }),
    fc.record({ op: fc.constant('rm'), target, all: flag, keepArrows: flag }),
    fc.record({
      op: fc.constant('connect'),
      from: operand,
      to: operand,
      id: fc.option(text, { nil: undefined }),
      fields: fc.option(fields, { nil: undefined }),
      again: flag,
    }),
    fc.record({
      op: fc.constant('add'),
      kind: fc.oneof(
        fc.constant('square'),
        text.filter((value) => value !== ''),
      ),
      id: fc.option(text, { nil: undefined }),
      fields: fc.option(fields, { nil: undefined }),
      place: fc.option(
        fc.oneof(
          fc.record({
            rel: fc.constant('at'),
            x: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
            y: fc.integer(),
          }),
          fc.record({ rel: fc.constantFrom('inside', 'above'), ref: operand }),
        ),
        { nil: undefined },
      ),
    }),
    fc.record({ op: fc.constant('add'), element: fields }),
  )
  .map((operation) => Object.fromEntries(Object.entries(operation).filter(([, value]) => value !== undefined)) as Operation)
  .filter((operation) => !('errors' in parseOperations([operation])));

describe('print', () => {
  test('a printed operation is one line and parses back as the same operation', () => {
    fc.assert(
      fc.property(anyOperation, (operation) => {
        const line = printOperation(operation);
        expect(line).not.toContain('\n');
        const parsed = parseOperations(line);
        expect('errors' in parsed ? parsed.errors : parsed.operations.map((located) => located.operation)).toEqual([operation]);
      }),
      fuzz(3_000),
    );
  });

  test('ordinary operations print in the line form', () => {
    const lines = [
      'add square id=api label="API gateway" fill=blue right-of:"My box" gap:20',
      'add table columns=["A","B c"] at:0,-20.5',
      'set type:shape in:backend text-color= x=5 all',
      'rm "Old one" keep-arrows',
      'connect a -> "B c" id=calls label="5" again',
    ];
    for (const line of lines) {
      const parsed = parseOperations(line);
      expect('operations' in parsed ? parsed.operations.map(({ operation }) => printOperation(operation)) : parsed).toEqual([
        line,
      ]);
    }
  });

  test('operations that the line form cannot express print as JSON', () => {
    const operation: Operation = { op: 'set', target: 'a', fields: { label: 5 } };
    expect(printOperation(operation)).toBe(JSON.stringify(operation));
  });
});
