/** write-flowchart: a drawing as a flowchart of Mermaid. */
import type { Element } from '#schema/element.ts';
import type { ShapeKind } from '#schema/shape-kinds.ts';

import { quotedLabel } from '../import/mermaid/label-text.ts';
import type { DrawnEdge, DrawnNode, MermaidDrawing } from './mermaid-drawing.ts';

const brackets: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['square', ['[', ']']], ['rounded', ['(', ')']], ['stadium', ['([', '])']], ['cylinder', ['[(', ')]']], ['circle', ['((', '))']],
  ['diamond', ['{', '}']], ['hexagon', ['{{', '}}']], ['parallelogram', ['[/', '/]']], ['trapezoid', ['[/', '\\]']],
]); // prettier-ignore

const names: ReadonlyMap<ShapeKind, string> = new Map([
  ['ellipse', 'ellipse'], ['document', 'doc'], ['documents', 'docs'], ['queue', 'h-cyl'], ['triangle', 'tri'], ['cloud', 'cloud'],
  ['start', 'sm-circ'], ['end', 'fr-circ'],
]); // prettier-ignore

export function writeFlowchart(drawing: MermaidDrawing): string {
  const lines = [`flowchart ${drawing.direction}`];
  writeMembers(drawing, null, '  ', lines);
  for (const edge of drawing.edges) lines.push(`  ${edge.from.id} ${linkOf(edge, drawing)} ${edge.to.id}`);
  for (const node of [...drawing.frames, ...drawing.nodes]) lines.push(...looksOf(node, drawing));
  return `${lines.join('\n')}\n`;
}

function writeMembers(drawing: MermaidDrawing, frame: DrawnNode | null, indent: string, lines: string[]): void {
  const { nodes, frames } = drawing.membersOf(frame);
  for (const node of nodes) lines.push(`${indent}${nodeText(node, drawing)}`);
  for (const inner of frames) {
    const members = drawing.membersOf(inner);
    if (members.nodes.length + members.frames.length === 0) drawing.drop(inner.box, 'it is empty, and Mermaid draws a box');
    lines.push(`${indent}subgraph ${inner.id} [${textOf(inner.label)}]`);
    writeMembers(drawing, inner, `${indent}  `, lines);
    lines.push(`${indent}end`);
  }
}

/** Mermaid takes no empty text. */
const textOf = (label: string): string => quotedLabel(label === '' ? ' ' : label);

function nodeText({ id, box, label }: DrawnNode, drawing: MermaidDrawing): string {
  if (box.type !== 'shape') {
    drawing.drop(box, 'it became a box');
    return `${id}[${textOf(label)}]`;
  }
  const [open, close] = brackets.get(box.shape) ?? [];
  if (open !== undefined) return `${id}${open}${textOf(label)}${close}`;
  const name = names.get(box.shape);
  if (name === undefined) drawing.drop(box, 'it became a box');
  return `${id}@{ shape: ${name ?? 'rect'}, label: ${textOf(label)} }`;
}

function linkOf({ arrow, heads: [start, end], label }: DrawnEdge, drawing: MermaidDrawing): string {
  const text = label === '' ? '' : `|${quotedLabel(label)}|`;
  if (arrow.border === 'none' && start === 'none' && end === 'none') return `~~~${text}`;
  if ([start, end].some((head) => head !== 'none' && head !== 'arrow')) drawing.drop(arrow, 'its heads became arrowheads');
  if (arrow.border === 'dashed') drawing.drop(arrow, 'its line became dotted');
  const isDotted = arrow.border === 'dotted' || arrow.border === 'dashed';
  const [tail, head] = [start === 'none' ? '' : '<', end === 'none' ? '' : '>'];
  const line = isDotted ? `${tail}-.-${head}` : `${tail}--${head === '' ? '-' : head}`;
  return line + text;
}

function looksOf({ id, box }: DrawnNode, drawing: MermaidDrawing): string[] {
  const parts = ([['fill', 'fill'], ['stroke', 'stroke'], ['textColor', 'color']] as const).flatMap(([field, name]) => {
    const color = box[field];
    if (color === undefined) return [];
    if (color === 'none') return field === 'fill' ? ['fill:none'] : [];
    if (color.startsWith('#')) return [`${name}:${color}`];
    drawing.drop(box, `${field} ${color} is a color of the theme`);
    return [];
  }); // prettier-ignore
  if ('strokeWidth' in box && box.strokeWidth !== undefined) parts.push(`stroke-width:${box.strokeWidth}px`);
  if (box.border === 'dashed') parts.push('stroke-dasharray:5 5');
  return [
    ...(parts.length === 0 ? [] : [`  style ${id} ${parts.join(',')}`]),
    ...(linkIn(box) === null ? [] : [`  click ${id} href "${linkIn(box)}"`]),
  ];
}

const linkIn = ({ link }: Element): string | null => link ?? null;
