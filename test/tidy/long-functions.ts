/**
 * long-functions: functions of the editor that are too long. A component renders; its behavior is in classes, hooks and functions with
 * tests of their own.
 */
import { parseSync } from 'vite';

import { isCode, isTest, type SourceFile } from './sources.ts';

export const functionLinesMax = 80;

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>;

const functionTypes: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Components, hooks, methods and any other function of the page, except in tests. */
export const longFunctionFindings = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => file.path.startsWith('clients/editor/') && isCode(file) && !isTest(file))
    // Only a file that is longer itself can have such a function.
    .filter(({ text }) => text.split('\n').length > functionLinesMax)
    .flatMap(({ path, text }) =>
      [...functionsIn(parseSync(path, text).program as unknown as Node)].flatMap(({ name, start, end }) => {
        const lines = text.slice(start, end).split('\n').length;
        return lines > functionLinesMax ? [`${path}: ${name} has ${lines} lines, more than ${functionLinesMax}`] : [];
      }),
    );

type FoundFunction = { readonly name: string; readonly start: number; readonly end: number };

function* functionsIn(node: Node, name = 'a function'): Generator<FoundFunction> {
  const own = nameOf(node) ?? name;
  if (functionTypes.has(node.type)) yield { name: own, start: node.start, end: node.end };
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* functionsIn(child, own);
  }
}

/** Of a declaration, or of the variable or member that has a function as its value. */
function nameOf(node: Node): string | undefined {
  const named = node['id'] ?? (node.type === 'VariableDeclarator' ? undefined : node['key']);
  return isNode(named) && typeof named['name'] === 'string' ? named['name'] : undefined;
}
