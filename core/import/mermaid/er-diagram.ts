/** er-diagram: the entity-relationship diagrams of Mermaid: entities with attributes, and relations with cardinalities. */
import type { EndHead } from '#schema/heads.ts';
import { limits } from '#schema/limits.ts';

import { headsFrom } from '../../arrows/end-heads.ts';
import { type Diagram, type ImportFault, isImportFault } from '../diagram.ts';
import { DiagramBuilder, type NodeDraft } from './diagram-builder.ts';
import { withAngles } from './class-diagram.ts';
import { directionOf } from './flowchart.ts';
import { labelText } from './label-text.ts';
import type { MermaidText } from './mermaid-text.ts';
import { readStyle } from './style-statements.ts';

const namePattern = /(?:[\w.*]|[^\0-\x7f]|-(?!-))+/uy;

/** The text after the word `erDiagram`. */
export function readErDiagram(source: MermaidText): Diagram | ImportFault {
  const builder = new DiagramBuilder('entity');
  for (source.skipBreaks(); !source.atEnd; source.skipBreaks()) {
    const fault = readStatement(source, builder);
    if (fault !== null) return fault;
  }
  return builder.build();
}

function readStatement(source: MermaidText, builder: DiagramBuilder): ImportFault | null {
  const direction = source.match(/direction[ \t]+(TB|TD|BT|RL|LR)(?=[\s;]|$)/y);
  if (direction !== null) {
    builder.direction = directionOf(direction[1] ?? null, builder, 'the diagram');
    return null;
  }
  const style = readStyle(source, builder, /[^\s;]+/y);
  if (isImportFault(style)) return style;
  if (style) return null;
  const left = readEntity(source, builder);
  if (isImportFault(left)) return left;
  source.skipSpaces();
  if (source.takes('{')) return readAttributes(source, left, builder);
  if (source.atEnd || source.sees(/[\n;]/y)) return null;
  return readRelation(source, left, builder);
}

function readEntity(source: MermaidText, builder: DiagramBuilder): NodeDraft | ImportFault {
  const quoted = source.quoted();
  if (isImportFault(quoted)) return quoted;
  const name = quoted ?? source.take(namePattern);
  if (name === null) return source.fault('an entity');
  const node = builder.node(name);
  if (source.takes('[')) {
    const alias = source.quoted() ?? source.until(']');
    if (isImportFault(alias)) return alias;
    if (alias === null || !source.takes(']')) return source.fault('the closing ]');
    node.label = labelText(alias, name, builder.losses);
  }
  for (let at = source.match(/:::([\w,-]+)/y); at !== null; at = source.match(/:::([\w,-]+)/y))
    node.classes.push(...(at[1] ?? '').split(','));
  return node;
}

function readAttributes(source: MermaidText, node: NodeDraft, builder: DiagramBuilder): ImportFault | null {
  const start = source.at - 1;
  const lines = node.sections?.[0] ?? [];
  while (true) {
    source.take(/\s*/y);
    if (source.takes('}')) break;
    if (source.atEnd) return source.fault('the closing }', start);
    const attribute = source.match(/([^\s{}"]+)[ \t]+([^\s{}"]+)/y);
    if (attribute === null) return source.fault('an attribute: its type and its name');
    const keys = source.match(/[ \t]+((?:PK|FK|UK)(?:[ \t]*,[ \t]*(?:PK|FK|UK))*)(?=[\s}"]|$)/y)?.[1];
    source.skipSpaces();
    const comment = source.quoted();
    if (isImportFault(comment)) return comment;
    source.skipSpaces();
    if (!source.atEnd && !source.sees(/[\n}]/y)) return source.fault('PK, FK, UK, a comment in quotes or the end of the line');
    const parts = [
      typeText(attribute[1] ?? ''),
      attribute[2],
      keys?.replaceAll(/[ \t]*,[ \t]*/g, ', '),
      comment === null ? undefined : `"${comment}"`,
    ];
    const line = parts.filter((part) => part !== undefined).join(' ');
    if (lines.length < limits.sectionLines && line.length <= limits.sectionLineCharacters) lines.push(line);
    else
      builder.losses.drop(
        node.id,
        line.slice(0, 80),
        `an entity has at most ${limits.sectionLines} lines of ${limits.sectionLineCharacters} characters`,
      );
  }
  node.sections = [lines];
  return null;
}

const typeText = (text: string): string => (/^[\p{L}\p{N}_.]+~/u.test(text) ? withAngles(text) : text);

/** Mermaid takes either form at either end. */
const signsPattern = /\|o|o\||\|\||\}o|o\{|\}\||\|\{|u(?=[-.]{2})/y;
const signEnds: ReadonlyMap<string, EndHead> = new Map([
  ['|o', 'zero-one'], ['o|', 'zero-one'], ['||', 'one'], ['}o', 'zero-many'], ['o{', 'zero-many'], ['}|', 'one-many'], ['|{', 'one-many'],
  ['u', 'one'],
]); // prettier-ignore

const wordsPattern =
  /(?:one or zero|zero or one|one or more|one or many|zero or more|zero or many|only one|many\(0\)|many\(1\)|many|1\+|0\+|1|one)(?=[\s"]|[-.]{2})/iy;
const wordEnds: ReadonlyMap<string, EndHead> = new Map([
  ['one or zero', 'zero-one'], ['zero or one', 'zero-one'], ['one or more', 'one-many'], ['one or many', 'one-many'],
  ['many(1)', 'one-many'], ['1+', 'one-many'], ['zero or more', 'zero-many'], ['zero or many', 'zero-many'], ['many(0)', 'zero-many'],
  ['many', 'zero-many'], ['0+', 'zero-many'], ['only one', 'one'], ['1', 'one'], ['one', 'one'],
]); // prettier-ignore

function readEnd(source: MermaidText): EndHead | null {
  const sign = source.take(signsPattern);
  if (sign !== null) return signEnds.get(sign) ?? null;
  return wordEnds.get(source.take(wordsPattern)?.toLowerCase() ?? '') ?? null;
}

function readRelation(source: MermaidText, left: NodeDraft, builder: DiagramBuilder): ImportFault | null {
  const start = source.at;
  const from = readEnd(source);
  source.skipSpaces();
  const line = from === null ? null : source.take(/--|\.\.|\.-|-\.|optionally to(?=\s)|to(?=\s)/y);
  source.skipSpaces();
  const to = line === null ? null : readEnd(source);
  if (from === null || line === null || to === null) return source.fault('a relation, such as ||--o{', start);
  source.skipSpaces();
  const right = readEntity(source, builder);
  if (isImportFault(right)) return right;
  source.skipSpaces();
  let name = '';
  if (source.takes(':')) {
    source.skipSpaces();
    const quoted = source.quoted();
    if (isImportFault(quoted)) return quoted;
    name = quoted ?? source.take(/[^\n;]*/y)?.trim() ?? '';
  }
  const isDashed = line !== '--' && line !== 'to';
  const label = labelText(name, `${left.id}->${right.id}`, builder.losses);
  builder.edge(left.id, right.id, label, { heads: headsFrom([from, to]), ...(isDashed && { border: 'dashed' }) });
  return null;
}
