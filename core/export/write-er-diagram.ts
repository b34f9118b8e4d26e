/** write-er-diagram: a drawing with entities as an entity-relationship diagram of Mermaid. */
import type { EndHead } from '#schema/heads.ts';

import { quotedLabel } from '../import/mermaid/label-text.ts';
import type { DrawnEdge, DrawnNode, MermaidDrawing } from './mermaid-drawing.ts';

const left: Readonly<Partial<Record<EndHead, string>>> = { 'zero-one': '|o', one: '||', 'zero-many': '}o', 'one-many': '}|' };
const right: Readonly<Partial<Record<EndHead, string>>> = { 'zero-one': 'o|', one: '||', 'zero-many': 'o{', 'one-many': '|{' };
const attribute = /^[^\s{}"]+[ \t]+[^\s{}"]+(?:[ \t]+(?:PK|FK|UK)(?:, (?:PK|FK|UK))*)?(?:[ \t]+"[^"\n]*")?$/;

export function writeErDiagram(drawing: MermaidDrawing): string {
  const lines = ['erDiagram', ...(drawing.direction === 'LR' ? ['  direction LR'] : [])];
  for (const node of drawing.nodes) lines.push(...entityLines(node, drawing).map((line) => `  ${line}`));
  for (const { box } of drawing.frames) drawing.drop(box, 'an ER diagram has no groups');
  for (const edge of drawing.edges) lines.push(`  ${relationOf(edge, drawing)}`);
  return `${lines.join('\n')}\n`;
}

function entityLines({ id, box, label }: DrawnNode, drawing: MermaidDrawing): string[] {
  if (box.type !== 'shape' || box.shape !== 'entity') drawing.drop(box, 'it became an entity');
  const lines = box.type === 'shape' ? (box.sections ?? []).flat() : [];
  const said = lines.filter((line) => attribute.test(line.trim()));
  if (said.length < lines.length) drawing.drop(box, 'lines that are no attributes are left out');
  const head = `${id}${label === id || label === '' ? '' : `[${quotedLabel(label)}]`}`;
  return said.length === 0 ? [head] : [`${head} {`, ...said.map((line) => `  ${line.trim()}`), '}'];
}

function relationOf({ from, to, arrow, label, heads: [start, end] }: DrawnEdge, drawing: MermaidDrawing): string {
  const [first, last] = [left[start], right[end]];
  if (first === undefined || last === undefined) drawing.drop(arrow, 'an end without a cardinality became exactly one');
  const line = arrow.border === 'dashed' || arrow.border === 'dotted' ? '..' : '--';
  return `${from.id} ${first ?? '||'}${line}${last ?? '||'} ${to.id} : ${quotedLabel(label)}`;
}
