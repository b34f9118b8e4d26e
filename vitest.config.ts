import { defineConfig } from 'vitest/config';

/**
 * Unit tests stand beside their source; test/ holds what needs real processes and databases. Faults, which take the better
 * part of an hour, run one after the other, and only when asked for (npm run test:faults).
 */
export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: 'test/harness/editor-page.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['{schema,core,storage,server,rest,clients}/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: ['test/faults/**'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['test/faults/*.test.ts', 'storage/moving/move-installation.test.ts'],
          env: { MOVE_KILLS: '20' },
          testTimeout: 900_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
