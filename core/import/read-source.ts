/** read-source: reads a text in the format that it is said to have. */
import { type CsvForm, readCsv } from './csv/read-csv.ts';
import type { Diagram, ImportFault } from './diagram.ts';
import { readDrawio } from './drawio/read-drawio.ts';
import { readExcalidraw } from './excalidraw/read-excalidraw.ts';
import { readMermaid } from './mermaid/read-mermaid.ts';

export const importFormats = ['mermaid', 'drawio', 'excalidraw', 'csv'] as const;
export type ImportFormat = (typeof importFormats)[number];

export type SourceOptions = {
  /** Returns false once the work is exhausted; then there is no diagram. */
  readonly spend: (units: number) => boolean;
  /** What the rows of a CSV file become. */
  readonly as?: CsvForm | undefined;
};

export function readSource(format: ImportFormat, text: string, { spend, as }: SourceOptions): Diagram | ImportFault | null {
  switch (format) {
    case 'mermaid':
      return readMermaid(text);
    case 'drawio':
      return readDrawio(text, spend);
    case 'excalidraw':
      return readExcalidraw(text, spend);
    case 'csv':
      return readCsv(text, as);
  }
}
