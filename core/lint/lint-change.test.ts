import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { anyDrawing, arrow, box, tabOf } from '../arrows/drawing.test-support.ts';
import { plan, planned } from '../ops/drawn.test-support.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { LintCache } from './incremental.ts';
import { lintChangeLines } from './lint-text.ts';
import { lint } from './lint.ts';
import type { LintChange } from './lint-change.ts';

const changeOf = (tab: TabIndex, operations: string, cache = new LintCache()): LintChange =>
  cache.change(tab, planned(tab, operations));
const codes = (findings: readonly { code: string; elements: readonly string[] }[]): string[] =>
  findings.map(({ code, elements }) => `${code} ${elements.join(' ')}`);

describe('what a changeset does to the lint', () => {
  const row = [box('a', 0, 0), box('b', 200, 0), box('c', 400, 0), arrow('f', 'a', 'b'), arrow('g', 'b', 'c')];

  test('[LT8] new findings are introduced, with their fixes, and older ones are counted', () => {
    const tab = tabOf([...row, box('p', 0, 200, 100, 60, { fill: '#123456' })]);
    const { lint: found, older } = changeOf(tab, 'connect a -> c id=e');
    expect(found.introduced).toMatchObject([{ code: 'arrow-behind-box', elements: ['e', 'b'], fix: 'set e line=angled' }]);
    expect(found.resolved).toEqual([]);
    expect(older).toEqual({ error: 0, warning: 1, info: 1 });
    expect(found.findings).toEqual(lint(planned(tab, 'connect a -> c id=e').tab).findings);
  });

  test('[LT8] findings that it removes are resolved, with the fixes that they had', () => {
    const tab = tabOf([...row, arrow('e', 'a', 'c')]);
    const [before] = lint(tab).findings;
    const { lint: found } = changeOf(tab, 'set e line=angled');
    expect(found.resolved).toEqual([before]);
    expect(found.introduced).toEqual([]);
  });

  test('[LT8] overlaps are introduced and resolved pair by pair', () => {
    const boxes = [box('a', 0, 0), box('b', 50, 30), box('c', 400, 0), arrow('e', 'a', 'c'), arrow('f', 'b', 'c')];
    const { lint: found } = changeOf(tabOf(boxes), 'move b at:450,20');
    expect(codes(found.introduced)).toContain('box-overlap c b');
    expect(codes(found.resolved)).toContain('box-overlap a b');
  });

  test('[LT9] a finding is introduced although the tab has more than are listed', () => {
    const painted = Array.from({ length: 120 }, (_, index) => box(`b${index}`, index * 200, 0, 100, 60, { fill: '#123456' }));
    const tab = tabOf([...painted, box('z', 0, 300)]);
    const change = changeOf(tab, 'set z fill=#abcdef\nset b99 fill=');
    expect(codes(change.lint.introduced)).toEqual(['colour-on-themed z']);
    expect(codes(change.lint.resolved)).toEqual(['colour-on-themed b99']);
    expect(change.older).toEqual({ error: 0, warning: 0, info: 120 });
  });

  test('[LT32] the fix of a resolved finding was tried if the finding was listed before', () => {
    const overlapping = (at: number): Element[] => {
      const name = String(at).padStart(2, '0');
      const locked = box(`b${name}`, 50, at * 300, 100, 60, { locked: true });
      return [box(`a${name}`, 0, at * 300), locked, arrow(`e${name}`, `a${name}`, `b${name}`)];
    };
    const tab = tabOf(Array.from({ length: 52 }, (_, at) => overlapping(at)).flat());
    const fixes = (line: string): (string | undefined)[] => [changeOf(tab, line), changeOf(tab, line, new LintCache())].map((change) => change.lint.resolved.find(({ code }) => code === 'box-overlap')?.fix); // prettier-ignore
    expect(fixes('rm a00')).toEqual(['move a00 left-of:b00', 'move a00 left-of:b00']);
    expect(fixes('rm a51')).toEqual(['move b51 right-of:a51', 'move b51 right-of:a51']);
  });

  slowTest(
    '[LT10] after random edits and dry runs it is the difference between the lints before and after, whatever the cache contains',
    () => {
      const lines = fc.constantFrom('move b1 by=37,11', 'set b2 fill=#123456', 'connect b0 -> b3', 'rm b4', 'move b3 right-of:b0', 'set e1 line=angled', 'add square id=n at:30,30', 'move b0 by=-90,60', 'set b1 label=Order'); // prettier-ignore
      fc.assert(
        fc.property(anyDrawing, fc.array(fc.tuple(lines, fc.boolean()), { minLength: 1, maxLength: 6 }), (elements, steps) => {
          const tab = tabOf(elements);
          const cache = new LintCache();
          for (const [line, applied] of steps) {
            const made = plan(tab, line);
            if ('errors' in made) continue;
            const change = cache.change(tab, made);
            expect(change).toEqual(new LintCache().change(tab, made));
            const { introduced: _introduced, resolved: _resolved, ...whole } = change.lint;
            expect(whole).toEqual(lint(made.tab));
            const count = (one: Finding[]): Counts => Object.fromEntries([...new Set(one.map(({ code }) => code))].map((code) => [code, one.filter((other) => other.code === code).length])); // prettier-ignore
            const [before, after] = [count(lint(tab).findings), count(lint(made.tab).findings)];
            const [introduced, resolved] = [count(change.lint.introduced), count(change.lint.resolved)];
            for (const code of new Set([...Object.keys(before), ...Object.keys(after)]))
              expect([code, (after[code] ?? 0) - (before[code] ?? 0)]).toEqual([
                code,
                (introduced[code] ?? 0) - (resolved[code] ?? 0),
              ]);
            const { error, warning, info } = change.older;
            const { counts } = change.lint;
            expect(change.lint.introduced.length).toBe(counts.error + counts.warning + counts.info - error - warning - info);
            if (!applied) continue;
            tab.update(made.edits.map(({ id, after: element }) => ({ id, element })));
            cache.note(made.edits.map(({ id }) => id));
          }
        }),
        fuzz(150),
      );
    },
  );

  test('a change of most of a tab is drawn from scratch, with the same result', () => {
    const boxes = Array.from({ length: 600 }, (_, index) => box(`b${index}`, (index % 30) * 150, Math.floor(index / 30) * 100));
    const arrows = Array.from({ length: 300 }, (_, index) => arrow(`e${index}`, `b${2 * index}`, `b${2 * index + 1}`));
    const tab = tabOf([...boxes, ...arrows]);
    const change = changeOf(tab, 'move type:shape by=7,0 all\nmove b1 by=-90,0');
    expect(codes(change.lint.introduced)).toContain('box-overlap b0 b1');
    expect(change.lint.resolved).toEqual([]);
    expect(change.rerouted).toEqual([]);
  });
});

type Finding = LintChange['lint']['findings'][number];
type Counts = { [code: string]: number };

describe('arrows that are re-routed', () => {
  const boxes: Element[] = [box('a', 0, 0), box('b', 400, 0), arrow('e', 'a', 'b', { line: 'angled' })];

  test('[LT11] are those whose route a change elsewhere moved by more than 8 pixels', () => {
    expect(changeOf(tabOf(boxes), 'add square id=c at:200,0').rerouted).toEqual(['e']);
    expect(changeOf(tabOf(boxes), 'add square id=c at:200,200').rerouted).toEqual([]);
  });

  test('are not those that are changed themselves, or whose boxes are named or moved', () => {
    expect(changeOf(tabOf(boxes), 'move b at:400,300').rerouted).toEqual([]);
    expect(changeOf(tabOf(boxes), 'add square id=c at:200,0\nset e stroke=blue').rerouted).toEqual([]);
    expect(changeOf(tabOf(boxes), 'add square id=c at:200,0\nset a fill=blue').rerouted).toEqual([]);
    expect(changeOf(tabOf(boxes), 'add square id=c at:200,0\nconnect a -> c').rerouted).toEqual([]);
  });

  test('the text names them in one line, then the findings introduced and resolved, and counts older ones', () => {
    const tab = tabOf([...boxes, box('p', 0, 200, 100, 60, { fill: '#123456' }), box('q', 0, 300, 100, 60, { fill: '#123456' })]);
    expect(lintChangeLines(changeOf(tab, 'add sticky id=c at:200,0\nset p fill=#00ff00 note=x\nset q fill='))).toEqual([
      're-routed: e',
      'resolved: info colour-on-themed [q]: The fill of q does not follow the theme.',
      'older: 2 warnings, 1 info',
    ]);
    expect(lintChangeLines(changeOf(tabOf(boxes), 'set a fill=#00ff00'))).toEqual([
      'introduced: info colour-on-themed [a]: The fill of a does not follow the theme. Fix: set a fill=',
      'older: 1 info',
    ]);
  });
});
