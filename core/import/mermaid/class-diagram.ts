/** class-diagram: the class diagrams of Mermaid: classes with members, relations, namespaces and notes. */
import type { EndHead } from '#schema/heads.ts';
import { limits } from '#schema/limits.ts';

import { headsFrom } from '../../arrows/end-heads.ts';
import { exceeds, firstCharacters } from '../../notation/characters.ts';
import { type Diagram, type EdgeFields, type ImportFault, isImportFault } from '../diagram.ts';
import { DiagramBuilder, type NodeDraft } from './diagram-builder.ts';
import { directionOf } from './flowchart.ts';
import { labelText } from './label-text.ts';
import type { MermaidText } from './mermaid-text.ts';
import { addNote } from './notes.ts';
import { deepestNamespace, Namespaces } from './namespaces.ts';
import { readStyle } from './style-statements.ts';

const namePattern = /`[^`]+`|[\p{L}\p{N}_][\p{L}\p{N}_.-]*?(?=--|\.\.|[^\p{L}\p{N}_.-]|[.-]*$)/uy;

/** The text after the word `classDiagram`. */
export function readClassDiagram(source: MermaidText): Diagram | ImportFault {
  const builder = new DiagramBuilder('class');
  const namespaces = new Namespaces(builder);
  for (source.skipBreaks(); !source.atEnd; source.skipBreaks()) {
    const fault = readStatement(source, builder, namespaces);
    if (fault !== null) return fault;
  }
  if (builder.group !== null) return source.fault('}, which closes the namespace');
  return builder.build();
}

function readStatement(source: MermaidText, builder: DiagramBuilder, namespaces: Namespaces): ImportFault | null {
  if (source.takes('}')) return namespaces.close() ? null : source.fault('a namespace that } closes', source.at - 1);
  const direction = source.match(/direction[ \t]+(TB|TD|BT|RL|LR)(?=[\s;]|$)/y);
  if (direction !== null) {
    builder.direction = directionOf(direction[1] ?? null, builder, 'the diagram');
    return null;
  }
  if (source.takesWord('namespace')) return readNamespace(source, builder, namespaces);
  if (source.sees(/note[ \t]+(?:for[ \t]|")/y)) return readNote(source, builder);
  if (source.takes('<<')) return readAnnotation(source, builder);
  if (source.take(/class[ \t]+(?=[`\p{L}\p{N}_])/uy) !== null) return readClass(source, builder);
  const style = readStyle(source, builder, /[^\s;]+/y);
  if (isImportFault(style)) return style;
  return style ? null : readRelation(source, builder);
}

function readNamespace(source: MermaidText, builder: DiagramBuilder, namespaces: Namespaces): ImportFault | null {
  source.skipSpaces();
  const start = source.at;
  const name = source.take(/`[^`]+`|[^\s{[]+/y)?.replaceAll('`', '') ?? null;
  const label = source.match(/\["([^"\n]*)"\]/y)?.[1];
  source.skipSpaces();
  if (name === null || !source.takes('{')) return source.fault('the name of the namespace and {');
  const isOpen = namespaces.open(name, label === undefined ? null : labelText(label, name, builder.losses));
  return isOpen ? null : source.fault(`namespaces that are at most ${deepestNamespace} deep`, start);
}

type ClassName = { readonly name: string; readonly generic: string | undefined; readonly classes: readonly string[] };

function readClassName(source: MermaidText): ClassName | ImportFault {
  const name = source.take(namePattern)?.replaceAll('`', '');
  if (name === undefined) return source.fault('the name of a class');
  const generic = source.match(/~([^\n{}:"<>|.-]*)~/y)?.[1];
  const classes: string[] = [];
  for (let at = source.match(/:::([\w-]+)/y); at !== null; at = source.match(/:::([\w-]+)/y)) classes.push(at[1] ?? '');
  return { name, generic, classes };
}

function readName(source: MermaidText, builder: DiagramBuilder): NodeDraft | ImportFault {
  const named = readClassName(source);
  return isImportFault(named) ? named : classNamed(named, builder);
}

function classNamed({ name, generic, classes }: ClassName, builder: DiagramBuilder): NodeDraft {
  const node = builder.node(name);
  if (generic !== undefined) node.label ??= `${name}<${withAngles(generic)}>`;
  node.classes.push(...classes);
  return node;
}

/** Mermaid draws the name beside a circle, each time that a relation says it. */
function lollipop({ name }: ClassName, builder: DiagramBuilder): NodeDraft {
  const node = builder.node(builder.unusedId(`() ${name}`));
  node.label = name;
  return node;
}

function readClass(source: MermaidText, builder: DiagramBuilder): ImportFault | null {
  const node = readName(source, builder);
  if (isImportFault(node)) return node;
  source.skipSpaces();
  if (source.takes('[')) {
    const title = source.quoted();
    if (isImportFault(title)) return title;
    if (title === null || !source.takes(']')) return source.fault('the label of the class in quotes, and ]');
    node.label = labelText(title, node.id, builder.losses);
  }
  for (let at = source.match(/[ \t]*:::([\w-]+)/y); at !== null; at = source.match(/[ \t]*:::([\w-]+)/y))
    node.classes.push(at[1] ?? '');
  source.skipSpaces();
  if (source.takes('<<')) {
    const fault = annotate(source, node);
    if (fault !== null) return fault;
    source.skipSpaces();
  }
  if (!source.takes('{')) return source.atEnd || source.sees(/[\n;}]/y) ? null : source.fault('{ or the end of the line');
  const start = source.at - 1;
  while (true) {
    source.take(/\s*/y);
    if (source.takes('}')) return null;
    if (source.atEnd) return source.fault('the closing }', start);
    const line = source.take(/[^\n}]*/y)?.trim() ?? '';
    if (line.startsWith('<<') && line.endsWith('>>')) annotateWith(node, line.slice(2, -2).trim());
    else if (line !== '') addMember(node, line, builder);
  }
}

function readAnnotation(source: MermaidText, builder: DiagramBuilder): ImportFault | null {
  const name = source.until('>>');
  if (name === null || name.includes('\n')) return source.fault('the closing >>');
  source.at += 2;
  source.skipSpaces();
  const node = readName(source, builder);
  if (isImportFault(node)) return node;
  annotateWith(node, name.trim());
  return null;
}

function annotate(source: MermaidText, node: NodeDraft): ImportFault | null {
  const name = source.until('>>');
  if (name === null || name.includes('\n')) return source.fault('the closing >>');
  source.at += 2;
  annotateWith(node, name.trim());
  return null;
}

/** It is drawn above the name. */
function annotateWith(node: NodeDraft, name: string): void {
  node.label = `«${name}»\n${(node.label ?? node.id).replace(/^«[^»]*»\n/, '')}`;
}

function addMember(node: NodeDraft, line: string, builder: DiagramBuilder): void {
  node.sections ??= [[], []];
  const text = withAngles(line);
  const section = node.sections[text.includes('(') ? 1 : 0];
  const kept = exceeds(text, limits.sectionLineCharacters) ? firstCharacters(text, limits.sectionLineCharacters) : text;
  if (kept !== text) builder.losses.drop(node.id, text, `a line has at most ${limits.sectionLineCharacters} characters`);
  if (section !== undefined && section.length < limits.sectionLines) section.push(kept);
  else builder.losses.drop(node.id, text, `a section has at most ${limits.sectionLines} lines`);
}

/** `List~int~` is how Mermaid says `List<int>`. */
export function withAngles(text: string): string {
  let open = 0;
  const count = text.split('~').length - 1;
  if (count < 2) return text;
  return text.replaceAll('~', (_sign, at: number) => {
    const opens = /[\p{L}\p{N}_]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}_[]/u.test(text[at + 1] ?? '') && open < count / 2;
    if (opens) open += 1;
    return opens ? '<' : '>';
  });
}

function readNote(source: MermaidText, builder: DiagramBuilder): ImportFault | null {
  source.take(/note[ \t]+/y);
  let about: string | null = null;
  if (source.take(/for[ \t]+/y) !== null) {
    const node = readName(source, builder);
    if (isImportFault(node)) return node;
    about = node.id;
  }
  source.skipSpaces();
  const text = source.quoted();
  if (isImportFault(text)) return text;
  if (text === null) return source.fault('the text of the note in quotes');
  addNote(builder, text, about);
  return null;
}

const leftHeads: readonly (readonly [string, EndHead])[] = [['<|', 'triangle'], ['*', 'diamond-filled'], ['o', 'diamond'], ['<', 'open'], ['()', 'none']]; // prettier-ignore
const rightHeads: readonly (readonly [string, EndHead])[] = [['|>', 'triangle'], ['*', 'diamond-filled'], ['o', 'diamond'], ['>', 'open'], ['()', 'none']]; // prettier-ignore

/** `a "1" <|-- "many" b : label`, or `a : member`. */
function readRelation(source: MermaidText, builder: DiagramBuilder): ImportFault | null {
  const first = readClassName(source);
  if (isImportFault(first)) return first;
  source.skipSpaces();
  if (source.take(/:(?!:)/y) !== null) {
    const node = classNamed(first, builder);
    const line = source.restOfLine();
    if (line.startsWith('<<') && line.endsWith('>>')) annotateWith(node, line.slice(2, -2).trim());
    else addMember(node, line, builder);
    return null;
  }
  if (source.atEnd || source.sees(/[\n;}]/y)) {
    classNamed(first, builder);
    return null;
  }
  const atFirst = source.quoted();
  if (isImportFault(atFirst)) return atFirst;
  source.skipSpaces();
  const start = source.at;
  const [leftSign, leftHead] = leftHeads.find(([sign]) => source.takes(sign)) ?? ['', 'none'];
  const line = source.take(/--|\.\./y);
  if (line === null) return source.fault('a relation, such as <|-- or -->', start);
  const [rightSign, rightHead] = rightHeads.find(([sign]) => source.takes(sign)) ?? ['', 'none'];
  source.skipSpaces();
  const atSecond = source.quoted();
  if (isImportFault(atSecond)) return atSecond;
  source.skipSpaces();
  const second = readClassName(source);
  if (isImportFault(second)) return second;
  source.skipSpaces();
  const name = source.take(/:(?!:)/y) === null ? '' : source.restOfLine();
  const left = (leftSign === '()' && rightSign === '' ? lollipop : classNamed)(first, builder);
  const right = (rightSign === '()' && leftSign === '' ? lollipop : classNamed)(second, builder);
  const place = `${left.id}->${right.id}`;
  if (leftSign === '()' || rightSign === '()') builder.losses.coerce(place, 'a lollipop', 'a box with a line');
  const multiplicities = [atFirst, atSecond].filter((text) => text !== null && text !== '');
  if (multiplicities.length > 0)
    builder.losses.coerce(place, `multiplicities ${multiplicities.join(' and ')}`, 'a part of the label');
  const label = labelText([atFirst ?? '', name, atSecond ?? ''].filter(Boolean).join(' '), place, builder.losses);
  const border = line === '..' ? ({ border: 'dashed' } as const) : {};
  relate(builder, [left.id, leftHead], [right.id, rightHead], label, border);
  return null;
}

/** A generalization leads to the general class, whichever side it was written on. */
function relate(
  builder: DiagramBuilder,
  [left, leftHead]: [string, EndHead],
  [right, rightHead]: [string, EndHead],
  label: string,
  border: EdgeFields,
): void {
  if (leftHead === 'triangle' && rightHead === 'none') builder.edge(right, left, label, { heads: 'triangle', ...border });
  else builder.edge(left, right, label, { heads: headsFrom([leftHead, rightHead]), ...border });
}
