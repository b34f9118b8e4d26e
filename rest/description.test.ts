import { readFile } from 'node:fs/promises';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';

import { parseOperations } from '#core/changeset/parse.ts';
import { operationKinds } from '#core/ops/operation-list.ts';
import { api } from '#schema/api.ts';
import { elementTypes } from '#schema/element.ts';
import { errorCodes } from '#schema/errors.ts';
import { validationErrors } from '#schema/validate.ts';

import { errorsReference } from './errors-reference.ts';
import { examples } from './examples.ts';
import { openApi } from './openapi.ts';
import { refusalsOf } from './refusals.ts';
import { resources } from './resources.ts';
import { openApiText } from './write-docs.ts';

const doc = (name: string): Promise<string> => readFile(new URL(`../docs/${name}`, import.meta.url), 'utf8');
type Json = { readonly [member: string]: unknown };
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

  const whole = JSON.parse(openApiText()) as Description & {
    readonly components: Readonly<Record<string, Record<string, Json>>>;
  };
  const resolved = (value: unknown): unknown => {
    const { $ref } = value as { readonly $ref?: string };
    const [kind = '', name = ''] = $ref?.split('/').slice(2) ?? [];
    return $ref === undefined ? value : whole.components[kind]?.[name];
  };

  test('every operation lists each code that it can answer, once', () => {
    const { paths } = openApi(resources) as Description;
    for (const { path, routes } of resources) {
      for (const route of routes) {
        const operation = paths[path.replaceAll(/:([a-z]+)/g, '{$1}')]?.[route.method];
        const text = JSON.stringify(Object.values(operation?.responses ?? {}).map(resolved));
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

  test('every property, parameter, header and example of the description says what it is', () => {
    const silent: string[] = [];
    const isDescribed = (value: unknown): boolean => {
      const { description, $ref } = (value ?? {}) as { readonly description?: string; readonly $ref?: string };
      return (
        (description ?? '').trim() !== '' ||
        ($ref !== undefined && isDescribed(resolved(value))) ||
        (value as object | null)?.hasOwnProperty('const') === true
      );
    };
    const walk = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties, parameters, headers } = value as Readonly<Record<string, object | undefined>>;
      for (const [kind, named] of Object.entries({ properties, parameters, headers })) {
        for (const [name, one] of Object.entries(named ?? {})) if (!isDescribed(one)) silent.push(`${place} ${kind} ${name}`);
      }
      for (const [name, inner] of Object.entries(value)) if (name !== 'example') walk(inner, `${place}/${name}`);
    };
    walk(whole, '');
    expect(silent).toEqual([]);
  });

  test('header and cookie names of the description can be sent', () => {
    const schemes = Object.values(whole.components['securitySchemes'] ?? {}).flatMap(({ name }) =>
      typeof name === 'string' ? [name] : [],
    );
    const headers = [...JSON.stringify(whole).matchAll(/"name":"([^"]+)","in":"header"/g)].map(([, name = '']) => name);
    for (const name of [...schemes, ...headers, ...Object.keys(whole.components['headers'] ?? {})])
      expect(name).toMatch(/^[\w-]+$/);
  });

  test('an operation, an element and a page change is selected by its discriminator, and each has a schema', () => {
    const mappingOf = (name: string): readonly string[] => {
      const { discriminator } = resolved({ $ref: `#/components/schemas/${name}` }) as {
        readonly discriminator: { readonly mapping: object };
      };
      for (const ref of Object.values(discriminator.mapping)) expect(resolved({ $ref: ref }), ref).toHaveProperty('properties');
      return Object.keys(discriminator.mapping).toSorted();
    };
    expect(mappingOf('Operation')).toEqual(operationKinds.map(({ name }) => name).toSorted());
    for (const name of ['AddedElement', 'ElementView']) expect(mappingOf(name)).toEqual(elementTypes.toSorted());
    expect(mappingOf('PageChange')).toEqual(['add', 'delete', 'duplicate', 'layout', 'move', 'set']);
  });

  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(whole, 'description');
  const faults = (place: string, value: unknown): unknown => {
    const check = ajv.getSchema(`description#${place}`);
    return check === undefined ? `nothing is at ${place}` : check(value) === true ? [] : check.errors;
  };

  test.each(operationKinds.map((kind) => [kind.name, kind] as const))(
    'the example of %s fits its schema',
    (_name, { example }) => {
      const { before, lines } = example;
      const parsed = parseOperations(`${before}\n${lines}`);
      if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors));
      const operations = JSON.parse(JSON.stringify(parsed.operations.map(({ operation }) => operation))) as unknown[];
      for (const operation of operations)
        expect(faults('/components/schemas/Operation', operation), JSON.stringify(operation)).toEqual([]);
    },
  );

  test('every call with a body has an example that fits its schema, and none without one has', () => {
    const calls = resources.flatMap(({ path, routes }) =>
      routes.map((route) => ({ path: path.replaceAll(/:([a-z]+)/g, '{$1}'), route })),
    );
    for (const { path, route } of calls) {
      const example = examples[route.id]?.json;
      if (route.body === undefined || route.raw !== undefined) {
        expect(example, route.id).toBeUndefined();
        continue;
      }
      expect(validationErrors(route.body, example), route.id).toEqual([]);
      const place = `/paths/${encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))}/${route.method}/requestBody/content/application~1json/schema`;
      expect(faults(place, example), route.id).toEqual([]);
      expect(examples[route.id]?.text !== undefined, route.id).toBe(route.textBody !== undefined);
    }
  });

  test('a schema with a name is described once', () => {
    const text = openApiText();
    expect(text.split('"title": "Atelier"')).toHaveLength(2);
    expect(text).toContain('"$ref": "#/components/schemas/Document"');
    expect(text).not.toContain('undefined');
  });
});
