import { describe, expect, test } from 'vitest';

import { parseOperations } from '../changeset/parse.ts';
import { apply, drawn, named, plan, planned, refusal } from './drawn.test-support.ts';

const tab = () =>
  drawn(
    'add square id=a label="Order" fill=blue text-color=red at:10,20\nadd sticky id=s fill=pink\nadd square id=b locked=true\nconnect a -> b id=e',
  );

describe('test', () => {
  test('[OPR24] test passes if every value is the expected one, and changes nothing', () => {
    const line = 'test a label=Order fill=blue text-color=red x=10 y=20 shape=square note= stroke=';
    expect(planned(tab(), line)).toMatchObject({ edits: [], results: [] });
    expect(planned(tab(), `${line}\nset a fill=green`).counts.changed).toBe(1);
  });

  test('[OPR24] test refuses the whole changeset, with all differences', () => {
    expect(plan(tab(), 'set a note=new\ntest a label=Orders fill=blue x=11 note=\nset a fill=red')).toEqual({
      errors: [
        expect.objectContaining({
          code: 'test_failed',
          operation: 1,
          line: 2,
          message:
            '"Order" does not hold the expected values: label is "Order", not "Orders"; x is 10, not 11; note is "new", not unset.',
          expected: { label: 'Orders', x: 11, note: null },
          actual: { label: 'Order', x: 10, note: 'new' },
        }),
      ],
    });
    expect(refusal(tab(), 'test a label=')).toMatchObject({ expected: { label: null }, actual: { label: 'Order' } });
    expect(refusal(tab(), 'test a stroke=red')).toMatchObject({ expected: { stroke: 'red' }, actual: { stroke: null } });
  });

  test('[OPR25] test compares stored values', () => {
    expect(planned(tab(), 'test a fill=BLUE shape=rect locked=false note=""\ntest s fill=Pink color=pink').edits).toEqual([]);
    expect(refusal(tab(), 'test a border=solid')).toMatchObject({ code: 'test_failed', actual: { border: null } });
    expect(refusal(tab(), 'test s fill=red')).toMatchObject({ expected: { fill: 'red' }, actual: { fill: 'pink' } });
    const long = 'A label of many more characters than a box of this kind can hold';
    expect(planned(drawn(`add square id=x label="${long}"`), `test x label="${long}"`).results).toEqual([]);
    expect(planned(tab(), `test e from={"element":"a"} to={"element":"${named(tab(), 'b').id}"}`).results).toEqual([]);
    expect(refusal(tab(), 'test e from={"element":"b"}')).toMatchObject({ code: 'test_failed' });
  });

  test('[OPR26] test sees the results of the operations before it', () => {
    expect(planned(tab(), 'set a fill=green\ntest a fill=green\nadd square id=n label=N\ntest n label=N').counts).toEqual({
      added: 1,
      changed: 1,
      removed: 0,
    });
    expect(refusal(tab(), 'rm a\ntest a fill=blue')).toMatchObject({ code: 'target_not_found', operation: 1 });
  });

  test('[OPR27] test has no targets, and reads locked elements', () => {
    expect(planned(tab(), 'test b locked=true\ntest a fill=blue').targets).toEqual([]);
    const locked = tab();
    apply(locked, planned(locked, 'set a locked=true').edits);
    expect(planned(locked, 'test a locked=true').results).toEqual([]);
  });

  test('[OPR28] test refuses unknown names and impossible values', () => {
    expect(refusal(tab(), 'test a points=5')).toMatchObject({
      code: 'unknown_field',
      fields: expect.arrayContaining(['label']) as unknown,
    });
    for (const name of ['id', 'type', 'z', 'votes', 'rev', 'constructor'])
      expect(refusal(tab(), [{ op: 'test', target: 'a', fields: { [name]: 'x' } }])).toMatchObject({ code: 'unknown_field' });
    expect(refusal(tab(), 'test a border=wavy')).toMatchObject({
      code: 'invalid_value',
      allowed: ['solid', 'dashed', 'dotted', 'none'],
    });
    expect(refusal(tab(), 'test type:shape label=x')).toMatchObject({ code: 'target_ambiguous' });
  });

  test('[OPR2] the line form and the JSON form are equivalent, and malformed operations are parse errors', () => {
    const operations = (text: string) => {
      const parsed = parseOperations(text);
      return 'errors' in parsed ? parsed.errors : parsed.operations.map(({ operation }) => operation);
    };
    expect(operations('test "A b" label="5" x=5 note=')).toEqual([
      { op: 'test', target: '"A b"', fields: { label: '5', x: 5, note: null } },
    ]);
    for (const line of [
      'test a',
      'test label=x',
      'test a label=x all',
      '{"op":"test","target":"a","fields":{}}',
      '{"op":"test","target":"a"}',
    ])
      // prettier-ignore
      expect(operations(line)).toEqual([expect.objectContaining({ code: 'parse_error', line: 1 })]);
  });
});
