import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { rules } from '#core/lint/rules/rule-list.ts';
import { operationKinds } from '#core/ops/operation-list.ts';
import { resources } from '#rest/resources.ts';
import { shapeKinds } from '#schema/shape-kinds.ts';
import { errorCodes } from '#schema/errors.ts';

import { isTest, root, sourceFiles, sourceOf } from './source-files.ts';

const guide = sourceOf('CONTRIBUTING.md');

type Kind = {
  /** Names of what is registered. */
  readonly names: readonly string[];
  /** Finds a name where code uses it, not where prose says the same word. */
  readonly uses: (name: string) => RegExp;
};

const word = (name: string): RegExp => new RegExp(`(?<![\\w-])${name}(?![\\w-])`);
/** In quotes, imported, or a key. */
const inCode = (name: string): RegExp => new RegExp(`['/]${name}(?:\\.ts)?'|\\b${name}: `);

/** From the sources: the page's modules are not for Node. */
const editorCommands = [...sourceFiles]
  .filter((path) => path.startsWith('clients/editor/commands/'))
  .flatMap((path) => [...sourceOf(path).matchAll(/\bid: '([\w-]+)'/g)].map(([, id = '']) => id));

/** By the headings of the recipes. */
const kinds: Readonly<Record<string, Kind>> = {
  'An operation of the changeset language': { names: operationKinds.map(({ name }) => name), uses: inCode },
  'A lint rule': { names: rules.map(({ code }) => code), uses: word },
  'A shape': { names: shapeKinds, uses: word },
  'A REST call with its command and tool': {
    names: resources.flatMap(({ routes }) => routes.map(({ id }) => id)),
    uses: word,
  },
  'A command of the editor': { names: editorCommands, uses: word },
  'An error': { names: errorCodes, uses: word },
};

/** `npm run docs` writes it, as all recipes say. */
const generated = 'clients/sdk/types.ts';

const recipes = [...guide.matchAll(/^### (.+)\n\nExample: `([^`]+)`\n\n((?:\d+\. .*\n)+)/gm)].map(
  ([, title = '', example = '', steps = '']) => ({
    title,
    example,
    paths: [...steps.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path),
  }),
);

describe('CONTRIBUTING.md', () => {
  test('every path that it names exists', () => {
    const named = [...guide.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w-]+\.md)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('it has a recipe for each kind', () => {
    expect(recipes.map(({ title }) => title)).toEqual(Object.keys(kinds));
  });

  test.each(recipes)('the recipe "$title" names the files of $example, and no others have it', ({ title, example, paths }) => {
    const kind = kinds[title];
    expect(kind?.names).toContain(example);
    const lacking = paths.filter((path) => !isTest(path) && !word(example).test(`${path} ${sourceOf(path)}`));
    expect(lacking, `files of the recipe without ${example}`).toEqual([]);
    const uses = kind!.uses(example);
    const others = [...sourceFiles].filter(
      (path) =>
        !isTest(path) && !path.startsWith('test/') && path !== generated && !paths.includes(path) && uses.test(sourceOf(path)),
    );
    expect(others, `files with ${example} that the recipe does not name`).toEqual([]);
  });
});
