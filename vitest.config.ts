import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { isFull, strength } from './test/harness/fuzz.ts';
import { LongestFirst } from './test/harness/longest-first.ts';
import { SlowestFiles } from './test/harness/slowest-files.ts';

const folders = '{schema,core,storage,server,rest,clients,test}';
const faults = ['test/faults/**/*.test.ts', 'storage/moving/move-installation.process.test.ts'];
/** They repeat at length what shorter tests show, or measure performance. They run at full strength only: `npm run test:full`. */
const longTests = [
  'test/crash/backup.process.test.ts',
  'test/editor/controls/{selections,style-menus,toasts}.browser.test.ts',
  'test/editor/{accessible-screens,pseudo-locale,scene-speed}.browser.test.ts',
  'test/media/two-nodes.process.test.ts',
  'test/past/past-size.slow.test.ts',
  'test/planning.process.test.ts',
  'test/sheet-values.process.test.ts',
  'server/search/search-speed.slow.test.ts',
];
const leftOut = isFull ? [] : longTests;
const page = 'test/harness/editor-page.ts';
const cores = availableParallelism();
/** Where tests keep their files: in memory where there is room, as a shared disk takes milliseconds for each sync of a commit. */
const memory = '/dev/shm';
const roomBytes = 4 * 2 ** 30;
/** Most of what tests make dies young. Not for slow tests: the flag outweighs the limits of worker threads that run out of memory. */
const youngSpace = ['--max-semi-space-size=64'];
/** A slow machine must not fail a test that waits for a result. The pages of test/editor/stage.ts wait as long. */
const patient = { poll: { timeout: 60_000 } };
const seconds = (count: number): number => count * 1_000 * Math.max(1, strength);

/**
 * A project for each suffix, which says what a test needs (CONTRIBUTING.md); test/tidy/suffixes.test.ts holds files to theirs.
 * One project runs after the other, so that browsers do not starve what counts on the clock. Faults, which take the better part
 * of an hour, run only when asked for, and long tests only at full strength.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    reporters: [new SlowestFiles(), 'default'],
    sequence: { sequencer: LongestFirst },
    // Projects whose tests wait for timers, sockets and pages have one worker more.
    maxWorkers: cores,
    env: hasRoom(memory) ? { TMPDIR: memory } : {},
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          execArgv: youngSpace,
          include: [`${folders}/**/*.test.{ts,tsx}`],
          exclude: ['**/*.{slow,pg,redis,process,browser}.test.{ts,tsx}'],
          // Modules are loaded once for each worker, not once for each file: these hold no state but caches.
          isolate: false,
          maxWorkers: cores + 1,
          restoreMocks: true,
          testTimeout: seconds(30),
          hookTimeout: seconds(60),
          sequence: { groupOrder: 0 },
        },
      },
      ...(['slow', 'pg', 'redis'] as const).map((name) => ({
        extends: true as const,
        test: {
          name,
          expect: patient,
          include: [`${folders}/**/*.${name}.test.ts`],
          exclude: leftOut,
          testTimeout: seconds(60),
          hookTimeout: seconds(60),
          sequence: { groupOrder: 1 },
        },
      })),
      {
        extends: true,
        test: {
          name: 'process',
          expect: patient,
          execArgv: youngSpace,
          maxWorkers: cores + 1,
          include: [`${folders}/**/*.process.test.ts`],
          exclude: [...faults, ...leftOut],
          globalSetup: page,
          testTimeout: seconds(300),
          hookTimeout: seconds(120),
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          expect: patient,
          execArgv: youngSpace,
          maxWorkers: cores + 1,
          include: [`${folders}/**/*.browser.test.ts`],
          exclude: leftOut,
          globalSetup: page,
          testTimeout: seconds(300),
          hookTimeout: seconds(120),
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: faults,
          globalSetup: page,
          env: { FUZZ: String(Math.max(2, strength)) },
          testTimeout: 900_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= roomBytes;
}
