/** write-mermaid: a tab, or some of its elements, as a Mermaid diagram of the kind that says most of it. */
import type { TabView } from '../tab/view.ts';
import { MermaidDrawing } from './mermaid-drawing.ts';
import { writeClassDiagram } from './write-class-diagram.ts';
import { writeErDiagram } from './write-er-diagram.ts';
import { writeFlowchart } from './write-flowchart.ts';
import { sequenceIn, writeSequenceDiagram } from './write-sequence-diagram.ts';
import { isBar, writeStateDiagram } from './write-state-diagram.ts';

/** The text, which ends with a comment on what is left out, and the same as a list. */
export type MermaidExport = { readonly text: string; readonly dropped: readonly string[] };

const commented = 50;

export function writeMermaid(tab: TabView, ids: readonly string[] | null = null): MermaidExport {
  const drawing = new MermaidDrawing(tab, ids);
  const sequence = sequenceIn(drawing);
  const text = sequence === null ? writerFor(drawing)(drawing) : writeSequenceDiagram(sequence, drawing, tab);
  const { dropped } = drawing;
  const comments = dropped
    .slice(0, commented)
    .map((line) => `%% left out: ${line.replaceAll(/\s+/g, ' ').replaceAll(/[{}]/g, '')}\n`);
  if (dropped.length > commented) comments.push(`%% left out: ${dropped.length - commented} more\n`);
  return { text: text + comments.join(''), dropped };
}

function writerFor({ nodes }: MermaidDrawing): (drawing: MermaidDrawing) => string {
  const kinds = new Set(nodes.filter((node) => !isBar(node)).map(({ box }) => (box.type === 'shape' ? box.shape : box.type)));
  if (kinds.has('class')) return writeClassDiagram;
  if (kinds.has('entity')) return writeErDiagram;
  const isStates = kinds.has('start') || kinds.has('end');
  return isStates && [...kinds].every((kind) => stateKinds.has(kind)) ? writeStateDiagram : writeFlowchart;
}

const stateKinds: ReadonlySet<string> = new Set(['start', 'end', 'rounded', 'diamond', 'sticky']);
