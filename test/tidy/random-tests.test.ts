import { expect, test } from 'vitest';

import { sourceFiles, sourceOf } from './source-files.ts';

const harness = "from '#test/harness/fuzz.ts'";

test('every fast-check assertion takes its number of cases from test/harness/fuzz.ts', () => {
  const lacking = [...sourceFiles].filter((path) => {
    const source = sourceOf(path);
    const fixed = source.split('\n').some((line) => /\bnumRuns: \d/.test(line) && !line.includes('fc.sample('));
    return /^\s*(await )?fc\.assert\(/m.test(source) && (fixed || !source.includes(harness));
  });
  expect(lacking, 'write fc.assert(property, fuzz(1_000)) instead of { numRuns: 1_000 }').toEqual([]);
});
