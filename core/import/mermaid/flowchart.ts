/** flowchart: the flowcharts of Mermaid, with subgraphs, classes and styles. */
import { type Diagram, type ImportFault, isImportFault } from '../diagram.ts';
import { DiagramBuilder } from './diagram-builder.ts';
import { readLink } from './flow-link.ts';
import { brackets, type FlowShape, namedShapes, slanted } from './flow-shapes.ts';
import { labelText, markdownText } from './label-text.ts';
import type { MermaidText } from './mermaid-text.ts';
import { readProperties } from './properties.ts';
import { readStyle } from './style-statements.ts';

const idPattern = /(?:[\p{L}\p{N}_!#$%'*+.`?\\/]|-(?=[^->.])|=(?!=))+/uy;
const listPattern = /[^\s;]+/y;

/** The text after the word `flowchart` or `graph`. */
export function readFlowchart(source: MermaidText): Diagram | ImportFault {
  const builder = new DiagramBuilder('square');
  source.skipSpaces();
  const direction = source.take(/(?:TB|TD|BT|RL|LR|[<>^v])(?=[\s;]|$)/y);
  builder.direction = directionOf(direction, builder, 'the diagram');
  for (source.skipBreaks(); !source.atEnd; source.skipBreaks()) {
    const fault = readStatement(source, builder);
    if (fault !== null) return fault;
  }
  if (builder.group !== null) return source.fault('end, which closes the subgraph');
  return builder.build();
}

function readStatement(source: MermaidText, builder: DiagramBuilder): ImportFault | null {
  if (source.sees(/subgraph(?=[\s;"])/y)) return readSubgraph(source, builder);
  if (source.sees(/end(?=[\s;&]|$)/y)) {
    source.at += 3;
    return builder.closeGroup() ? null : source.fault('a subgraph that end closes', source.at - 3);
  }
  const direction = source.match(/direction[ \t]+(TB|TD|BT|RL|LR)(?=[\s;]|$)/y)?.[1];
  if (direction !== undefined) {
    if (builder.group === null) builder.direction = directionOf(direction, builder, 'the diagram');
    else builder.group.direction = directionOf(direction, builder, builder.group.id);
    return null;
  }
  const style = readStyle(source, builder, listPattern);
  if (isImportFault(style)) return style;
  return style ? null : readChain(source, builder);
}

export function directionOf(name: string | null, builder: DiagramBuilder, source: string): 'right' | 'down' {
  if (name === 'BT' || name === '^') builder.losses.coerce(source, 'upwards', 'downwards');
  if (name === 'RL' || name === '<') builder.losses.coerce(source, 'to the left', 'to the right');
  return name === 'LR' || name === 'RL' || name === '>' || name === '<' ? 'right' : 'down';
}

function readSubgraph(source: MermaidText, builder: DiagramBuilder): ImportFault | null {
  const start = source.at;
  source.at += 'subgraph'.length;
  source.skipSpaces();
  const quoted = source.quoted();
  if (isImportFault(quoted)) return quoted;
  const words = quoted ?? source.take(/[^\n;["]*/y)?.trim() ?? '';
  const id = words === '' ? `subgraph ${builder.groups.size + 1}` : words;
  let label = words;
  if (quoted === null && source.takes('[')) {
    const title = readTitle(source);
    if (isImportFault(title)) return title;
    label = title;
  }
  source.skipSpaces();
  if (!source.atEnd && !source.sees(/[\n;]/y)) return source.fault('the end of the line after the title of the subgraph');
  if (builder.isOpen(id)) return source.fault(`a subgraph with another id: it is in ${id} itself`, start);
  builder.openGroup(id, labelText(label, id, builder.losses));
  return null;
}

function readTitle(source: MermaidText): string | ImportFault {
  const start = source.at;
  const quoted = source.quoted();
  if (isImportFault(quoted)) return quoted;
  const title = quoted ?? source.until(']');
  source.skipSpaces();
  return title === null || !source.takes(']') ? source.fault('the closing ]', start) : title;
}

/** Nodes, and links between them: `a & b --> c -- text --> d`. */
function readChain(source: MermaidText, builder: DiagramBuilder): ImportFault | null {
  let from = readNodes(source, builder);
  while (!isImportFault(from)) {
    source.skipSpaces();
    const before = source.at;
    // A line break before a link continues the chain.
    source.take(/\s*(?=[\w-]*@?[xo<]?(?:--|==|-\.|~~~))/y);
    const link = source.at > before && !source.sees(/[xo<]?(?:--|==|-\.|~~~)/y) ? null : readLink(source, builder.losses);
    if (isImportFault(link)) return link;
    if (link === null) {
      source.at = before;
      return source.atEnd || source.sees(/[\n;]/y) ? null : source.fault('an arrow, & or the end of the statement');
    }
    source.take(/\s*/y);
    const to = readNodes(source, builder);
    if (isImportFault(to)) return to;
    connect(from, to, link, builder);
    from = to;
  }
  return from;
}

function connect(
  from: readonly string[],
  to: readonly string[],
  link: Exclude<ReturnType<typeof readLink>, ImportFault | null>,
  builder: DiagramBuilder,
): void {
  for (const tail of from)
    for (const head of to) {
      const label = labelText(link.text, `${tail}->${head}`, builder.losses);
      const isOne = from.length === 1 && to.length === 1;
      const { heads, ...others } = link.fields;
      const id = isOne ? link.id : null;
      builder.nameEdge(tail, head);
      if (heads === 'start') builder.edge(head, tail, label, others, id);
      else builder.edge(tail, head, label, link.fields, id);
    }
}

function readNodes(source: MermaidText, builder: DiagramBuilder): string[] | ImportFault {
  const ids: string[] = [];
  do {
    source.skipSpaces();
    const id = readNode(source, builder);
    if (isImportFault(id)) return id;
    ids.push(id);
  } while (source.take(/[ \t]*&\s*/y) !== null);
  return ids;
}

function readNode(source: MermaidText, builder: DiagramBuilder): string | ImportFault {
  const name = source.take(idPattern);
  if (name === null) return source.fault('a node');
  const node = builder.node(name);
  const isEdge = source.sees(/@\{/y) && builder.hasEdge(name);
  if (source.takes('@{')) {
    const properties = readProperties(source);
    if (isImportFault(properties)) return properties;
    if (isEdge) {
      builder.nodes.delete(name);
      builder.losses.drop(name, 'properties of an arrow', 'arrows have none of them');
      return name;
    }
    const fault = applyProperties(properties, name, source, builder);
    if (fault !== null) return fault;
  } else {
    const fault = readBrackets(source, name, builder);
    if (fault !== null) return fault;
  }
  for (let at = source.match(/:::([\w-]+)/y); at !== null; at = source.match(/:::([\w-]+)/y)) node.classes.push(at[1] ?? '');
  return name;
}

function readBrackets(source: MermaidText, id: string, builder: DiagramBuilder): ImportFault | null {
  const found = brackets.find(([open]) => source.text.startsWith(open, source.at));
  if (found === undefined) return null;
  const [open, close, shape] = found;
  const start = source.at;
  source.at += open.length;
  const isSlanted = open === '[/' || open === '[\\';
  source.take(/\s*/y);
  const quoted = source.quoted();
  if (isImportFault(quoted)) return quoted;
  if (quoted !== null) source.take(/\s*/y);
  const text =
    quoted ??
    source.take(isSlanted ? /[^\][(){}|"]*(?=[/\\]\])/y : open === '(-' ? /(?:[^\][(){}|"-]|-(?!\)))*/y : /[^\][(){}|"]*/y) ??
    '';
  const end = isSlanted ? (source.take(/[/\\]\]/y) ?? '') : source.takes(close) ? close : '';
  if (end === '')
    return source.fault(
      `${close}, which closes the text of ${id} (quote texts with brackets in them)`,
      quoted === null ? source.at : start,
    );
  const actual = isSlanted ? (slanted.get(`${open} ${end}`) ?? shape) : shape;
  setShape(id, actual, `${open}…${isSlanted ? end : close}`, builder);
  builder.node(id).label = labelText(text, id, builder.losses);
  return null;
}

function setShape(id: string, shape: FlowShape, as: string, builder: DiagramBuilder): void {
  builder.node(id).kind = shape.kind;
  if (!shape.same) builder.losses.coerce(id, `the shape ${as}`, shape.kind);
}

const barNames: ReadonlySet<string> = new Set(['fork', 'join', 'forkJoin']);

function applyProperties(
  properties: ReadonlyMap<string, string>,
  id: string,
  source: MermaidText,
  builder: DiagramBuilder,
): ImportFault | null {
  const node = builder.node(id);
  for (const [name, value] of properties) {
    if (name === 'shape') {
      const shape = namedShapes.get(value);
      if (shape === undefined) return source.fault(`a shape that Mermaid has, not ${value.slice(0, 40)}`);
      setShape(id, shape, value, builder);
      if (properties.has('label')) continue;
      if (barNames.has(value)) node.mark = 'bar';
      if (value === 'choice') node.mark = 'choice';
      if (node.mark !== undefined || shape.kind === 'start' || shape.kind === 'end' || value === 'anchor') node.label = '';
    } else if (name === 'label') {
      const isText = (properties.get('labelType') ?? 'markdown') !== 'markdown';
      node.label = (isText ? labelText : markdownText)(value, id, builder.losses);
    } else if ((name === 'icon' || name === 'img') && !properties.has('label') && node.label === null)
      builder.losses.coerce(id, `the ${name === 'icon' ? 'icon' : 'image'} ${value}`, 'a box with its name');
    else if (name !== 'labelType') builder.losses.drop(id, `${name}: ${value}`, 'no field says it');
  }
  return null;
}
