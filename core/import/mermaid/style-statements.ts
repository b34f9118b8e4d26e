/** style-statements: the statements about looks that several kinds of Mermaid diagrams share. */
import { isLink } from '../web-link.ts';
import type { DiagramBuilder, NodeDraft } from './diagram-builder.ts';
import { isImportFault, type ImportFault } from '../diagram.ts';
import type { MermaidText } from './mermaid-text.ts';

/** Reads one statement: false if there is none here. */
export function readStyle(source: MermaidText, builder: DiagramBuilder, ids: RegExp): boolean | ImportFault {
  const word = source.match(
    /(classDef|class|cssClass|style|linkStyle|click|href|callback|link|accTitle|accDescr)\b(?=[ \t:{])/y,
  )?.[1];
  if (word === undefined) return false;
  const start = source.at - word.length;
  source.skipSpaces();
  if (word === 'accTitle' || word === 'accDescr') return readDescription(source, word, builder);
  if (word === 'classDef') {
    const names = source.take(/[\w,-]+/y);
    if (names === null) return source.fault('the name of a class');
    const style = source.take(/[^\n;]*/y)?.trim() ?? '';
    for (const name of names.split(',')) builder.classDefs.set(name, style);
    return true;
  }
  if (word === 'linkStyle') return readLinkStyle(source, builder);
  const quoted = source.quoted();
  if (isImportFault(quoted)) return quoted;
  const named = quoted ?? source.take(ids);
  if (named === null) return source.fault(`ids after ${word}`, source.at);
  const targets = named.split(',').map((id) => id.trim());
  source.skipSpaces();
  const rest = source.take(/[^\n;]*/y)?.trim() ?? '';
  for (const id of targets.filter((target) => target !== '')) {
    const node = builder.nodes.get(id) ?? (builder.groups.has(id) ? styledGroup(builder, id) : unknownNode(id, word, builder));
    if (word === 'style') node.styles.push(rest);
    else if (word === 'class' || word === 'cssClass')
      node.classes.push(...rest.replaceAll('"', '').split(/[ ,]+/).filter(Boolean));
    else addLink(node, rest, `${word} ${id}`, builder);
  }
  return start >= 0;
}

/** `style` draws a box that no other statement names, as Mermaid does; other looks wait for one. */
const unknownNode = (id: string, word: string, builder: DiagramBuilder): NodeDraft =>
  word === 'style' ? builder.node(id) : builder.awaited(id);

/** Looks of a group are kept under its id. */
const styledGroup = (builder: DiagramBuilder, id: string): NodeDraft => {
  const node: NodeDraft = { id, kind: 'square', label: null, classes: [], styles: [] };
  builder.nodes.set(id, node);
  return node;
};

function addLink(node: NodeDraft, rest: string, source: string, builder: DiagramBuilder): void {
  const address = /^(?:href[ \t]+)?"([^"]*)"/.exec(rest)?.[1] ?? '';
  if (isLink(address)) node.link = address;
  else builder.losses.drop(source, rest === '' ? 'a call' : rest, 'only addresses with http, https or mailto are kept');
}

function readLinkStyle(source: MermaidText, builder: DiagramBuilder): true {
  const named = source.take(/default\b|[\d, \t]+/y) ?? '';
  const style = source.take(/[^\n;]*/y)?.trim() ?? '';
  const stroke = /(?:^|,)[ \t]*stroke[ \t]*:[ \t]*(#[\da-f]{6})\b/i.exec(style)?.[1]?.toLowerCase();
  if (stroke === undefined) builder.losses.drop(`linkStyle ${named.trim()}`, style, 'only stroke:#rrggbb is kept');
  const places = named.startsWith('default') ? [...builder.edges.keys()] : named.split(',').map(Number);
  for (const place of places) {
    const edge = builder.edges[place];
    if (edge !== undefined && stroke !== undefined) edge.fields = { ...edge.fields, stroke: stroke as `#${string}` };
  }
  return true;
}

function readDescription(source: MermaidText, word: string, builder: DiagramBuilder): true | ImportFault {
  if (source.takes('{')) {
    if (source.until('}') === null) return source.fault('the closing }');
    source.at += 1;
  } else source.restOfLine();
  builder.losses.drop(word, 'a description for screen readers', 'a tab has none');
  return true;
}
