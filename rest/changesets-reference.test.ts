import { readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, test } from 'vitest';

import { examples } from '#core/ops/examples.ts';
import { operationKinds } from '#core/ops/list.ts';

import { changesetsReference } from './changesets-reference.ts';

let text: string;

beforeAll(async () => {
  text = await changesetsReference();
});

describe('the reference of the changeset language', () => {
  test('docs/changesets.md is what the code says (`npm run docs` writes it)', async () => {
    expect(await readFile(new URL('../docs/changesets.md', import.meta.url), 'utf8')).toBe(text);
  });

  test('every operation has its section with its use, its rules and an example that runs', () => {
    expect([...examples.keys()].toSorted()).toEqual(operationKinds.map(({ name }) => name).toSorted());
    for (const { name, summary } of operationKinds) {
      const start = text.indexOf(`\n### ${name}\n`);
      expect(start, name).toBeGreaterThan(0);
      const section = text.slice(start, start + 5 + text.slice(start + 5).search(/\n##+ /));
      expect(section, name).toContain(summary);
      expect(section, name).toMatch(/- \*\*[A-Z]1\*\* /);
      expect(section, name).toContain('dry run · rev 1→2 · lint ');
    }
  });

  test('it speaks of no file of the code', () => {
    expect(text).not.toMatch(/[a-z]\.ts\b/);
    expect(text).not.toContain('undefined');
  });
});
