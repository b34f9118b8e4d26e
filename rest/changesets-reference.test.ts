import { readdir, readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, test } from 'vitest';

import { operationKinds } from '#core/ops/operation-list.ts';

import { changesetsReference } from './changesets-reference.ts';

const docs = new URL('../docs/', import.meta.url);
let files: ReadonlyMap<string, string>;
let text: string;

beforeAll(async () => {
  files = await changesetsReference();
  text = files.get('changesets.md') ?? '';
});

describe('the reference of the changeset language', () => {
  test('docs/changesets.md is what the code says (`npm run docs` writes it)', async () => {
    for (const [path, content] of files) expect([path, await readFile(new URL(path, docs), 'utf8')]).toEqual([path, content]);
    const pictures = (await readdir(new URL('changesets/', docs))).map((name) => `changesets/${name}`);
    expect(pictures.toSorted()).toEqual([...files.keys()].filter((path) => path.endsWith('.svg')).toSorted());
  });

  test('every example is drawn, before and after, and the pictures refer to nothing outside them', () => {
    for (const { name } of operationKinds) {
      for (const path of [`changesets/${name}-before.svg`, `changesets/${name}.svg`]) {
        expect(text).toContain(`](${path})`);
        expect(files.get(path)).toMatch(/^<svg [^]*<\/svg>\n$/);
        expect(files.get(path)).not.toMatch(/<script|<image|<style|src=|url\(/);
      }
    }
  });

  test('every operation has its section with its use, its rules and an example that runs', () => {
    for (const { name, summary } of operationKinds) {
      const start = text.indexOf(`\n### ${name}\n`);
      expect(start, name).toBeGreaterThan(0);
      const section = text.slice(start, start + 5 + text.slice(start + 5).search(/\n##+ /));
      expect(section, name).toContain(summary);
      expect(section, name).toMatch(/- \*\*[A-Z]{1,3}\d+\*\* /);
      expect(section, name).toContain('dry run · rev 1→2 · lint ');
    }
  });

  test('it speaks of no file of the code', () => {
    expect(text).not.toMatch(/[a-z]\.ts\b/);
    expect(text).not.toContain('undefined');
  });
});
