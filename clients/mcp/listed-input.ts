/**
 * The input of a tool as `tools/list` shows it: what a model needs to send the common arguments, in few tokens.
 *
 * A form within an argument shows its members without their descriptions, and a choice among forms only the member that selects
 * one. The whole forms are a resource (schemas-guide.ts), and a call is checked against them.
 */
import { Operations } from '#core/changeset/schema.ts';
import { OperationsBody } from '#schema/calls.ts';

type Schema = {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
};

/** The JSON Schema of an input, without TypeBox's own notes. */
export function listedInput(input: object): Schema {
  const { properties = {}, ...rest } = JSON.parse(JSON.stringify(input)) as Schema;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, argument(schema)])),
  };
}

const argument = (schema: Schema): Schema => ({
  ...inner(schema),
  ...(schema['description'] !== undefined && { description: schema['description'] }),
});

/** The engine checks operations itself: their forms are those that it accepts. */
const operationsText = JSON.stringify(OperationsBody);

function inner(whole: Schema): Schema {
  if (JSON.stringify(whole) === operationsText) return inner(JSON.parse(JSON.stringify(Operations)) as Schema);
  const { description: _, pattern: _pattern, ...schema } = whole;
  const selected = schema.oneOf ?? schema.anyOf ?? [];
  const member = selectorOf(selected);
  if (member !== null) return choice(member, selected);
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, part(keyword, value)] as const);
  return Object.fromEntries(entries);
}

function part(keyword: string, value: unknown): unknown {
  if (keyword === 'properties')
    return Object.fromEntries(
      Object.entries(value as Readonly<Record<string, Schema>>).map(([name, schema]) => [name, inner(schema)]),
    );
  if (Array.isArray(value)) return value.map((one: unknown) => (isSchema(one) ? inner(one) : one));
  return isSchema(value) ? inner(value) : value;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member whose constant differs from form to form; null if there is none. */
function selectorOf(forms: readonly Schema[]): string | null {
  const [first] = forms;
  if (first === undefined || forms.length < 2) return null;
  const isConstant = (name: string): boolean => forms.every(({ properties }) => properties?.[name]?.['const'] !== undefined);
  return Object.keys(first.properties ?? {}).find(isConstant) ?? null;
}

const choice = (member: string, forms: readonly Schema[]): Schema => ({
  type: 'object',
  required: [member],
  properties: { [member]: { enum: forms.map(({ properties }) => properties?.[member]?.['const']) } },
});
