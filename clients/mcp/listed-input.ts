/**
 * The input of a tool as `tools/list` shows it: what a model needs to send the arguments, in few tokens.
 *
 * An argument that is a list or an object has its type, and its description shows the form by an example. A description that several
 * tools share is listed once, with the first of them. The tool `help` has the whole forms, and a call is checked against them.
 */
import { sharedArgs } from './input.ts';
import type { McpTool } from './tool.ts';

type Schema = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
};

/** The types of the protocol's package are mutable. */
export type ListedArgument = { type?: string | string[]; enum?: string[]; description?: string };
export type ListedInput = {
  type: 'object';
  properties: Record<string, ListedArgument>;
  required?: string[];
  additionalProperties: false;
};

/** The inputs of tools that are listed together. */
export function listedInputs(tools: readonly McpTool[]): { readonly tool: McpTool; readonly inputSchema: ListedInput }[] {
  const described = new Set<string>();
  return tools.map((tool) => {
    const members = Object.entries(tool.input.properties).map(([name, schema]): [string, ListedArgument] => {
      const description = descriptionOf(tool, name);
      const isKnown = description === undefined || described.has(`${name} ${description}`);
      described.add(`${name} ${description}`);
      return [name, { ...form(schema as Schema), ...(!isKnown && { description }) }];
    });
    const required = (tool.input.required ?? []) as string[];
    const inputSchema: ListedInput = {
      type: 'object',
      properties: Object.fromEntries(members),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    };
    return { tool, inputSchema };
  });
}

/** How an argument is described to models; an empty text in `args` stands for nothing, where the name says it all. */
export function descriptionOf({ input, args }: McpTool, name: string): string | undefined {
  const own = args?.[name];
  return own === '' ? undefined : (own ?? sharedArgs[name] ?? (input.properties[name] as Schema | undefined)?.description);
}

/** The types or choices of an argument. Bounds are left out: a refusal names them. */
function form(schema: Schema): Omit<ListedArgument, 'description'> {
  const { enum: choices } = schema;
  if (choices !== undefined) return { enum: [...choices] };
  const types = [...new Set(typesOf(schema))];
  const [type] = types;
  return type === undefined ? {} : { type: types.length === 1 ? type : types };
}

const typesOf = ({ type, anyOf, oneOf }: Schema): string[] => [
  ...(type === undefined ? [] : [type]),
  ...(anyOf ?? oneOf ?? []).flatMap(typesOf),
];
