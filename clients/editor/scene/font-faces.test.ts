import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect, test } from 'vitest';

import { fontFaces } from './font-faces.ts';

const file = new URL('fonts.css', import.meta.url);

test('fonts.css is generated from the tables of the fonts, and names existing files (WRITE=1 writes it)', () => {
  if (process.env['WRITE'] === '1') writeFileSync(file, fontFaces());
  expect(readFileSync(file, 'utf8')).toBe(fontFaces());
  const { resolve } = createRequire(import.meta.url);
  const paths = Array.from(fontFaces().matchAll(/url\('(?<path>[^']+)'\)/g), ({ groups }) => groups?.['path'] ?? '');
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths) expect(existsSync(path.startsWith('.') ? new URL(path, file) : resolve(path))).toBe(true);
});
