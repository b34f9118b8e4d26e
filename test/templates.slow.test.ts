/** Every template, made on a server as the editor makes it. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { drawTemplates } from './gallery/templates.ts';

/** What is meant: zones that arrows cross, rows that are longer than they are high. */
const meant = new Set(['group-split-edges', 'aspect-extreme']);

test('templates are made whole, lint clean, and look as their pictures in the picker', async () => {
  const drawn = await drawTemplates();
  expect(drawn.length).toBeGreaterThanOrEqual(16);
  expect(new Set(drawn.map(({ template }) => template.id)).size).toBe(drawn.length);
  for (const { template, findings, elements, pictures } of drawn) {
    expect([template.id, ...findings.map(({ code }) => code).filter((code) => !meant.has(code))]).toEqual([template.id]);
    expect(elements, template.id).toBeGreaterThan(0);
    for (const [name, picture] of pictures) {
      const stored = readFileSync(new URL(`../clients/editor/public/templates/${name}`, import.meta.url));
      expect(stored.equals(picture), `npm run gallery: ${name}`).toBe(true);
    }
  }
});
