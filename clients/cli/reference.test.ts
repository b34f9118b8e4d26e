import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { cliReference } from './reference.ts';

test('docs/cli.md is what the commands say of themselves (npm run docs writes it)', () => {
  expect(readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')).toBe(cliReference());
});
