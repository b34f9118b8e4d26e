/** write-class-diagram: a drawing with classes as a class diagram of Mermaid. */
import type { EndHead } from '#schema/heads.ts';

import { plainText, quotedLabel } from '../import/mermaid/label-text.ts';
import type { DrawnEdge, DrawnNode, MermaidDrawing } from './mermaid-drawing.ts';

const left: Readonly<Partial<Record<EndHead, string>>> = {
  none: '',
  triangle: '<|',
  'diamond-filled': '*',
  diamond: 'o',
  open: '<',
  arrow: '<',
};
const right: Readonly<Partial<Record<EndHead, string>>> = {
  none: '',
  triangle: '|>',
  'diamond-filled': '*',
  diamond: 'o',
  open: '>',
  arrow: '>',
};

export function writeClassDiagram(drawing: MermaidDrawing): string {
  const lines = ['classDiagram', ...(drawing.direction === 'LR' ? ['  direction LR'] : [])];
  writeMembers(drawing, null, '  ', lines);
  for (const edge of drawing.edges) if (!isNoteLine(edge)) lines.push(`  ${relationOf(edge, drawing)}`);
  for (const note of drawing.nodes.filter(isNote)) {
    const edge = drawing.edges.find((one) => one.to === note && isNoteLine(one));
    lines.push(`  note ${edge === undefined ? '' : `for ${edge.from.id} `}${quotedLabel(note.label)}`);
  }
  return `${lines.join('\n')}\n`;
}

export const isNote = ({ box }: DrawnNode): boolean => box.type === 'sticky';
export const isNoteLine = ({ from, to, label }: DrawnEdge): boolean => isNote(to) && !isNote(from) && label === '';

function writeMembers(drawing: MermaidDrawing, frame: DrawnNode | null, indent: string, lines: string[]): void {
  const { nodes, frames } = drawing.membersOf(frame);
  for (const node of nodes) if (!isNote(node)) lines.push(...classLines(node, drawing).map((line) => indent + line));
  for (const inner of frames) {
    lines.push(`${indent}namespace ${inner.id} {`);
    if (inner.label !== inner.id) drawing.drop(inner.box, 'a namespace is called by its id');
    writeMembers(drawing, inner, `${indent}  `, lines);
    lines.push(`${indent}}`);
  }
}

function classLines({ id, box, label }: DrawnNode, drawing: MermaidDrawing): string[] {
  const [, annotation, name = label] = /^«([^»\n]*)»\n([\s\S]*)$/.exec(label) ?? [];
  const members = box.type === 'shape' ? (box.sections ?? []).flat() : [];
  if (box.type !== 'shape' || box.shape !== 'class') drawing.drop(box, 'it became a class');
  const said = members.filter((line) => !/[{}\n]/.test(line) && line.trim() !== '');
  if (said.length < members.length) drawing.drop(box, 'lines with braces are left out');
  const head = `class ${id}${name === id || name === '' ? '' : `[${quotedLabel(name)}]`}`;
  const lines = [...(annotation === undefined ? [] : [`  <<${annotation}>>`]), ...said.map((line) => `  ${withTildes(line)}`)];
  return lines.length === 0 ? [head] : [`${head} {`, ...lines, '}'];
}

const withTildes = (line: string): string => line.replaceAll(/[<>]/g, '~');

function relationOf({ from, to, arrow, label, heads: [start, end] }: DrawnEdge, drawing: MermaidDrawing): string {
  const line = arrow.border === 'dashed' || arrow.border === 'dotted' ? '..' : '--';
  const [first, last] = [left[start], right[end]];
  if (first === undefined || last === undefined || start === 'arrow' || end === 'arrow')
    drawing.drop(arrow, 'its heads became those of UML');
  const text = label === '' ? '' : ` : ${plainText(label)}`;
  if (end === 'triangle' && start === 'none') return `${to.id} <|${line} ${from.id}${text}`;
  return `${from.id} ${first ?? ''}${line}${last ?? ''} ${to.id}${text}`;
}
