import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { cliReference } from './reference.ts';

test('docs/cli.md is up to date (`npm run docs` writes it)', async () => {
  expect(readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')).toBe(await cliReference());
});
