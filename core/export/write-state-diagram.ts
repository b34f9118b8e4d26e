/** write-state-diagram: a drawing with start and end markers as a state diagram of Mermaid. */
import { plainText, quotedLabel } from '../import/mermaid/label-text.ts';
import type { DrawnEdge, DrawnNode, MermaidDrawing } from './mermaid-drawing.ts';
import { isNote, isNoteLine } from './write-class-diagram.ts';

export function writeStateDiagram(drawing: MermaidDrawing): string {
  const lines = ['stateDiagram-v2', ...(drawing.direction === 'LR' ? ['  direction LR'] : [])];
  writeMembers(drawing, null, '  ', lines);
  for (const edge of drawing.edges)
    if (!isNoteLine(edge) && scopeOf(edge, drawing) === null) lines.push(`  ${transition(edge, drawing)}`);
  for (const note of drawing.nodes.filter(isNote)) {
    const edge = drawing.edges.find((one) => one.to === note && isNoteLine(one));
    if (edge === undefined) drawing.drop(note.box, 'a note belongs to a state');
    else
      lines.push(
        `  note right of ${edge.from.id}`,
        ...note.label.split('\n').map((line) => `    ${plainText(line)}`),
        '  end note',
      );
  }
  return `${lines.join('\n')}\n`;
}

const kindOf = ({ box }: DrawnNode): string => (box.type === 'shape' ? box.shape : box.type);
/** A fork or a join. */
export const isBar = (node: DrawnNode): boolean =>
  kindOf(node) === 'square' && node.label === '' && Math.min(node.box.width, node.box.height) <= barWidth;
const barWidth = 16;
const isMarker = (node: DrawnNode): boolean => kindOf(node) === 'start' || kindOf(node) === 'end';

function writeMembers(drawing: MermaidDrawing, frame: DrawnNode | null, indent: string, lines: string[]): void {
  const { nodes, frames } = drawing.membersOf(frame);
  for (const node of nodes) if (!isMarker(node) && !isNote(node)) lines.push(`${indent}${stateText(node, drawing)}`);
  for (const inner of frames) {
    lines.push(`${indent}state ${quotedLabel(inner.label)} as ${inner.id} {`);
    writeMembers(drawing, inner, `${indent}  `, lines);
    lines.push(`${indent}}`);
  }
  if (frame !== null)
    for (const edge of drawing.edges) if (scopeOf(edge, drawing) === frame) lines.push(`${indent}${transition(edge, drawing)}`);
}

/** The frame in which `[*]` is said. */
const scopeOf = ({ from, to }: DrawnEdge, drawing: MermaidDrawing): DrawnNode | null => {
  const marker = [from, to].find(isMarker);
  return marker === undefined ? null : drawing.parentOf(marker);
};

function stateText(node: DrawnNode, drawing: MermaidDrawing): string {
  const { id, box, label } = node;
  if (kindOf(node) === 'diamond') {
    if (label !== '') drawing.drop(box, 'a choice has no label');
    return `state ${id} <<choice>>`;
  }
  if (isBar(node)) {
    const leaving = drawing.edges.filter(({ from }) => from === node).length;
    return `state ${id} <<${leaving > 1 ? 'fork' : 'join'}>>`;
  }
  if (kindOf(node) !== 'rounded') drawing.drop(box, 'it became a state');
  return label === '' || label === id
    ? `state ${quotedLabel(label === '' ? ' ' : id)} as ${id}`
    : `state ${quotedLabel(label)} as ${id}`;
}

function transition({ from, to, arrow, label, heads: [start, end] }: DrawnEdge, drawing: MermaidDrawing): string {
  if (start !== 'none' || end !== 'arrow' || (arrow.border !== undefined && arrow.border !== 'solid'))
    drawing.drop(arrow, 'its line and heads became those of a transition');
  const name = (node: DrawnNode): string => (isMarker(node) ? '[*]' : node.id);
  return `${name(from)} --> ${name(to)}${label === '' ? '' : ` : ${plainText(label)}`}`;
}
