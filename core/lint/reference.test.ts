import { expect, test } from 'vitest';

import { lintCodes } from '#schema/changeset.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';

import { apply, drawn, planned } from '../ops/drawn.test-support.ts';
import { lint } from './lint.ts';
import { describedCodes } from './reference.test-support.ts';
import { rules } from './rules/rule-list.ts';

const { flow } = await GraphvizEngine.load();
const described = describedCodes();

test('docs/lint.md describes every code with its severity', () => {
  expect(described.map(({ code, severity }) => `${severity} ${code}`).toSorted()).toEqual(
    rules.map(({ code, severity }) => `${severity} ${code}`).toSorted(),
  );
  expect(described.map(({ code }) => code).toSorted()).toEqual([...lintCodes].toSorted());
  expect(described.filter(({ provoked }) => provoked === null).map(({ code }) => code)).toEqual([
    'arrow-dangling',
    'invalid-element',
  ]);
});

const shown = described.filter(({ provoked }) => provoked !== null);
test.each(shown)(
  '$code: its drawing has this finding and no other, the first line that mends it is the fix, and then it is clean',
  ({ code, provoked, mended }) => {
    const tab = drawn(provoked!);
    const found = lint(tab);
    expect(found.findings.map((finding) => finding.code)).toEqual([code]);
    const fix = found.findings[0]!.fix;
    if (!['label-collision', 'duplicate-label', 'missing-glyph'].includes(code)) expect(mended!.split('\n')[0]).toBe(fix);
    apply(tab, planned(tab, mended!, { flow }).edits);
    expect(lint(tab).verdict).toBe('clean');
  },
);
