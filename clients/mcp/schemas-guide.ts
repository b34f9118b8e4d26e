/** The whole forms of tools and operations as JSON Schema, for a model that needs what `tools/list` leaves out. */
import { operationSchemas } from '#core/changeset/schema.ts';
import { operationKinds } from '#core/ops/operation-list.ts';

import type { McpTool } from './tool.ts';

export const schemasUri = 'atelier://schemas/';
export const schemasTemplate = `${schemasUri}{name}`;
export const schemasTitle = 'The whole input of a tool, or the JSON form of an operation';

/** By the name of a tool or of an operation; null if there is neither. */
export function schemaText(name: string, tools: readonly McpTool[]): string | null {
  const tool = tools.find((each) => each.name === name);
  const operation = operationKinds.findIndex((each) => each.name === name);
  if (tool === undefined && operation === -1) return null;
  return JSON.stringify(tool === undefined ? Object.values(operationSchemas)[operation] : tool.input);
}
