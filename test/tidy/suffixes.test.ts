import { expect, test } from 'vitest';

import { needsOf, suffixFor, suffixOf } from './needs.ts';
import { isTest, sourceFiles } from './source-files.ts';

/** What is wrong with the names of these test files, a line each, with the command that puts it right. */
function misnamed(paths: Iterable<string>): string[] {
  return [...paths].flatMap((path) => {
    const needs = needsOf(path);
    const [is, ought] = [suffixOf(path), suffixFor(new Set(needs.keys()))];
    if (is === ought || (is === '.slow.test' && ought === '.test')) return [];
    const name = path.replace(is, ought);
    const ways = [...needs].map(([need, way]) => `${need}, by ${way.join(' → ')}`);
    return [`${path} needs ${ways.join('; ') || 'nothing'}: git mv ${path} ${name}`];
  });
}

test('the suffix of each test file says what it needs', () => {
  expect(misnamed([...sourceFiles].filter(isTest))).toEqual([]);
});

test('a test file that starts a service, a process or Chromium is found by what it imports', () => {
  const found = (path: string): string => [...needsOf(path).keys()].toSorted().join(' ');
  expect(found('storage/postgres.pg.test.ts')).toBe('pg');
  expect(found('server/cluster/journal-notifier.redis.test.ts')).toBe('redis');
  expect(found('test/simulator/simulator.process.test.ts')).toBe('process');
  expect(found('test/editor/canvas.browser.test.ts')).toBe('browser process');
  expect(found('core/ops/wrap.test.ts')).toBe('');
});
