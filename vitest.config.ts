import { defineConfig } from 'vitest/config';

/** Two projects: unit tests stand beside their source; test/ holds what needs real processes and databases. */
export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: 'test/harness/editor-page.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['{schema,core,storage,server,rest,clients}/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'system', include: ['test/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 120_000 } },
    ],
  },
});
