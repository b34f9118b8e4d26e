/**
 * Fuzzing: ordinary, mistyped and hostile lines are each parsed and planned on a small tab.
 *
 * SEED=<number> repeats a run.
 */
import process from 'node:process';

import { describe, expect, test } from 'vitest';

import type { OperationError } from '#schema/changeset.ts';
import { errors } from '#schema/errors.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';
import { fuzzTimeout, scaled } from '#test/harness/fuzz.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { contextFor, drawn } from '../ops/drawn.test-support.ts';
import { operationKinds } from '../ops/operation-list.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { countCharacters } from '../notation/characters.ts';
import { parseOperations } from './parse.ts';
import { planChangeset } from './plan.ts';
import { grammar, grammatical, hostile, mutated } from './random-line.test-support.ts';

const lineCount = scaled(100_000);
const slowMs = 50;
const { flow } = await GraphvizEngine.load();

const small = (): TabIndex =>
  drawn(
    `add square id=a label="Order"
add diamond id=b label="Paid?" right-of:a
add cylinder id=c label="Stock" right-of:b
add circle id=d label="Order" below:a
add sticky id=e label="Who?" below:b
add table id=f below:c
add text id=g label="Words" below:d
connect a -> b id=first label=yes
connect b -> c label="no"
connect c -> a line=curved
wrap d e in frame id=core label="Core" make-room
wrap g in lane id=side
add square id=h label=Locked at:900,900
connect c -> h
set h locked=true`,
  );

/** Statistics that every seed reaches. */
const reached = [
  'planned', 'parse_error', 'unknown_operation', 'target_not_found', 'target_ambiguous', 'unknown_field', 'invalid_value', 'id_taken',
  'arrow_exists', 'not_connected', 'frame_captures', 'element_locked', 'test_failed', 'invalid_result', 'too_large',
]; // prettier-ignore

/** Characters that would break a printed line or reverse its direction. */
// eslint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/**
 * Plans a changeset of one line and returns its errors. Its answer must stay on its lines, and stored values must be
 * well-formed text.
 */
function tried(tab: TabIndex, line: string): readonly OperationError[] {
  const parsed = parseOperations(line);
  if ('errors' in parsed) return parsed.errors;
  const plan = planChangeset(tab, parsed.operations, contextFor({ flow }, 100));
  if ('errors' in plan) return plan.errors;
  for (const { line: printed } of plan.results) {
    if (unprintable.test(printed)) throw new Error(`Printed: ${JSON.stringify(printed)}`);
  }
  for (const { after } of plan.edits) {
    const texts = `${after?.label ?? ''}${after?.note ?? ''}`;
    if (!texts.isWellFormed() || texts.includes('\0')) throw new Error(`Kept: ${JSON.stringify(after)}`);
  }
  return [];
}

/** What is wrong with a refusal; null if it is fine. */
function faultOf(error: OperationError, line: string): string | null {
  if (!Object.hasOwn(errors, error.code)) return 'its code is not in the table';
  if (error.code === 'internal_error') return 'it is an internal error';
  if (error.message.trim() === '' || error.hint.trim() === '') return 'it lacks a message or a hint';
  if (!(error.message + error.hint).isWellFormed()) return 'it is not well-formed Unicode';
  if (unprintable.test(error.message + error.hint)) return 'it does not stay on its line';
  if (error.operation !== 0 || error.line !== 1) return 'it names another operation';
  if (!(error.column! >= 1 && error.column! <= countCharacters(line) + 1)) return 'it has no column';
  return null;
}

const timeOf = (work: () => unknown): number => {
  const started = threadMs();
  work();
  return threadMs() - started;
};

describe('fuzzed lines', () => {
  slowTest(
    'fuzzed lines are planned or refused with code, message and hint; none throws and none is slow',
    () => {
      const random = new SeededRandom(seedOf('fuzz-lines'));
      const tab = small();
      const before = JSON.stringify([...tab.elements()]);
      const sources = [grammatical, mutated, hostile];
      const faults: unknown[] = [];
      const slow: string[] = [];
      const counts = new Map<string, number>();
      /** First words of the lines that were planned. */
      const done = new Set<string>();
      for (let count = 0; count < lineCount; count += 1) {
        const line = sources[count % sources.length]!(random).replaceAll('\n', ' ');
        let refused: readonly OperationError[] = [];
        try {
          if (timeOf(() => (refused = tried(tab, line))) > slowMs) slow.push(line);
        } catch (thrown) {
          faults.push({ line, thrown });
        }
        for (const error of refused) {
          const fault = faultOf(error, line);
          if (fault !== null) faults.push({ line, fault, error });
        }
        const outcome = refused[0]?.code ?? 'planned';
        if (outcome === 'planned') done.add(line.slice(0, line.indexOf(' ')));
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        if (faults.length >= 10) break;
      }
      expect(faults).toEqual([]);
      // On a busy machine any line can be slow once, so the fastest of five runs counts.
      const fastest = (line: string): number => Math.min(...Array.from({ length: 5 }, () => timeOf(() => tried(tab, line))));
      const stillSlow = slow.filter((line) => fastest(line) > slowMs);
      expect(stillSlow).toEqual([]);
      expect(JSON.stringify([...tab.elements()])).toBe(before);
      process.stdout.write(`${JSON.stringify(Object.fromEntries([['slow at first', slow.length], ...counts]))}\n`);
      // The lines must cover the whole language.
      expect(Object.keys(grammar).toSorted()).toEqual(operationKinds.map(({ name }) => name).toSorted());
      if (lineCount < 100_000) return;
      expect([...done]).toEqual(expect.arrayContaining(Object.keys(grammar)));
      expect([...counts.keys()]).toEqual(expect.arrayContaining(reached));
    },
    fuzzTimeout(600_000),
  );

  test('the name of an unknown member is escaped and truncated in the refusal', () => {
    const tab = small();
    const refused = (member: string) => tried(tab, JSON.stringify({ op: 'rm', target: 'a', [member]: true }));
    expect(refused('x\u202ey\u0007')).toMatchObject([
      {
        code: 'parse_error',
        message: 'Line 1, column 1: expected rm in its JSON form, and /x\\u202ey\\u0007 is not a known member.',
      },
    ]);
    expect(refused('x'.repeat(10_000))[0]?.message.length).toBeLessThan(400);
  });
});
