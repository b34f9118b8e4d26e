/** source-format: which format a text is in, by how it begins. */
import { mermaidHeads } from './mermaid/read-mermaid.ts';
import type { ImportFormat } from './read-source.ts';

/** A text that is none of the others is read as Mermaid, which says what it expects. */
export function formatOf(text: string): ImportFormat {
  const start = text.slice(0, 4_000).replace(/^\uFEFF?\s*/, '');
  if (start.startsWith('<')) return 'drawio';
  if (start.startsWith('{')) return 'excalidraw';
  if (start.startsWith('%%') || start.startsWith('---') || mermaidHeads.test(start)) return 'mermaid';
  const [heading = '', row = ''] = start.split(/\r\n?|\n/);
  const isSeparated = [',', ';', '\t'].some((separator) => heading.includes(separator) && row.includes(separator));
  return isSeparated ? 'csv' : 'mermaid';
}
