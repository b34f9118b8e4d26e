import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Finding } from '#schema/changeset.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';

import { anyDrawing, arrow, box, tabOf } from '../arrows/drawing.test-support.ts';
import { planned } from '../ops/drawn.test-support.ts';
import { operationKinds } from '../ops/list.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { cases } from './cases.test-support.ts';
import { lint } from './lint.ts';

const operations = new Set<string>(operationKinds.map(({ name }) => name));
const isLine = ({ fix }: Finding): boolean => operations.has(fix.slice(0, fix.indexOf(' ')));
const nameOf = ({ code, elements }: Finding): string => `${code} ${elements.slice(0, code === 'box-overlap' ? 2 : 1).join(' ')}`;

/** Codes whose suggested line mends any drawing; other fixes move boxes about, and may lead to the same fault elsewhere. */
const promised = new Set([
  'arrow-dangling',
  'arrow-behind-box',
  'label-overflow',
  'node-isolated',
  'colour-on-themed',
  'box-overlap',
  'group-escape',
  'group-split-edges',
]);

const { flow } = await GraphvizEngine.load();

function namesAfter(tab: TabIndex, fix: string): string[] {
  return lint(planned(tab, fix, { flow }).tab).findings.map(nameOf);
}

describe('fixes', () => {
  test('the line suggested for each code, of an operation that there is, removes the finding from its drawing', () => {
    for (const [code, { faulty, fix }] of Object.entries(cases)) {
      if (!operations.has(fix.slice(0, fix.indexOf(' ')))) continue;
      const after = lint(planned(tabOf(faulty), fix, { flow }).tab).findings.map((finding) => finding.code);
      expect([code, after.filter((one) => one === code)]).toEqual([code, []]);
    }
  });

  test('on random drawings a suggested line, sent as it stands, removes its finding', () => {
    let sent = 0;
    fc.assert(
      fc.property(anyDrawing, (elements) => {
        const tab = tabOf(elements);
        const { findings } = lint(tab);
        // An arrow that dangles is to be removed first: some changes of it are refused.
        const dangling = new Set(findings.filter(({ code }) => code === 'arrow-dangling').flatMap((finding) => finding.elements));
        for (const finding of findings) {
          if (!promised.has(finding.code) || !isLine(finding)) continue;
          if (finding.code !== 'arrow-dangling' && dangling.has(finding.elements[0] ?? '')) continue;
          sent += 1;
          expect(namesAfter(tab, finding.fix)).not.toContain(nameOf(finding));
        }
      }),
      { numRuns: 200 },
    );
    expect(sent).toBeGreaterThan(200);
  });

  test('refs in a fix are read back as the elements they name, also where slugs repeat or are reserved words', () => {
    const twin = { ...box('all', 200, 0), id: 'all~11111111' };
    const tab = tabOf([box('all', 0, 0), twin, arrow('in', 'all', 'gone')]);
    const [finding] = lint(tab).findings.filter(({ code }) => code === 'arrow-dangling');
    expect(finding?.fix).toBe('rm in~0');
    expect(namesAfter(tab, 'rm in~0')).not.toContain('arrow-dangling in~0');
    const isolated = lint(tab).findings.filter(({ code }) => code === 'node-isolated');
    expect(isolated.map(({ fix }) => fix)).toEqual(['connect all~1 -> all~0']);
  });
});
