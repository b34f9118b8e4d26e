/** A fast-check arbitrary of valid elements, derived from the schemas. */
import fc from 'fast-check';

import { type Element, elementSchemas, elementTypes } from '../element.ts';

type Node = Readonly<Record<string, unknown>>;

export const anyElement = (id: string): fc.Arbitrary<Element> =>
  elements.map((fields) => ({ ...fields, id, z: 'a0' }) as Element);

function arbitraryOf(schema: object): fc.Arbitrary<unknown> {
  const node = schema as Node;
  if ('const' in node) return fc.constant(node['const']);
  if (Array.isArray(node['enum'])) return fc.constantFrom(...(node['enum'] as unknown[]));
  if (Array.isArray(node['anyOf'])) return fc.oneof(...(node['anyOf'] as object[]).map(arbitraryOf));
  const bound = (name: string, fallback: number): number => (typeof node[name] === 'number' ? node[name] : fallback);
  switch (node['type']) {
    case 'string':
      if (typeof node['pattern'] === 'string') return fc.stringMatching(new RegExp(node['pattern']), { size: 'small' });
      return fc
        .string({ minLength: bound('minLength', 0), maxLength: 20, unit: 'grapheme' })
        .filter((text) => !text.includes('\0'));
    case 'number':
      return fc.double({ min: bound('minimum', -1e6), max: bound('maximum', 1e6), noNaN: true });
    case 'integer':
      return fc.integer({ min: bound('minimum', -100), max: bound('maximum', 100) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      if (Array.isArray(node['prefixItems'])) return fc.tuple(...(node['prefixItems'] as object[]).map(arbitraryOf));
      return fc.array(arbitraryOf(node['items'] as object), {
        minLength: bound('minItems', 0),
        maxLength: Math.max(3, bound('minItems', 0)),
      });
    case 'object': {
      const members = Object.entries(node['properties'] as Record<string, object>).map(
        ([name, member]) => [name, arbitraryOf(member)] as const,
      );
      return fc.record(Object.fromEntries(members), { requiredKeys: node['required'] as string[], noNullPrototype: true });
    }
    default:
      return fc.constant(null);
  }
}

const elements = fc.oneof(
  ...elementTypes.map((type) => arbitraryOf(elementSchemas[type]) as fc.Arbitrary<Record<string, unknown>>),
);
