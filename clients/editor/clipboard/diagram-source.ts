/**
 * diagram-source: the diagrams in a text that is pasted and in a file that is dropped.
 *
 * A text is a diagram of Mermaid if its first line is the head of one, and nothing more: prose may begin with the same word. In Markdown the
 * blocks that are marked as Mermaid are diagrams.
 */
const head =
  /^(?:(?:flowchart(?:-elk)?|graph)(?:[ \t]+(?:TB|TD|BT|RL|LR))?|sequenceDiagram|classDiagram(?:-v2)?|erDiagram|stateDiagram(?:-v2)?|mindmap)[ \t]*;?$/;
const isSkipped = (line: string): boolean => line === '' || line.startsWith('%%');

export function isMermaid(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  const first = lines.findIndex((line) => !isSkipped(line));
  const front = lines[first] === '---' ? lines.indexOf('---', first + 1) : -1;
  const found = front === -1 ? lines[first] : lines.slice(front + 1).find((line) => !isSkipped(line));
  return found !== undefined && head.test(found) && lines.length > 1;
}

/** What was copied from draw.io or Excalidraw; null for any other text. draw.io percent-encodes the shapes that it copies. */
export function copiedDrawing(text: string): string | null {
  const start = text.slice(0, 400);
  if (/^\s*(?:<mxfile|<mxGraphModel|\{\s*"type":\s*"excalidraw)/.test(start)) return text;
  if (!/^\s*%3C(?:mxfile|mxGraphModel)/i.test(start)) return null;
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return null;
  }
}

/** The diagrams of a text: itself, or what is marked as Mermaid in Markdown. */
export function diagramsIn(text: string): readonly string[] {
  const normal = text.replaceAll(/\r\n?/g, '\n');
  if (isMermaid(normal)) return [normal];
  return Array.from(normal.matchAll(/^```mermaid[^\n]*\n([\s\S]*?)^```[ \t]*$/gm), ([, diagram = '']) => diagram);
}

type Named = Pick<File, 'name'>;
export const isDiagramFile = ({ name }: Named): boolean => /\.(?:mmd|mermaid|md|markdown)$/i.test(name) || isWholeFile({ name });
/** All of it is one diagram. */
export const isWholeFile = ({ name }: Named): boolean => /\.(?:drawio|dio|xml|excalidraw|csv|tsv)$/i.test(name);
