import { describe, expect, test } from 'vitest';

import { operationKinds } from '#core/ops/operation-list.ts';

import { checkArguments } from './check-arguments.ts';
import { toolDescription } from './create-server.ts';
import { listedInput } from './listed-input.ts';
import { schemaText } from './schemas-guide.ts';
import type { McpTool } from './tool.ts';
import { tools } from './tools/list.ts';

const toolNamed = (name: string): McpTool => {
  const found = tools.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no tool ${name}.`);
  return found;
};
const listed = (name: string): string => JSON.stringify(listedInput(toolNamed(name).input));

describe('listed-input', () => {
  test('TS14 the list of all tools has at most 33,000 characters', () => {
    expect(JSON.stringify(tools.map(toolDescription)).length).toBeLessThanOrEqual(33_000);
  });

  test('TS14 operations are lines, or objects with op named', () => {
    const ops = operationKinds.map(({ name }) => name);
    const form = { type: 'object', required: ['op'], properties: { op: { enum: ops } } };
    expect(listedInput(toolNamed('update_document').input).properties?.['operations']).toMatchObject({
      anyOf: [{ type: 'string' }, { type: 'array', items: form }],
    });
  });

  test('TS14 a choice among forms shows the member that selects one', () => {
    expect(listed('illustrate')).toContain('"items":{"type":"object","required":["op"],"properties":{"op":{"enum":["add","set",');
    expect(listed('change_sheet')).toContain('"required":["kind"],"properties":{"kind":{"enum":["cells","title","layout"]}}');
  });

  test('TS14 every argument is listed with its description', () => {
    for (const { name, input } of tools) {
      const shown = listedInput(input).properties ?? {};
      expect(Object.keys(shown), name).toEqual(Object.keys(input.properties));
      for (const [argument, schema] of Object.entries(input.properties)) {
        expect(shown[argument]?.['description'], `${name} ${argument}`).toBe((schema as { description?: string }).description);
      }
    }
  });

  test('TS14 the whole input of each tool and the JSON form of each operation is a resource', () => {
    for (const { name, input } of tools) expect(schemaText(name, tools), name).toBe(JSON.stringify(input));
    for (const { name, input } of operationKinds) {
      const { properties } = JSON.parse(schemaText(name, tools) ?? '') as { readonly properties: object };
      expect(Object.keys(properties), name).toEqual(Object.keys(input.properties));
    }
    expect(schemaText('no_such_tool', tools)).toBeNull();
  });

  test('TS14 a refused argument names the resource with the whole input', () => {
    const write = { kind: 'cells', cells: [{ row: 1 }] };
    const refusal = checkArguments(toolNamed('change_sheet'), { document: 'd', sheet: 's', write });
    expect(refusal?.hint).toContain('atelier://schemas/change_sheet');
  });
});
