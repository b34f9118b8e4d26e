import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Arrow, type Box, elementTypes } from '#schema/element.ts';
import { isValid } from '#schema/validate.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { operationKinds } from '../ops/operation-list.ts';
import { answered, apply, drawn, emptyState, named, plan, planned, refusal, tabWith } from '../ops/drawn.test-support.ts';
import { anyLabel } from '../tab/arbitrary-tab.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { answerText } from './answer-text.ts';
import { countCharacters } from '../notation/characters.ts';
import { quoteExactly } from '../notation/quote.ts';
import { Operation } from './schema.ts';

const frame = (id: string, x: number, y: number, width: number, height: number) => [
  { op: 'add', element: { type: 'frame', id, x, y, width, height } },
];
const many = (count: number) =>
  tabWith(
    Array.from({ length: count }, (_, n): Box => ({
      id: `b-${n}~00000000`,
      type: 'shape',
      shape: 'square',
      z: 'a0',
      x: (n % 100) * 200,
      y: Math.floor(n / 100) * 100,
      width: 160,
      height: 80,
    })),
  );

describe('plan', () => {
  test('the first refusal names its operation and line, and nothing is planned', () => {
    expect(plan(tabWith([]), 'add square id=a\n\n# comment\nset b fill=red\nset c fill=red')).toEqual({
      errors: [expect.objectContaining({ code: 'target_not_found', operation: 1, line: 4 })],
    });
    expect(
      refusal(tabWith([]), [
        { op: 'add', kind: 'square' },
        { op: 'rm', target: 'x' },
      ]),
    ).not.toHaveProperty('line');
  });

  test('a locked tab refuses every changeset', () => {
    expect(refusal(tabWith([], { locked: true }), 'add square')).toMatchObject({ code: 'element_locked', operation: 0 });
    expect(planned(tabWith([], { locked: true }), '').edits).toEqual([]);
  });

  test('a tab has at most ten thousand elements', () => {
    expect(refusal(many(9_999), 'add square\nadd square')).toMatchObject({ code: 'too_large', operation: 1, limit: 10_000 });
    expect(planned(many(9_999), 'add square').counts.added).toBe(1);
    expect(planned(many(10_000), 'rm b-0\nadd square').counts).toEqual({ added: 1, changed: 0, removed: 1 });
    expect(planned(many(10_005), 'rm b-0\nset b-1 fill=red').counts.removed).toBe(1);
  });

  test('a result stays on the canvas', () => {
    const tab = drawn('add square id=a at:9999990,0');
    expect(planned(tab, 'add square').edits[0]?.after).toMatchObject({ x: 9_999_990, y: 120 });
    expect(refusal(tab, 'add square right-of:a')).toMatchObject({ code: 'invalid_result' });
  });

  test('an arrow that is already dangling can be changed, and no other may become one', () => {
    const arrow: Arrow = { id: 'x~00000000', type: 'arrow', z: 'a0', from: { element: 'gone~00000000' }, to: { x: 0, y: 0 } };
    expect(planned(tabWith([arrow]), 'set x label=L').counts.changed).toBe(1);
    expect(refusal(tabWith([arrow]), [{ op: 'set', target: 'x', fields: { to: { element: 'gone~00000000' } } }])).toMatchObject({
      code: 'invalid_result',
    });
  });

  slowTest('a changeset that needs too much work is refused quickly', () => {
    const started = threadMs();
    expect(refusal(many(10_000), 'set type:shape note=n all\nset type:shape note=m all\n'.repeat(250))).toMatchObject({
      code: 'work_limit_exceeded',
    });
    expect(threadMs() - started).toBeLessThan(10_000);
    expect(refusal(many(100), 'set type:shape fill=red all', { workLimit: 50 })).toMatchObject({ code: 'work_limit_exceeded' });
  });

  test('planning does not change the tab', () => {
    const tab = drawn('add square id=a\nadd square id=b\nconnect a -> b');
    const before = structuredClone([...tab.elements()]);
    planned(tab, 'set a label=changed\nrm b');
    expect([...tab.elements()]).toEqual(before);
  });

  test('targets are the elements that operations name, not references or new elements', () => {
    const tab = drawn('add square id=a\nadd square id=b\nadd square id=c\nconnect a -> b');
    const { targets } = planned(tab, 'set a fill=red\nadd square id=n right-of:b\nset n fill=red\nconnect b -> c\nrm arrow');
    expect(targets.toSorted()).toEqual([named(tab, 'a').id, named(tab, 'arrow').id].toSorted());
  });

  test('the cost of a small changeset does not depend on the size of the tab', () => {
    const [small, large] = [many(100), many(9_900)];
    const work = Array.from({ length: 5 }, (_, n) => `set b-${n} label="L ${n}"\nadd square below:b-${n}`).join('\n');
    for (const tab of [small, large]) expect(planned(tab, work, { workLimit: 3_000 }).edits).toHaveLength(10);
  });
});

describe('describe', () => {
  test('the result of a new element has the operation that added it, that of another the last one that changed it', () => {
    const tab = drawn('add square id=a');
    const { results } = planned(tab, 'add square id=n\nset a label=A\nset n label=N\nset a fill=blue\nmove n below:a');
    expect(results.map(({ ref, operation }) => [ref, operation])).toEqual([
      ['n', 0],
      ['a', 3],
    ]);
  });

  test('an answer has one line per element, then members, then warnings', () => {
    const tab = drawn(
      'add square id=a label=A at:0,0\nadd square id=b at:400,0\nadd square id=c at:800,0',
      frame('f', -50, -50, 300, 200),
    );
    expect(answered(tab, 'set a fill=#00FF00 x=500\nadd circl id=n label="N" inside:f\nrm c\nconnect b -> n')).toEqual([
      '~ a fill unset→#00ff00 x 0→500',
      '+ n circle "N" at -30,-10 120×120',
      '- c square',
      '+ arrow arrow b -> n',
      'f -a',
      'f +n',
      '! colour_overrides_theme a: fill #00ff00 stays as it is when the theme changes.',
      '! shape_coerced n: "circl" became circle.',
    ]);
  });

  test('a changed membership is reported by the new frame, and a new or removed frame reports its members', () => {
    const tab = drawn(
      'add square id=a at:0,0\nadd square id=b at:1000,0',
      frame('f', -50, -50, 300, 200),
      frame('g', 900, -50, 300, 200),
    );
    expect(answered(tab, 'set a x=1000 y=100')).toContain('g +a');
    expect(answered(tab, 'set a x=5000')).toContain('f -a');
    expect(answered(tab, 'set a x=10')).toEqual(['~ a x 0→10']);
    expect(answered(tab, 'set f x=400')).toEqual(['~ f x -50→400', 'f -a']);
    expect(answered(tab, frame('h', -30, -40, 260, 150))).toEqual([expect.stringContaining('+ h frame'), 'f +h', 'h +a']);
  });

  test('results have the data of their lines', () => {
    const tab = drawn('add square id=a label=A');
    const { results } = planned(tab, '\n\nset a label=B fill=');
    expect(results).toEqual([
      {
        mark: '~',
        id: named(tab, 'a').id,
        ref: 'a',
        kind: 'square',
        label: 'B',
        fields: { label: ['A', 'B'] },
        operation: 0,
        line: '~ a label "A"→"B"',
      },
    ]);
    const gone = planned(tab, 'set a label=').results[0];
    expect(gone).toMatchObject({ fields: { label: ['A', null] }, line: '~ a label "A"→unset' });
  });

  test('no user text can pass for a line', () => {
    fc.assert(
      fc.property(anyLabel, anyLabel, (label, other) => {
        fc.pre(label.isWellFormed() && other.isWellFormed());
        const tab = drawn(`add square id=a label=${quoteExactly(label)}\nadd sticky id=b label=${quoteExactly(other)}`);
        const lines = answered(
          tab,
          `set a label=${quoteExactly(other)} fill=#123456\nset b label=${quoteExactly(label)} note=${quoteExactly(other)}\nconnect a -> b label=${quoteExactly(label)}`,
        );
        for (const line of lines) expect(line).toMatch(/^([~+-] (a|b|[a-z0-9_-]+) |! [a-z_]+ )/);
        expect(lines.join('\n').split(/[\n\r\v\f\u0085\u2028\u2029]/)).toHaveLength(lines.length);
      }),
      fuzz(200),
    );
  });

  test('a removed element has its line, an unchanged one has none', () => {
    const tab = drawn('add square id=a label=A');
    expect(planned(tab, 'set a fill=red\nset a fill=').results).toEqual([]);
    expect(planned(tab, 'add square id=n\nrm n').results).toEqual([]);
  });
});

describe('answer-text', () => {
  const base = { results: [{ line: '+ a square' }], verdict: 'clean', documentId: 'doc_1' };

  test('the last line has revision, changeset, lint and how to revert', () => {
    expect(answerText({ ...base, rev: { from: 7, to: 8 }, changesetId: 'cs_1', dryRun: false })).toBe(
      '+ a square\nrev 7→8 · cs_1 · lint clean · atelier changeset revert doc_1 cs_1',
    );
  });

  test('the address of the page is on a line of its own before it', () => {
    const url = 'https://atelier.example/d/doc_1/tab_1#cs_1';
    const text = answerText({ ...base, rev: { from: 7, to: 8 }, changesetId: 'cs_1', url, dryRun: false });
    expect(text.split('\n').slice(1, -1)).toEqual([`page: ${url}`]);
  });

  test('a dry run says so, and an empty changeset answers `nothing changed`', () => {
    expect(answerText({ ...base, rev: { from: 7, to: 8 }, dryRun: true, verdict: '2 warnings, 1 info' })).toBe(
      '+ a square\ndry run · rev 7→8 · lint 2 warnings, 1 info',
    );
    expect(answerText({ ...base, results: [], rev: null, dryRun: false })).toBe('nothing changed');
  });
});

describe('operations as a schema', () => {
  test('one schema discriminates every operation by its name', () => {
    expect(isValid(Operation, { op: 'rm', target: 'a' })).toBe(true);
    expect(isValid(Operation, { op: 'rm', target: 'a', bogus: true })).toBe(false);
    expect(isValid(Operation, { op: 'nothing' })).toBe(false);
    expect(new Set(operationKinds.map(({ name }) => name)).size).toBe(operationKinds.length);
  });

  test('every element type can be added as a whole element and get a note', () => {
    const own: Record<string, object> = { shape: { shape: 'star' }, image: { imageId: 'img_0000000000000000' }, video: { url: 'https://example.org' }, stroke: { points: [[0, 0], [5, 5]] }, arrow: { from: { x: 0, y: 0 }, to: { x: 5, y: 5 } } }; // prettier-ignore
    const tab = TabIndex.of(emptyState);
    for (const type of elementTypes)
      apply(tab, planned(tab, [{ op: 'add', id: `the-${type}`, element: { type, ...own[type] } }]).edits);
    for (const type of elementTypes) expect(planned(tab, `set the-${type} note=n`).counts.changed).toBe(1);
    expect(tab.size).toBe(elementTypes.length);
  });

  test('[OPR16] an error in the contents of a line has the column of the field, selector or id that it is about', () => {
    const tab = drawn('add square id=a label="Täl 1"\nadd square id=b label=B\nadd square id=c label=B');
    const marked = {
      'add square id=d label="😀" |fill=greenish': 'invalid_value',
      'set a label=A |wrong=3': 'unknown_field',
      'connect a -> |zzz label=zzz': 'target_not_found',
      'connect |zzz -> a': 'target_not_found',
      'move a right-of:|"Nothing"': 'target_not_found',
      'set |"B" fill=red': 'target_ambiguous',
      'wrap a |qq in frame "a"': 'target_not_found',
      'layout |type:star in:a': 'target_not_found',
      'add square id=|a': 'id_taken',
      'add |arrow': 'invalid_value',
      'rewire |a->b from=c': 'target_not_found',
      'insert diamond between a |zz': 'target_not_found',
      'order a above=|zz': 'target_not_found',
    };
    for (const [line, code] of Object.entries(marked)) {
      const column = countCharacters(line.slice(0, line.indexOf('|'))) + 1;
      expect(refusal(tab, line.replace('|', '')), line).toMatchObject({ code, line: 1, column });
    }
    expect(refusal(tab, [{ op: 'set', target: 'zz', fields: {} }])).not.toHaveProperty('column');
  });
});
