import { readFile } from 'node:fs/promises';

import { describe, expect, test } from 'vitest';

import { api } from '#schema/api.ts';
import { errorCodes } from '#schema/errors.ts';

import { errorsReference } from './errors-reference.ts';
import { openApi } from './openapi.ts';
import { refusalsOf } from './refusals.ts';
import { resources } from './resources.ts';
import { openApiText } from './write-docs.ts';

const doc = (name: string): Promise<string> => readFile(new URL(`../docs/${name}`, import.meta.url), 'utf8');
type Description = { paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>> };

describe('the description', () => {
  test('docs/openapi.json and docs/errors.md are up to date (`npm run docs` writes them)', async () => {
    expect(await doc('openapi.json')).toBe(openApiText());
    expect(await doc('errors.md')).toBe(errorsReference());
  });

  test('every operation of schema/api.ts has one route, and every route an id of its own', () => {
    const { paths } = openApi(resources) as Description;
    const operations = Object.values(paths).flatMap((item) => Object.entries(item).filter(([name]) => name !== 'parameters'));
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(ids.toSorted()).toEqual(resources.flatMap(({ routes }) => routes.map(({ id }) => id)).toSorted());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(Object.keys(api).toSorted());
  });

  test('every operation lists each code that it can answer, once', () => {
    const { paths } = openApi(resources) as Description;
    for (const { path, routes } of resources) {
      for (const route of routes) {
        const operation = paths[path.replaceAll(/:([a-z]+)/g, '{$1}')]?.[route.method];
        const text = JSON.stringify(operation?.responses);
        for (const code of refusalsOf(path, route)) expect(text.split(`"${code}"`), `${route.id} ${code}`).toHaveLength(2);
      }
    }
  });

  test('routes declare codes of the error table, and none that all routes of their kind have', () => {
    for (const { routes } of resources) {
      for (const { id, refuses } of routes) {
        for (const code of refuses) expect(errorCodes, id).toContain(code);
        expect(new Set(refuses).size, id).toBe(refuses.length);
      }
    }
  });

  test('a schema with a name is described once', () => {
    const text = openApiText();
    expect(text.split('"title": "Atelier"')).toHaveLength(2);
    expect(text).toContain('"$ref": "#/components/schemas/Document"');
    expect(text).not.toContain('undefined');
  });
});
