/** state-diagram: the state diagrams of Mermaid: states, composite states, transitions, choices and notes. */
import { type Diagram, type ImportFault, isImportFault } from '../diagram.ts';
import { DiagramBuilder, type NodeDraft } from './diagram-builder.ts';
import { directionOf } from './flowchart.ts';
import { labelText } from './label-text.ts';
import type { MermaidText } from './mermaid-text.ts';
import { addNote } from './notes.ts';
import { readStyle } from './style-statements.ts';

const namePattern = /[\p{L}\p{N}_.]+(?:-(?=[\p{L}\p{N}_.])[\p{L}\p{N}_.]+)*/uy;

/** The text after the word `stateDiagram` or `stateDiagram-v2`. */
export function readStateDiagram(source: MermaidText): Diagram | ImportFault {
  const builder = new DiagramBuilder('rounded');
  const regions = new Map<string, number>();
  for (source.skipBreaks(); !source.atEnd; source.skipBreaks()) {
    const fault = readStatement(source, builder, regions);
    if (fault !== null) return fault;
  }
  if (builder.group !== null) return source.fault('}, which closes the state');
  return builder.build();
}

type Regions = Map<string, number>;

function readStatement(source: MermaidText, builder: DiagramBuilder, regions: Regions): ImportFault | null {
  if (source.takes('}')) return builder.closeGroup() ? null : source.fault('a state that } closes', source.at - 1);
  const direction = source.match(/direction[ \t]+(TB|TD|BT|RL|LR)(?=[\s;]|$)/y);
  if (direction !== null) {
    const name = direction[1] ?? null;
    if (builder.group === null) builder.direction = directionOf(name, builder, 'the diagram');
    else builder.group.direction = directionOf(name, builder, builder.group.id);
    return null;
  }
  if (source.take(/--(?=[ \t]*(?:\n|$))/y) !== null) {
    const scope = scopeOf(builder);
    regions.set(scope, (regions.get(scope) ?? 0) + 1);
    builder.losses.coerce(scope === '' ? 'the diagram' : scope, 'concurrent regions', 'one region');
    return null;
  }
  if (source.take(/(?:hide empty description|scale[ \t][^\n]*)(?=[ \t]*(?:\n|$))/y) !== null) {
    builder.losses.drop('the diagram', 'a setting of its looks', 'no field says it');
    return null;
  }
  if (source.sees(/note[ \t]+(?:left|right)[ \t]+of[ \t]/iy)) return readNote(source, builder);
  if (source.sees(/state[ \t]+["\p{L}\p{N}_]/uy)) return readState(source, builder);
  const style = readStyle(source, builder, /[^\s;]+/y);
  if (isImportFault(style)) return style;
  return style ? null : readTransition(source, builder, regions);
}

const scopeOf = (builder: DiagramBuilder): string => builder.group?.id ?? '';

/** `state "label" as s`, `state s <<choice>>`, `state s { … }`. */
function readState(source: MermaidText, builder: DiagramBuilder): ImportFault | null {
  source.take(/state[ \t]+/y);
  const quoted = source.quoted();
  if (isImportFault(quoted)) return quoted;
  if (quoted !== null && source.take(/[ \t]+as[ \t]+/y) === null) return source.fault('as and the id of the state');
  const id = source.take(namePattern);
  if (id === null) return source.fault('the id of the state');
  const label = quoted === null ? null : labelText(quoted, id, builder.losses);
  source.skipSpaces();
  const kind = source.match(/(?:<<|\[\[)(choice|fork|join|start|end)(?:>>|\]\])/iy)?.[1]?.toLowerCase();
  readClasses(source, builder, id);
  if (source.take(/\s*\{/y) !== null) {
    builder.node(id);
    const known = builder.nodes.get(id)?.label;
    builder.openGroup(id, label ?? known ?? id).label = label ?? known ?? id;
    return null;
  }
  const node = builder.node(id);
  if (label !== null) node.label = label;
  if (kind !== undefined) mark(node, kind, builder);
  return source.atEnd || source.sees(/[\n;:]/y) ? describe(source, node, builder) : source.fault('{ or the end of the line');
}

function mark(node: NodeDraft, kind: string, builder: DiagramBuilder): void {
  node.kind = kind === 'choice' ? 'diamond' : kind === 'start' ? 'start' : kind === 'end' ? 'end' : 'square';
  node.label = '';
  if (kind === 'choice') node.mark = 'choice';
  if (kind === 'fork' || kind === 'join') {
    node.mark = 'bar';
    builder.losses.coerce(node.id, `a ${kind}`, 'a bar');
  }
}

function readClasses(source: MermaidText, builder: DiagramBuilder, id: string): void {
  for (let at = source.match(/[ \t]*:::([\w-]+)/y); at !== null; at = source.match(/[ \t]*:::([\w-]+)/y))
    builder.node(id).classes.push(at[1] ?? '');
}

/** `: description` after a state. A second one is a line more. */
function describe(source: MermaidText, node: NodeDraft, builder: DiagramBuilder): null {
  if (!source.takes(':')) return null;
  const text = labelText(source.restOfLine(), node.id, builder.losses);
  node.label = node.label === null || node.label === '' ? text : `${node.label}\n${text}`;
  return null;
}

function readTransition(source: MermaidText, builder: DiagramBuilder, regions: Regions): ImportFault | null {
  const from = readEnd(source, builder, regions, 'start');
  if (isImportFault(from)) return from;
  source.skipSpaces();
  if (source.take(/-->/y) === null) {
    const node = builder.nodes.get(from);
    if (node !== undefined && (source.atEnd || source.sees(/[\n;:]/y))) return describe(source, node, builder);
    return source.fault('-->, a description or the end of the line');
  }
  source.skipSpaces();
  const to = readEnd(source, builder, regions, 'end');
  if (isImportFault(to)) return to;
  source.skipSpaces();
  source.take(/%%[^\n]*/y);
  const label = source.takes(':') ? labelText(source.restOfLine(), `${from}->${to}`, builder.losses) : '';
  builder.edge(from, to, label, {});
  return null;
}

/** `[*]` is the start of its state as the beginning of an arrow, and the end as its end. */
function readEnd(source: MermaidText, builder: DiagramBuilder, regions: Regions, mark: 'start' | 'end'): string | ImportFault {
  if (source.takes('[*]')) {
    const region = regions.get(scopeOf(builder)) ?? 0;
    const place = [scopeOf(builder), ...(region === 0 ? [] : [`region ${region + 1}`])].filter(Boolean).join(' ');
    const node = builder.node(place === '' ? mark : `${mark} of ${place}`);
    node.kind = mark;
    node.label = '';
    return node.id;
  }
  const id = source.take(namePattern);
  if (id === null) return source.fault('a state or [*]');
  builder.node(id);
  readClasses(source, builder, id);
  return id;
}

function readNote(source: MermaidText, builder: DiagramBuilder): ImportFault | null {
  const start = source.at;
  source.take(/note[ \t]+(?:left|right)[ \t]+of[ \t]+/iy);
  const about = source.take(namePattern);
  if (about === null) return source.fault('the state that the note is about');
  builder.node(about);
  source.skipSpaces();
  if (source.takes(':')) {
    addNote(builder, source.restOfLine(), about);
    return null;
  }
  const text = source.match(/([\s\S]*?)\n[ \t]*end note\b/y)?.[1];
  if (text === undefined) return source.fault('end note', start);
  addNote(builder, text.split('\n').map((line) => line.trim()).join('\n'), about); // prettier-ignore
  return null;
}
