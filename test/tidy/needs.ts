/**
 * needs: what a test file needs to run, by what it imports, and the suffix that says so.
 *
 * A file needs a service when its imports lead to the harness that starts it, and processes when they lead to anything else
 * that starts one.
 */
import { importsOf, sourceFiles } from './source-files.ts';

export type Need = 'pg' | 'redis' | 'process' | 'browser';

/** How a need is met: the end of the way from a test file. */
const providers: Readonly<Record<string, Need>> = {
  'test/harness/postgres.ts': 'pg',
  'test/harness/redis.ts': 'redis',
  'test/harness/chromium.ts': 'browser',
  // Building the page takes a while.
  'test/harness/editor-page.ts': 'process',
  'node:child_process': 'process',
  '@modelcontextprotocol/client/stdio': 'process',
};

/** Each need of a test file, with the imports that lead to it, ending with what starts it. */
export function needsOf(path: string): ReadonlyMap<Need, readonly string[]> {
  const needs = new Map<Need, readonly string[]>();
  const seen = new Set([path]);
  const ways: string[][] = [[path]];
  for (const way of ways) {
    for (const next of importsOf(way.at(-1) ?? path)) {
      const need = providers[next];
      if (need !== undefined) {
        if (!needs.has(need)) needs.set(need, [...way.slice(1), next]);
      } else if (sourceFiles.has(next) && !seen.has(next)) {
        seen.add(next);
        ways.push([...way, next]);
      }
    }
  }
  return needs;
}

/**
 * The suffix of a test file with these needs: the most that it needs. A browser test may start anything; a process test anything
 * but Chromium; one that uses PostgreSQL and Redis at once is a process test. What needs nothing may be a `.slow.test` too.
 */
export function suffixFor(needs: ReadonlySet<Need>): string {
  if (needs.has('browser')) return '.browser.test';
  if (needs.has('process') || (needs.has('pg') && needs.has('redis'))) return '.process.test';
  const [need] = needs;
  return need === undefined ? '.test' : `.${need}.test`;
}

/** `.pg.test` of `storage/postgres.pg.test.ts`. */
export const suffixOf = (path: string): string => /(?:\.[a-z]+)?\.test(?=\.tsx?$)/.exec(path)?.[0] ?? '';
