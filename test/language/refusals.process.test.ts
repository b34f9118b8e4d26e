/** Every refusal of a changeset through REST with open editors: its status, its members, and that nothing is applied. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { operationKinds } from '#core/ops/operation-list.ts';
import { type ErrorCode, errors } from '#schema/errors.ts';

import { until } from '../harness/editor.ts';
import { flow, type LanguageOperations, type LanguageRefusal, LanguageStage } from './stage.test-support.ts';

let stage: LanguageStage;

beforeAll(async () => {
  stage = await LanguageStage.open();
});

afterAll(() => stage.close());

type RefusedCase = {
  readonly code: ErrorCode;
  readonly status: number;
  readonly says: string;
  readonly before?: string;
  readonly operations: LanguageOperations;
  readonly more?: object;
  /** The members of the first error besides code, message and hint. */
  readonly error: object;
};

/** The second operation is refused: the first must not be applied either. */
const refusedCases: readonly RefusedCase[] = [
  {
    code: 'parse_error',
    status: 400,
    says: 'names line, column and the expected syntax',
    operations: 'set a fill=red\nconnect a b',
    error: { operation: 1, line: 2, column: 9, message: 'Line 2, column 9: expected <a> -> <b>.' },
  },
  {
    code: 'unknown_operation',
    status: 400,
    says: 'lists the operations',
    operations: 'set a fill=red\npaint a red',
    error: { operation: 1, line: 2, allowed: operationKinds.map(({ name }) => name) },
  },
  {
    code: 'target_not_found',
    status: 400,
    says: 'names the nearest labels',
    before: `${flow}\nadd square id=d label="Order desk"`,
    operations: 'set a fill=red\nrm "Order dsk"',
    error: { operation: 1, line: 2, nearest: ['Order desk'] },
  },
  {
    code: 'target_ambiguous',
    status: 400,
    says: 'lists the candidates',
    operations: 'set a fill=red\nset type:shape fill=red',
    error: { operation: 1, line: 2, candidates: [{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }] },
  },
  {
    code: 'unknown_field',
    status: 400,
    says: 'lists the fields of the kind',
    operations: 'set a fill=red\nset b colour=red',
    error: { operation: 1, line: 2, fields: expect.arrayContaining(['label', 'fill', 'stroke']) },
  },
  {
    code: 'invalid_value',
    status: 400,
    says: 'lists the values that are allowed',
    operations: 'set a fill=red\nset b text=huge',
    error: { operation: 1, line: 2, field: 'text', allowed: expect.arrayContaining(['sm', 'md', 'lg']) },
  },
  {
    code: 'id_taken',
    status: 409,
    says: 'suggests a free id',
    operations: 'set a fill=red\nadd square id=b',
    error: { operation: 1, line: 2, suggestion: 'b-2' },
  },
  {
    code: 'arrow_exists',
    status: 409,
    says: 'means that a second arrow was not requested',
    operations: 'set a fill=red\nconnect a -> b',
    error: { operation: 1, line: 2, elements: ['first'] },
  },
  {
    code: 'not_connected',
    status: 409,
    says: 'means that no arrow leads from one to the other',
    operations: 'set a fill=red\ninsert square between a c',
    error: { operation: 1, line: 2 },
  },
  {
    code: 'frame_captures',
    status: 409,
    says: 'names the captured boxes',
    operations: 'set a fill=red\nwrap a c in frame',
    error: { operation: 1, line: 2, elements: ['b'] },
  },
  {
    code: 'element_locked',
    status: 409,
    says: 'names the locked element',
    before: `${flow}\nset b locked=true`,
    operations: 'set a fill=red\nmove b by=0,10',
    error: { operation: 1, line: 2, elements: ['b'] },
  },
  {
    code: 'test_failed',
    status: 409,
    says: 'shows the expected and the actual value',
    operations: 'set a fill=red\ntest b label=Other',
    error: { operation: 1, line: 2, expected: { label: 'Other' }, actual: { label: 'B' } },
  },
  {
    code: 'changeset_conflict',
    status: 409,
    says: 'names the target that changed since the base revision',
    operations: 'set a fill=red',
    more: { baseRev: 0 },
    error: { elements: [{ ref: 'a', rev: 1 }] },
  },
  {
    code: 'too_large',
    status: 413,
    says: 'names the limit',
    operations: Array.from({ length: 501 }, () => ({ op: 'set', target: 'a', fields: { fill: 'red' } })),
    error: { operation: 500, limit: 500 },
  },
  {
    code: 'invalid_result',
    status: 422,
    says: 'means that an arrow would be attached to a missing element',
    operations:
      'set a fill=red\n{"op":"add","element":{"type":"arrow","id":"lost","from":{"element":"gone"},"to":{"x":0,"y":0}}}',
    error: { operation: 1, line: 2, elements: ['gone'] },
  },
];

describe('every refusal of a changeset', () => {
  for (const { code, status, says, before = flow, operations, more, error } of refusedCases) {
    test(`${code} is ${status}, ${says}, and nothing is applied`, async () => {
      const place = await stage.drawn(before);
      await stage.expectRefused(place, operations, { ...error, code }, more);
    });
  }

  test('parse errors and unknown operations are reported together, up to ten', async () => {
    const place = await stage.drawn(flow);
    const { status, body } = await stage.send<LanguageRefusal>(place, 'rm "open\npaint a\n'.repeat(8));
    expect([status, body.code, body.errors.map(({ code }) => code)]).toEqual([
      400,
      'parse_error',
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? 'parse_error' : 'unknown_operation')),
    ]);
  });

  test('elements_held is 409 and names who has them selected, and nothing is applied', async () => {
    const place = await stage.drawn(flow);
    const id = stage.editor.element(place.tab, 'b')!.id;
    const select = (selection: string[]): void => stage.hers.provider.awareness?.setLocalState({ tab: place.tab, selection });
    select([id]);
    const dry = async (): Promise<number> => (await stage.send(place, 'set b fill=red', {}, '?dryRun=1')).status;
    await until(async () => (await dry()) === 409, 5_000, 'the selection is not seen');
    const error = { code: 'elements_held', elements: [{ id, ref: 'b', by: 'Grace' }] } as const;
    await stage.expectRefused(place, 'set a fill=red\nset b fill=red', error);
    select([]);
    await until(async () => (await dry()) === 200, 5_000, 'it is not released');
  });

  test('the error table has the promised statuses', () => {
    for (const { code, status } of refusedCases) expect([code, errors[code].status]).toEqual([code, status]);
  });
});
