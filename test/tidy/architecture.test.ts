import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { root, sourceOf } from './source-files.ts';

const text = sourceOf('docs/ARCHITECTURE.md');

/** What stands for a heading in a link, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

describe('docs/ARCHITECTURE.md', () => {
  test.each(['core', 'server', 'clients/editor'])('the code map has a line for each folder of %s', (parent) => {
    const [, table = ''] = text.split(`| folder of \`${parent}\` | holds |\n|---|---|\n`);
    const lines = table.split('\n');
    const rows = lines.slice(0, lines.indexOf('')).map((line) => /^\| `([^`]+)` \| \S/.exec(line)?.[1] ?? line);
    const folders = readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('dist'))
      .map(({ name }) => name);
    expect(rows).toEqual(folders.toSorted());
  });

  test('the contents list every section, in links that lead to one', () => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    const [contents = ''] = text.split('\n## ');
    const links = [...contents.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(links.toSorted()).toEqual(headings.toSorted());
  });
});
