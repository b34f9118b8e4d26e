import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { operationKinds } from '../ops/operation-list.ts';
import { parseOperations } from './parse.ts';

const operations = (input: string | readonly unknown[]): unknown[] => {
  const parsed = parseOperations(input);
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors));
  return parsed.operations.map(({ operation }) => operation);
};
const errors = (input: string | readonly unknown[]) => {
  const parsed = parseOperations(input);
  if ('operations' in parsed) throw new Error(`Read: ${JSON.stringify(parsed.operations)}`);
  return parsed.errors;
};
const places = (input: string): (string | number | undefined)[][] =>
  errors(input).map(({ code, operation, line, column }) => [code, operation, line, column]);

describe('parse', () => {
  test('a byte order mark at the beginning is skipped, anywhere else it is text', () => {
    expect(parseOperations('\ufeffadd square label=A')).toEqual(parseOperations('add square label=A'));
    expect(parseOperations('\ufeff\n\ufeffadd square')).toMatchObject({ errors: [{ line: 2, code: 'unknown_operation' }] });
  });

  test('[OPR96] a quoted value without a name is the label of what add, connect, insert and wrap create', () => {
    const pairs = [
      ['add square "Pay now" id=pay fill=blue right-of:"a b"', 'add square id=pay label="Pay now" fill=blue right-of:"a b"'],
      ['add sticky at:1,2 "say \\"hi\\""', 'add sticky label="say \\"hi\\"" at:1,2'],
      ['connect "a b" -> c "pays" line=curved', 'connect "a b" -> c label="pays" line=curved'],
      ['insert diamond "In stock?" between "a b" c', 'insert diamond label="In stock?" between "a b" c'],
      ['wrap "a b" c in frame "Core" tidy', 'wrap "a b" c in frame label="Core" tidy'],
      ['wrap a in lane "Desk" direction=down', 'wrap a in lane label="Desk" direction=down'],
    ] as const;
    const operation = (line: string): unknown => {
      const parsed = parseOperations(line);
      return 'operations' in parsed ? parsed.operations.map((each) => each.operation) : parsed;
    };
    for (const [bare, said] of pairs) expect(operation(bare)).toEqual(operation(said));
    expect(parseOperations('add square "A" "B"')).toMatchObject({ errors: [{ column: 16, code: 'parse_error' }] });
    expect(parseOperations('add square "A" label=B')).toMatchObject({ errors: [{ column: 16, code: 'parse_error' }] });
    expect(parseOperations('add square "A"x')).toMatchObject({ errors: [{ column: 12, code: 'parse_error' }] });
    expect(parseOperations('set a "B"')).toMatchObject({ errors: [{ code: 'parse_error' }] });
  });

  test('lines, JSON lines, comments and blank lines can be mixed', () => {
    expect(operations('# a drawing\n\n  add square id=a label="A b"\r\n\t{"op":"rm","target":"x"}\nconnect a -> x\n')).toEqual([
      { op: 'add', kind: 'square', id: 'a', fields: { label: 'A b' } },
      { op: 'rm', target: 'x' },
      { op: 'connect', from: 'a', to: 'x' },
    ]);
    expect(operations('')).toEqual([]);
    expect(operations([])).toEqual([]);
  });

  test('values are null, text, numbers, booleans and JSON', () => {
    expect(
      operations(
        String.raw`set a fill= label="5" note=007 x=1.5e2 locked=true title=true rows=[["a b","]"],[]] label2="\" \\ \n \t \u00e9" y=-0`,
      ),
    ).toEqual([
      {
        op: 'set',
        target: 'a',
        fields: {
          fill: null,
          label: '5',
          note: '007',
          x: 150,
          locked: true,
          title: true,
          rows: [['a b', ']'], []],
          label2: '" \\ \n \t é',
          y: 0,
        },
      },
    ]);
  });

  test('arrows parse the same with and without spaces, and quoted labels name elements', () => {
    const arrow = { op: 'connect', from: '"A -> b"', to: 'c', again: true };
    for (const ends of ['"A -> b"->c', '"A -> b" -> c', '"A -> b"-> c', '"A -> b" ->c'])
      expect(operations(`connect ${ends} again`)).toEqual([arrow]);
    expect(operations('set "A -> b" -> c fill=red')).toEqual([{ op: 'set', target: '"A -> b" -> c', fields: { fill: 'red' } }]);
  });

  test('placements', () => {
    expect(
      operations('add square right-of:"My box" gap:20\nadd square at:-1.5,2\nadd square inside:f\nadd square after:x'),
    ).toEqual([
      { op: 'add', kind: 'square', place: { rel: 'right-of', ref: '"My box"', gap: 20 } },
      { op: 'add', kind: 'square', place: { rel: 'at', x: -1.5, y: 2 } },
      { op: 'add', kind: 'square', place: { rel: 'inside', ref: 'f' } },
      { op: 'add', kind: 'square', place: { rel: 'after', ref: 'x' } },
    ]);
    expect(
      places('add square gap:5\nadd square inside:f gap:5\nadd square at:1\nadd square above:a below:b\nadd square above:'),
    ).toEqual([
      ['parse_error', 0, 1, 12],
      ['parse_error', 1, 2, 21],
      ['parse_error', 2, 3, 15],
      ['parse_error', 3, 4, 20],
      ['parse_error', 4, 5, 18],
    ]);
  });

  test('up to ten errors of both kinds are reported in line order, with their positions', () => {
    expect(places('set a label="x\nfly a\n# fine\nset label=x\nadd square\nrm 👍 "b" in: x\n')).toEqual([
      ['parse_error', 0, 1, 15],
      ['unknown_operation', 1, 2, 1],
      ['parse_error', 2, 4, 5],
      ['parse_error', 4, 6, 13],
    ]);
    expect(errors('fly\n'.repeat(20))).toHaveLength(limits.parseErrorsReported);
    expect(errors([{ op: 'fly' }])[0]).toMatchObject({
      code: 'unknown_operation',
      operation: 0,
      allowed: expect.arrayContaining(['add']) as unknown,
    });
    expect(errors([{ op: 'fly' }])[0]).not.toHaveProperty('line');
  });

  test('an error says what was expected', () => {
    expect(errors('set a label=My Label')[0]!.message).toBe(
      'Line 1, column 16: expected key=value (a value with spaces in quotes), or all.',
    );
    expect(errors([{ op: 'set', target: 'a' }])[0]!.message).toBe('Expected set in its JSON form, and /fields is missing.');
    for (const unread of [[7], [{ target: 'a' }], '{"op":', '{"op":"rm","target":"a"} x']) {
      expect(errors(unread)[0]!.hint).toMatch(/^An operation in JSON is an object such as /);
    }
    expect(errors('set a label="\\x"')[0]!.message).toContain('one of the escapes');
  });

  test('the hint shows the usage of the operation once it is known', () => {
    const hints = (input: string | readonly unknown[]): string[] => errors(input).map(({ hint }) => hint);
    expect(hints('connect a b\nmove a\nset front fill=red')).toEqual([
      'Its form: connect <a> -> <b> ["<label>"] [id=<id>] key=value... [after:<message>|above:<message>] [again]',
      'Its form: move <selector> <placement> [all] or move <selector> by=dx,dy [all]',
      'Its form: set <selector> key=value... [all]',
    ]);
    const members = 'The members of rm: op, target, all, keepArrows. Such as {"op":"rm","target":"pack"}';
    expect(hints('{"op":"rm"}')).toEqual([members]);
    expect(hints([{ op: 'rm', target: 'a', fields: {} }])).toEqual([members]);
    expect(hints([{ op: 'rm', target: 'front' }])).toEqual([members]);
    expect(hints('set a label="')[0]).toContain('A line is an operation');
  });

  test('the hint of an operation in JSON is what was probably meant, in its form', () => {
    const sent = (operation: object): unknown => {
      const { hint } = errors([operation])[0]!;
      expect(hint).toMatch(/^Send \{/);
      const meant = JSON.parse(hint.slice('Send '.length)) as unknown;
      expect(parseOperations([meant])).toHaveProperty('operations');
      return meant;
    };
    const meant = { op: 'add', kind: 'square', fields: { label: 'A' }, place: { rel: 'right-of', ref: 'b' } };
    expect(sent({ op: 'add', kind: 'square', label: 'A', place: 'right-of:b' })).toEqual(meant);
    expect(sent({ op: 'add', type: 'square', label: 'A', 'right-of': 'b' })).toEqual(meant);
    expect(sent({ op: 'add', shape: 'square', fields: { label: 'A' }, place: { 'right-of': 'b' } })).toEqual(meant);
    expect(sent({ op: 'connect', from: 'a', to: 'b', label: 'pays' })).toMatchObject({ fields: { label: 'pays' } });
    expect(sent({ op: 'set', target: 'a', fill: 'blue' })).toEqual({ op: 'set', target: 'a', fields: { fill: 'blue' } });
    const all = { op: 'layout', all: true, fields: { direction: 'right' } };
    expect(sent({ op: 'layout', target: 'all', direction: 'right' })).toEqual(all);
    expect(sent({ op: 'layout', target: 'all', fields: { direction: 'right' } })).toEqual(all);
    for (const { name } of operationKinds) expect(errors([{ op: name, '?': 1 }])[0]!.hint).toContain(` Such as {"op":"${name}"`);
  });

  test('the hint for a name that is no operation shows the operation that does it', () => {
    const hint = (line: string): string => errors(line)[0]!.hint;
    expect(hint('a -> b')).toContain('connect <a> -> <b>');
    expect(hint('edge a b')).toContain('connect <a> -> <b>');
    expect(hint('Delete a')).toContain('rm <selector>');
    expect(hint('frame f')).toContain('wrap <selector...> in frame');
    expect(hint('paint a red')).toMatch(/^The operations: add,/);
  });

  test('lines and changesets have a limit', () => {
    expect(errors(`set a label="${'x'.repeat(limits.charactersPerLine)}"`)[0]).toMatchObject({
      code: 'too_large',
      line: 1,
      limit: limits.charactersPerLine,
    });
    expect(operations(`set a label="${'👍'.repeat(limits.charactersPerLine - 14)}"`)).toHaveLength(1);
    expect(errors('rm a\n'.repeat(501))).toMatchObject([{ code: 'too_large', limit: 500 }]);
    expect(operations('rm a\n'.repeat(500))).toHaveLength(500);
    expect(errors(Array.from({ length: 501 }, () => ({ op: 'rm', target: 'a' })))).toMatchObject([{ code: 'too_large' }]);
  });

  test('an operation in JSON has a limit, and nothing is read on after the tenth error', () => {
    const note = 'x'.repeat(limits.operationSize);
    expect(errors([{ op: 'set', target: 'a', fields: { note } }])).toMatchObject([
      { code: 'too_large', limit: limits.operationSize },
    ]);
    const points = Array.from({ length: limits.strokePoints }, (_, at) => [at, -at]);
    expect(operations([{ op: 'add', element: { type: 'draw', points } }])).toHaveLength(1);
    const unread = Array.from({ length: 500 }, () => ({ op: 'rm', target: 'a', bogus: Array.from({ length: 5_000 }, () => 1) }));
    const start = threadMs();
    expect(errors(unread)).toHaveLength(limits.parseErrorsReported);
    expect(threadMs() - start).toBeLessThan(50);
    expect(errors('fly\n'.repeat(501))).toMatchObject([{ code: 'too_large', limit: 500 }]);
  });

  test('a duplicate name is reported on one line, whatever it contains', () => {
    const [twice] = errors('{"op":"rm","a\u2028\u2066b":1,"a\u2028\u2066b":2}');
    expect(twice!.message).toBe('Line 1, column 21: expected each name once, and "a\\n\\u2066b" is there twice.');
  });

  test('hostile JSON is refused from every source', () => {
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
    const lines = [
      '{"op":"rm","target":"a","target":"b"}',
      '{"op":"add","kind":"square","fields":{"__proto__":{"x":1}}}',
      `{"op":"set","target":"a","fields":{"rows":${deep}}}`,
      '{"op":"set","target":"a","fields":{"x":1e400}}',
      String.raw`{"op":"set","target":"a","fields":{"label":"\ud800"}}`,
      String.raw`{"op":"set","target":"a","fields":{"label":"\u0000"}}`,
      '{"op":"rm","target":"a"} rm b',
      '{"op":"rm","target":5}',
      '{"op":"rm","target":"a","bogus":1}',
      '{"op":',
    ];
    expect(errors(lines.join('\n')).map(({ code, line }) => [code, line])).toEqual(
      lines.map((_, index) => ['parse_error', index + 1]),
    );
    for (const value of [
      null,
      5,
      'rm a',
      [],
      { op: 5 },
      { op: 'rm' },
      { op: 'set', target: 'a', fields: JSON.parse(`{"rows":${deep}}`) as unknown },
    ]) {
      expect(errors([value])).toMatchObject([{ code: 'parse_error', operation: 0 }]);
    }
    expect(
      errors([{ op: 'rm', target: '\ud800' }, JSON.parse('{"op":"set","target":"a","fields":{"__proto__":1}}')]),
    ).toMatchObject([{ code: 'parse_error' }, { code: 'parse_error' }]);
    expect(errors('set a \u0000')[0]).toMatchObject({ code: 'parse_error', column: 7 });
    expect(errors('set a label=\ud800')[0]).toMatchObject({ code: 'parse_error', column: 13 });
    expect(errors('set a label="a" label="b"')[0]).toMatchObject({ code: 'parse_error', column: 17 });
  });

  test('names of object members are fields like any other', () => {
    expect(operations('set a constructor=1 toString=2')).toEqual([
      { op: 'set', target: 'a', fields: { constructor: 1, toString: 2 } },
    ]);
    expect(errors('set a __proto__=1\nset a __proto__={"x":1}').map(({ code, column }) => [code, column])).toEqual([
      ['parse_error', 7],
      ['parse_error', 7],
    ]);
    expect(errors('constructor a\n__proto__ a').map(({ code }) => code)).toEqual(['unknown_operation', 'unknown_operation']);
  });

  test('a malformed selector is reported with its column', () => {
    expect(places('set front fill=red\nrm in:\nrm a->\nset "a" "b"x fill=red')).toEqual([
      ['parse_error', 0, 1, 5],
      ['parse_error', 1, 2, 7],
      ['parse_error', 2, 3, 7],
      ['parse_error', 3, 4, 12],
    ]);
    expect(errors([{ op: 'rm', target: 'all' }])).toMatchObject([{ code: 'parse_error' }]);
  });

  test('any text is parsed or refused without throwing', () => {
    const piece = fc.constantFrom(
      'add',
      'set',
      'rm',
      'connect',
      ' ',
      ' ',
      '"',
      '=',
      '->',
      ':',
      '{',
      '}',
      '[',
      ']',
      ',',
      '\\',
      'a',
      'label',
      'in:',
      'gap:',
      'at:',
      '1',
      '\n',
      '\r',
      '\u2028',
      '👍',
      '\ud800',
      'all',
      '#',
      '{"op":"rm","target":"a"}',
      'place',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const parsed = parseOperations(text);
          if ('errors' in parsed) for (const error of parsed.errors) expect(error.line).toBeGreaterThan(0);
        },
      ),
      fuzz(3_000),
    );
    fc.assert(
      fc.property(fc.array(fc.anything({ maxDepth: 4 })), (values) => void parseOperations(values)),
      fuzz(1_000),
    );
  });

  test('hostile lengths are parsed in linear time', () => {
    const long = [
      '"'.repeat(8_000),
      `set ${'a->'.repeat(5_000)} x=1`,
      `set a x=${'['.repeat(16_000)}`,
      `rm ${'in:'.repeat(5_000)}`,
      `add square ${'right-of:a '.repeat(1_400)}`,
    ];
    const started = threadMs();
    for (const line of long) for (let time = 0; time < 20; time += 1) parseOperations(line);
    expect(threadMs() - started).toBeLessThan(2_000);
  });
});
