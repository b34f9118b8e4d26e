/** mindmap-diagram: the mind maps of Mermaid: a tree by indentation. */
import type { ShapeKind } from '#schema/shape-kinds.ts';

import { type Diagram, type ImportFault, isImportFault } from '../diagram.ts';
import { DiagramBuilder } from './diagram-builder.ts';
import { labelText } from './label-text.ts';
import type { MermaidText } from './mermaid-text.ts';

const brackets: readonly (readonly [open: string, close: string, kind: ShapeKind])[] = [
  ['((', '))', 'circle'],
  ['))', '((', 'star'],
  [')', '(', 'cloud'],
  ['{{', '}}', 'hexagon'],
  ['(', ')', 'rounded'],
  ['[', ']', 'square'],
];

/** The text after the word `mindmap`. */
export function readMindmap(source: MermaidText): Diagram | ImportFault {
  const builder = new DiagramBuilder('rounded');
  builder.style = 'mindmap';
  builder.direction = 'right';
  const path: { readonly indent: number; readonly id: string }[] = [];
  while (!source.atEnd) {
    source.take(/(?:[ \t]*\n)*/y);
    const indent = (source.take(/[ \t]*/y) ?? '').replaceAll('\t', '    ').length;
    if (source.atEnd) break;
    const last = path.at(-1);
    if (source.take(/::icon\([^\n)]*\)/y) !== null) builder.losses.drop(last?.id ?? '', 'an icon', 'boxes have none');
    else if (source.takes(':::'))
      builder.nodes.get(last?.id ?? '')?.classes.push(
        ...source
          .restOfLine()
          .split(/[ \t]+/)
          .filter(Boolean),
      );
    else {
      while ((path.at(-1)?.indent ?? -1) >= indent) path.pop();
      const parent = path.at(-1);
      if (parent === undefined && builder.nodes.size > 0) return source.fault('a node below the root: a mind map has one root');
      const id = readNode(source, builder);
      if (isImportFault(id)) return id;
      if (parent !== undefined) builder.edge(parent.id, id, '', { heads: 'none' });
      path.push({ indent, id });
    }
    source.skipSpaces();
    if (!source.atEnd && source.take(/\n/y) === null) return source.fault('the end of the line');
  }
  return builder.build();
}

function readNode(source: MermaidText, builder: DiagramBuilder): string | ImportFault {
  const start = source.at;
  const name = source.take(/[^\n()[\]{}]*/y)?.trim() ?? '';
  const found = brackets.find(([open]) => source.takes(open));
  if (found === undefined) {
    if (name === '') return source.fault('a node', start);
    return addNode(builder, name, name, 'rounded', start, source);
  }
  const [, close, kind] = found;
  source.take(/\s*/y);
  const quoted = source.quoted();
  if (isImportFault(quoted)) return quoted;
  const text = quoted ?? source.until(close);
  source.take(/\s*/y);
  if (text === null || !source.takes(close)) return source.fault(`the closing ${close}`, start);
  if (kind === 'star') builder.losses.coerce(name === '' ? text.trim() : name, 'a bang', 'star');
  return addNode(builder, name === '' ? text.trim() : name, text, kind, start, source);
}

function addNode(
  builder: DiagramBuilder,
  wanted: string,
  text: string,
  kind: ShapeKind,
  start: number,
  source: MermaidText,
): string {
  let [id, count] = [wanted, 1];
  while (builder.nodes.has(id)) id = `${wanted}#${(count += 1)}`;
  const node = builder.node(id);
  node.kind = kind;
  node.label = labelText(text, wanted === '' ? `line ${source.lineAt(start)}` : wanted, builder.losses);
  return id;
}
