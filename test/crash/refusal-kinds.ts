/**
 * Calls of every kind that the changeset route refuses, after operations that could be applied. They are for the tab of `stageOperations`: without
 * the refused operation the rest would apply.
 */
import fc from 'fast-check';

import { limits } from '#schema/limits.ts';

/** How a refused call differs from an ordinary changeset. */
export type RefusedCall = {
  readonly body: unknown;
  /** The status and code of the answer. */
  readonly expected: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The owner of the credential; default: `owner`. */
  readonly as?: 'reader' | 'viewer' | 'stranger' | 'unknown';
  /** Another tab of the document: a locked one, or one that does not exist. */
  readonly at?: 'locked' | 'missing';
};

export const stageOperations = [
  'add square id=a label="A" at:0,0',
  'add square id=b label="B" at:400,0',
  'add square id=t1 label="Twin" at:0,400',
  'add square id=t2 label="Twin" at:400,400',
  'add square id=safe label="Safe" at:800,0',
  'connect a -> b id=ab',
  'set a note="touched"',
].join('\n');
export const lockOperations = 'set safe locked=true';

/** Operations that can be applied on their own. The names of added elements are unique to each call. */
const sound = fc
  .array(
    fc.constantFrom(
      (n: number) => `add square id=new-${n} label="New ${n}"`,
      (n: number) => `add sticky id=new-${n} at:${n * 300},-900`,
      () => 'set b fill=blue',
      () => 'set t1 note="one of two"',
      () => 'set ab label="on the way"',
      (n: number) => `add circle id=round-${n}\nconnect round-${n} -> t2\nrm round-${n}`,
    ),
    { maxLength: 4 },
  )
  .map((makers) => [...new Set(makers)].map((make, index) => make(index)));

const lines = (expected: string, ...refused: readonly string[]): fc.Arbitrary<RefusedCall> =>
  fc
    .tuple(sound, fc.constantFrom(...refused), fc.boolean())
    .map(([before, line, isAlone]) => ({ expected, body: { operations: [...(isAlone ? [] : before), line].join('\n') } }));

const operations = (expected: string, refused: object): fc.Arbitrary<RefusedCall> =>
  fc.constant({ expected, body: { operations: [{ op: 'add', kind: 'square', id: 'new-json' }, refused] } });

const bodies = (expected: string, ...members: readonly object[]): fc.Arbitrary<RefusedCall> =>
  fc.constantFrom(...members).map((member) => ({ expected, body: { operations: 'add square id=new-body', ...member } }));

const otherwise = (expected: string, how: Omit<RefusedCall, 'body' | 'expected'>): fc.Arbitrary<RefusedCall> =>
  fc.constant({ expected, body: { operations: 'add square id=new-other' }, ...how });

const longLine = `set b note="${'x'.repeat(limits.charactersPerLine)}"`;
const manyLines = Array.from({ length: limits.operationsPerChangeset + 1 }, () => 'set b fill=teal').join('\n');
const wideTable = {
  op: 'add',
  kind: 'table',
  id: 'wide',
  fields: { columns: ['c'], rows: Array.from({ length: 100 }, () => ['x'.repeat(900)]) },
};
const loosePin = { op: 'add', element: { type: 'arrow', from: { element: 'nowhere~00000000' }, to: { x: 1, y: 1 } } };

/** One for each kind of refusal. `rev`: the tab's current revision. */
export function refusalKinds(rev: number): readonly fc.Arbitrary<RefusedCall>[] {
  return [
    lines(
      '400 parse_error',
      'add square id="open',
      'set a fill="blue',
      '{"op":"set"',
      'connect a ->',
      'add',
      'set a __proto__=1',
    ),
    lines('400 unknown_operation', 'paint a fill=blue', 'SET a fill=blue', 'constructor a', '{"op":"__proto__"}'),
    lines(
      '400 target_not_found',
      'set nowhere fill=blue',
      'rm "Nothing of that label"',
      'connect a -> nowhere',
      'rm label~zzz all',
    ),
    lines('400 target_ambiguous', 'set "Twin" fill=blue', 'rm type:shape', 'connect a -> "Twin"'),
    lines('400 unknown_field', 'set a wobble=3', 'add square constructor=2', 'set a rev=9'),
    lines(
      '400 invalid_value',
      'add frame label="F"',
      'set a opacity=banana',
      'add square id=BAD!',
      'set a link="javascript:alert(1)"',
    ),
    lines('409 id_taken', 'add square id=a', 'connect b -> a id=ab'),
    lines('409 arrow_exists', 'connect a -> b', 'connect "A" -> "B" label="again?"'),
    lines('409 element_locked', 'set safe fill=blue', 'rm safe', 'set safe locked=false'),
    lines('413 too_large', longLine, manyLines),
    operations('413 too_large', wideTable),
    operations('422 invalid_result', loosePin),
    operations('400 parse_error', { op: 'set' }),
    operations('400 invalid_request', { op: 'set', target: 'a', fields: { label: '\ud800' } }),
    bodies(
      '409 changeset_conflict',
      { baseRev: rev + 1_000 },
      { expectedRev: rev - 1 },
      { expectedRev: rev + 1_000 },
      { baseRev: 0, operations: 'set a fill=blue\nset b fill=blue' },
    ),
    bodies(
      '400 invalid_request',
      { operations: 5 },
      { extra: 1 },
      { summary: 'x'.repeat(201) },
      { baseRev: -1 },
      { baseRev: '1' },
      { operations: null },
    ),
    otherwise('400 invalid_request', { query: '?dryRun=2' }),
    otherwise('400 invalid_request', { query: '?unknown=1' }),
    otherwise('400 invalid_request', { headers: { 'Idempotency-Key': 'x'.repeat(129) } }),
    otherwise('422 idempotency_key_reused', { headers: { 'Idempotency-Key': 'stage' } }),
    otherwise('415 unsupported_media_type', { headers: { 'Content-Type': 'application/xml' } }),
    otherwise('415 unsupported_media_type', { headers: { 'Content-Encoding': 'gzip' } }),
    otherwise('401 unauthenticated', { as: 'unknown' }),
    otherwise('403 token_read_only', { as: 'reader' }),
    otherwise('403 access_denied', { as: 'viewer' }),
    otherwise('404 document_not_found', { as: 'stranger' }),
    otherwise('404 tab_not_found', { at: 'missing' }),
    otherwise('409 element_locked', { at: 'locked' }),
  ];
}
