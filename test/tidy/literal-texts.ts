/**
 * literal-texts: texts of the interface that stand outside the catalogues (clients/editor/strings).
 *
 * A text is what a component shows between its tags, or passes on under one of `textNames`: words, not names in code. Strings that
 * are put together or chosen there count too.
 */
import { parseSync } from 'vite';

import { isCode, isTest, type SourceFile } from './sources.ts';

/** Attributes and properties whose values people read or hear. */
const textNames = new Set([
  'aria-label',
  'aria-description',
  'title',
  'placeholder',
  'alt',
  'label',
  'hint',
  'description',
  'lead',
  'confirm',
  'heading',
  'group',
  'detail',
  'text',
]);
/** Functions that show or speak their first argument. */
const speakers = new Set(['announce', 'tell']);

/** Names of products, which are the same in every language. */
const allowed = new Set(['Atelier', 'Claude Code', 'Cursor', 'VS Code', 'curl']);

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isText = (text: string): boolean => /\p{L}{2}/u.test(text) && !allowed.has(text.trim());
/** `text` is a field of elements and of inputs too, whose values are single words in small letters. */
const isValue = (name: string, value: unknown): boolean =>
  name === 'text' && isNode(value) && value.type === 'Literal' && /^[a-z]+$/.test(String(value['value']));

/** Files whose texts under these names are no interface, each with its reason. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['clients/editor/home/tokens/setup-lines.ts', 'lines for a shell, and files in JSON'],
  ['clients/editor/sheet/cell-clip.ts', 'descriptions of a schema'],
]);

/** Areas whose texts are still outside the catalogues. */
export const areasToDo: readonly string[] = [];

/** Looks at the components and modules of the editor, tests and catalogues aside. */
export function literalTextFindings(files: readonly SourceFile[]): string[] {
  const isLooked = ({ path }: SourceFile): boolean =>
    path.startsWith('clients/editor/') &&
    !path.startsWith('clients/editor/strings/') &&
    !exceptions.has(path) &&
    !areasToDo.some((area) => path.startsWith(`${area}/`));
  return files
    .filter((file) => isLooked(file) && isCode(file) && !isTest(file))
    .flatMap(({ path, text }) => {
      const findings: string[] = [];
      const report = (words: string, start: number): void => {
        const line = text.slice(0, start).split('\n').length;
        findings.push(
          `${path}:${line} has the text "${words.trim().replaceAll(/\s+/g, ' ')}": put it into clients/editor/strings`,
        );
      };
      visit(parseSync(path, text).program, report);
      return findings;
    });
}

type Report = (words: string, start: number) => void;

function visit(value: unknown, report: Report): void {
  if (Array.isArray(value)) return value.forEach((one) => visit(one, report));
  if (!isNode(value)) return;
  if (value.type === 'JSXText' && isText(String(value['value']))) return report(String(value['value']), value.start);
  // Code is the same in every language.
  if (value.type === 'JSXElement' && nameOf((value['openingElement'] as Node)['name']) === 'code') return;
  if (value.type === 'JSXExpressionContainer') visitText(value['expression'], report);
  if (value.type === 'JSXAttribute' && textNames.has(nameOf(value['name']))) visitText(value['value'], report);
  if (value.type === 'Property' && textNames.has(nameOf(value['key'])) && !isValue(nameOf(value['key']), value['value'])) {
    visitText(value['value'], report);
  }
  if (value.type === 'CallExpression' && speakers.has(calleeOf(value))) visitText((value['arguments'] as unknown[])[0], report);
  for (const [key, inner] of Object.entries(value)) {
    const isAttribute = value.type === 'JSXAttribute' && key === 'value';
    // The expression of an attribute is no text between tags.
    if (isAttribute && isNode(inner) && inner.type === 'JSXExpressionContainer') visit(inner['expression'], report);
    else visit(inner, report);
  }
}

/** A string where a text is shown, and the branches and parts of which one is chosen or put together. */
function visitText(value: unknown, report: Report): void {
  if (!isNode(value)) return;
  if (value.type === 'Literal' && typeof value['value'] === 'string' && isText(value['value'])) {
    report(value['value'], value.start);
  } else if (value.type === 'TemplateLiteral') {
    for (const part of value['quasis'] as { value: { cooked: string } }[]) {
      if (isText(part.value.cooked)) report(part.value.cooked, value.start);
    }
  } else if (value.type === 'ConditionalExpression') {
    visitText(value['consequent'], report);
    visitText(value['alternate'], report);
  } else if (value.type === 'LogicalExpression') {
    visitText(value['right'], report);
  } else if (value.type === 'JSXExpressionContainer') {
    visitText(value['expression'], report);
  }
}

function nameOf(node: unknown): string {
  const name = isNode(node) ? (node['name'] ?? node['value']) : undefined;
  return typeof name === 'string' ? name : '';
}

function calleeOf({ callee }: Node): string {
  if (!isNode(callee)) return '';
  return callee.type === 'MemberExpression' ? nameOf(callee['property']) : nameOf(callee);
}
