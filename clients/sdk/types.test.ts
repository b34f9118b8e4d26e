/** The types of the client library are those of the interface. */
import { readFileSync } from 'node:fs';

import { describe, expect, expectTypeOf, test } from 'vitest';

import type { ApiCall, CallReply } from '#clients/api/calls.ts';
import { typedOperations } from '#core/ops/operation-list.ts';

import { apiTypes } from './api-types.ts';
import { changeset } from './changeset.ts';
import type { Call, Reply } from './client.ts';
import { operationNames } from './types.ts';

/** What formatting may change. */
const withoutLayout = (text: string): string => text.replace(/[\s|();,'"]/g, '');

/** A readonly array or member of the schemas counts as another one. */
type Fixed<T> = T extends readonly [infer A, infer B]
  ? readonly [Fixed<A>, Fixed<B>]
  : T extends readonly (infer One)[]
    ? readonly Fixed<One>[]
    : T extends object
      ? { readonly [Key in keyof T]: Fixed<T[Key]> }
      : T;
type Alike<A, B> = Fixed<A> extends Fixed<B> ? true : false;
/** Calls that may answer what the type here does not say. */
type Missing = { [C in ApiCall]: Alike<Reply<C>, CallReply<C>> extends true ? never : C }[ApiCall];
/** Calls whose type here is narrower than what TypeScript reads from the schema, which describes some members in JSON Schema alone. */
type Narrower = { [C in ApiCall]: Alike<CallReply<C>, Reply<C>> extends true ? never : C }[ApiCall];

describe('the types of the client library', () => {
  test('SDK2 types.ts is up to date (`npm run docs` writes it)', () => {
    expect(withoutLayout(readFileSync(new URL('types.ts', import.meta.url), 'utf8'))).toBe(withoutLayout(apiTypes()));
  });

  test('SDK2 are those of every call', () => {
    expectTypeOf<Call>().toEqualTypeOf<ApiCall>();
    expectTypeOf<Missing>().toEqualTypeOf<never>();
    expectTypeOf<Narrower>().toEqualTypeOf<'GET /openapi.json'>();
  });

  test('SDK3 the builder has a method for each operation, and adding to a changeset makes another', () => {
    expect(operationNames).toEqual(typedOperations.map(({ name }) => name));
    const first = changeset().add({ kind: 'square', id: 'a' });
    const both = first.rm({ target: 'a' });
    expect(first.operations).toEqual([{ op: 'add', kind: 'square', id: 'a' }]);
    expect(both.operations).toEqual([
      { op: 'add', kind: 'square', id: 'a' },
      { op: 'rm', target: 'a' },
    ]);
    const misused = () => [
      // @ts-expect-error An arrow has two ends.
      changeset().connect({ from: 'a' }),
      // @ts-expect-error There is no such operation.
      changeset().paint({}),
    ];
    expect(misused).toThrow(TypeError);
  });
});
