import { describe, expect, test } from 'vitest';

import { readJson } from '#core/notation/json.ts';
import { isParseError } from '#core/notation/parse-error.ts';
import { validationErrors } from '#schema/validate.ts';

import { checkArguments } from './check-arguments.ts';
import { toolDescriptions } from './create-server.ts';
import { descriptionOf, listedInputs } from './listed-input.ts';
import type { McpTool } from './tool.ts';
import { tools } from './tools/list.ts';

const toolNamed = (name: string): McpTool => {
  const found = tools.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no tool ${name}.`);
  return found;
};
const listed = listedInputs(tools);

describe('listed-input', () => {
  test('TS14 the list of all tools has at most 16,000 characters, and each later tool at most 500', () => {
    const starting = ['create_document', 'change_document', 'create_tab', 'change_tab', 'list_changesets', 'open_board'];
    const later = new Set([
      ...starting,
      'wait_for_task',
      'report_task',
      'import_diagram',
      'export_tab',
      'search',
      'list_proposals',
    ]);
    const all = toolDescriptions(tools, { apps: false });
    expect(JSON.stringify(all.filter(({ name }) => !later.has(name))).length).toBeLessThanOrEqual(16_000);
    const withApps = toolDescriptions(tools, { apps: true });
    expect(withApps.map(({ name }) => name)).toContain('open_board');
    expect(JSON.stringify(withApps).length).toBeLessThanOrEqual(16_000 + 500 * later.size);
    for (const tool of all.filter(({ name }) => later.has(name)))
      expect(JSON.stringify(tool).length, tool.name).toBeLessThanOrEqual(500);
  });

  test('TS14 every argument is listed with its type or choices; a shared description once, with the first tool', () => {
    const seen = new Set<string>();
    for (const { tool, inputSchema } of listed) {
      const { name, input } = tool;
      expect(Object.keys(inputSchema.properties), name).toEqual(Object.keys(input.properties));
      for (const [argument, { type, enum: choices, description }] of Object.entries(inputSchema.properties)) {
        expect(type ?? choices, `${name} ${argument}`).toBeDefined();
        const whole = descriptionOf(tool, argument);
        const isFirst = whole !== undefined && !seen.has(`${argument}: ${whole}`);
        seen.add(`${argument}: ${whole}`);
        expect(description, `${name} ${argument}`).toBe(isFirst ? whole : undefined);
      }
    }
    expect([...seen].filter((each) => each.startsWith('document: '))).toHaveLength(1);
  });

  test('TS14 the description of a list or an object has an example, which fits the input', () => {
    const examples: string[] = [];
    for (const { tool, inputSchema } of listed) {
      for (const [argument, { type = [] }] of Object.entries(inputSchema.properties)) {
        if (![type].flat().some((each) => each === 'array' || each === 'object')) continue;
        const description = descriptionOf(tool, argument) ?? '';
        const read = readJson(description, description.search(/[[{]/));
        if (isParseError(read)) throw new Error(`${tool.name} ${argument}: ${description}`);
        const needed = Object.fromEntries(((tool.input.required ?? []) as string[]).map((each) => [each, 'x']));
        const faults = validationErrors(tool.input, { ...needed, ...(tool.name === 'change_card_types' && { expectedRev: 0 }), [argument]: read.value }); // prettier-ignore
        expect(faults, `${tool.name} ${argument}`).toEqual([]);
        examples.push(argument);
      }
    }
    expect(examples.length).toBeGreaterThanOrEqual(20);
  });

  test('TS14 a refused argument names the topic of help with the whole input, and shows the argument', () => {
    const write = { kind: 'cells', cells: [{ row: 1 }] };
    const refusal = checkArguments(toolNamed('change_sheet'), { document: 'd', sheet: 's', write });
    expect(refusal?.hint).toContain('help with topic change_sheet');
    expect(JSON.stringify(refusal)).toContain('{\\"kind\\":\\"title\\",\\"title\\":\\"Costs\\"}');
  });
});
