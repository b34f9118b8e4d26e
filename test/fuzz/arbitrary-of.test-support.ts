/** Values that fit a schema, and many ways to corrupt one. */
import fc from 'fast-check';
import type { TSchema } from 'typebox';

/** The members of JSON Schema that our schemas use. */
type Schema = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
};

/** `texts`: the source of free text and of names. */
export function arbitraryOf(schema: TSchema, texts: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const of = (part: Schema): fc.Arbitrary<unknown> => {
    if (part.const !== undefined) return fc.constant(part.const);
    if (part.enum !== undefined) return fc.constantFrom(...part.enum);
    const either = part.anyOf ?? part.oneOf;
    if (either !== undefined) return fc.oneof(...either.map(of));
    switch (part.type) {
      case 'object': {
        const members = Object.entries(part.properties ?? {}).map(([name, member]) => [name, of(member)] as const);
        return fc.record(Object.fromEntries(members), { requiredKeys: [...(part.required ?? [])] });
      }
      case 'array':
        return fc.array(of(part.items ?? {}), { minLength: part.minItems ?? 0, maxLength: 3 + (part.minItems ?? 0) });
      case 'integer':
        return fc.integer({ min: part.minimum ?? -10, max: Math.min(part.maximum ?? 1_000, (part.minimum ?? 0) + 1_000) });
      case 'number':
        return fc.double({ min: part.minimum ?? -1_000, max: part.maximum ?? 1_000, noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'string':
        if (part.pattern !== undefined) return fc.oneof(fc.stringMatching(new RegExp(part.pattern), { maxLength: 40 }), texts);
        if (part.format === 'email') return fc.emailAddress();
        return fc.oneof(texts, fc.string({ minLength: part.minLength ?? 0, maxLength: Math.min(part.maxLength ?? 60, 60) }));
      case undefined:
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  };
  return of(schema as Schema);
}

export type Spoiling = (value: unknown) => string;

/** Invalid variants of the JSON text of a value. */
export const spoiling: fc.Arbitrary<Spoiling> = fc.oneof(
  fc.constant<Spoiling>((value) => JSON.stringify(value)),
  fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 2 })).map<Spoiling>(([at, junk]) => (value) => JSON.stringify(replaced(value, at, junk))), // prettier-ignore
  fc.nat().map<Spoiling>((at) => (value) => JSON.stringify(replaced(value, at, undefined))),
  fc
    .constantFrom('__proto__', 'constructor', 'toString', 'id', 'rev', 'author', 'tokenId', 'x')
    .map<Spoiling>((name) => (value) => withMember(value, name)),
  fc.constantFrom(31, 33, 5_000).map<Spoiling>((depth) => (value) => `${'['.repeat(depth)}${JSON.stringify(value)}${']'.repeat(depth)}`), // prettier-ignore
  fc.nat().map<Spoiling>((at) => (value) => cut(JSON.stringify(value) ?? '', at)),
  fc
    .constantFrom('\u0000', '\ud800', '\ufeff', '"\\ud800"', '1e400', '-0', '9007199254740993', '{"a":1,"a":2}', 'NaN', '')
    .map<Spoiling>((text) => (value) => `${text}${JSON.stringify(value)}`),
  fc.constantFrom('\\u0000', '\\ud800', '\u202e', '\\u2028', '👨‍👩‍👧‍👦'.repeat(200), 'x'.repeat(70_000), 'y'.repeat(1_100_000)).map<Spoiling>((text) => (value) => (JSON.stringify(value) ?? '').replace('"', `"${text}`)), // prettier-ignore
);

/** A copy with the value at the `at`th place replaced; undefined removes it. */
function replaced(value: unknown, at: number, by: unknown): unknown {
  if (typeof value !== 'object' || value === null) return by;
  const names = Object.keys(value);
  if (names.length === 0) return by;
  const name = names[at % names.length] ?? '';
  const inner = (value as Record<string, unknown>)[name];
  const deeper = at >= names.length ? replaced(inner, Math.floor(at / names.length), by) : by;
  return Array.isArray(value)
    ? value.map((entry: unknown, index) => (String(index) === name ? deeper : entry))
    : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, key === name ? deeper : (member as unknown)]));
}

const withMember = (value: unknown, name: string): string =>
  `{"${name}":{"isAdmin":true}${(JSON.stringify(value) ?? '').replace(/^\{(?!\})/, ',').replace(/^\{\}$/, '}') || '}'}`;
const cut = (text: string, at: number): string => text.slice(0, text.length === 0 ? 0 : at % text.length);
