/** read-mermaid: reads a Mermaid text of any kind that can be drawn here. */
import { type Diagram, type ImportFault } from '../diagram.ts';
import { readClassDiagram } from './class-diagram.ts';
import { readErDiagram } from './er-diagram.ts';
import { readFlowchart } from './flowchart.ts';
import { MermaidText } from './mermaid-text.ts';
import { readMindmap } from './mindmap-diagram.ts';
import { readSequenceDiagram } from './sequence-diagram.ts';
import { readStateDiagram } from './state-diagram.ts';

const readers: readonly (readonly [header: RegExp, read: (source: MermaidText) => Diagram | ImportFault])[] = [
  [/(?:flowchart-elk|flowchart|graph)(?=[\s;]|$)/y, readFlowchart],
  [/classDiagram(?:-v2)?(?=[\s;]|$)/y, readClassDiagram],
  [/erDiagram(?=[\s;]|$)/y, readErDiagram],
  [/stateDiagram(?:-v2)?(?=[\s;]|$)/y, readStateDiagram],
  [/sequenceDiagram(?=[\s;]|$)/y, readSequenceDiagram],
  [/mindmap(?=[\s;]|$)/y, readMindmap],
];
export const mermaidKinds = ['flowchart', 'classDiagram', 'erDiagram', 'stateDiagram', 'sequenceDiagram', 'mindmap'] as const;

/** How a diagram begins. */
export const mermaidHeads = /^(?:flowchart|graph|classDiagram|erDiagram|stateDiagram|sequenceDiagram|mindmap)\b/;

export function readMermaid(text: string): Diagram | ImportFault {
  const source = new MermaidText(text);
  source.skipBreaks();
  for (const [header, read] of readers) if (source.take(header) !== null) return read(source);
  return source.fault(`a Mermaid diagram that begins with one of: ${mermaidKinds.join(', ')}`);
}
