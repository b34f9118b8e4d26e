/** Verbs that draw a text in another format, and write a tab in one. */
import Type from 'typebox';

import type { Service } from '#clients/service/service.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';
import { ExportQuery, ImportQuery } from '#schema/exchange-calls.ts';
import { exportFormats } from '#schema/exchange-formats.ts';
import { limits } from '#schema/limits.ts';

import { changesetAnswer } from './changeset-answer.ts';
import { documentAndTab, tabParams } from './place.ts';
import { verb } from './verb.ts';

export const importDiagram = verb({
  name: 'import-diagram',
  summary: 'Draw a file of Mermaid, draw.io, Excalidraw or CSV, or update what an earlier import drew.',
  input: Type.Object({
    ...documentAndTab,
    text: Type.String({ minLength: 1, maxLength: limits.importBodyBytes, description: 'The file.' }),
    mode: ImportQuery.properties.mode,
    source: ImportQuery.properties.source,
    dryRun: Type.Optional(Type.Boolean({ description: 'Show what it would do; nothing is applied.' })),
  }),
  effect: 'write',
  idempotent: false,
  canPropose: true,
  run: importedFile,
  tool: {
    name: 'import_diagram',
    title: 'Import',
    description: 'Mermaid, draw.io, Excalidraw, CSV',
    args: { text: '', mode: '', source: '', dryRun: '' },
    hasBoard: true,
    answer: (reply) => changesetAnswer(reply),
  },
});

export const exportTab = verb({
  name: 'export-tab',
  summary: 'Write a tab in another format: mermaid, drawio, excalidraw, svg, json or pdf.',
  input: Type.Object({
    ...documentAndTab,
    format: Type.Optional(
      Type.Enum(
        exportFormats.filter((format) => format !== 'png'),
        { description: 'Default: mermaid.' },
      ),
    ),
    elements: ExportQuery.properties.elements,
    pages: ExportQuery.properties.pages,
  }),
  effect: 'read',
  idempotent: true,
  async run({ document, tab, format = 'mermaid', ...part }, service) {
    const query = { format, ...part };
    const params = await tabParams(service, document, tab);
    const call = 'GET /documents/:doc/tabs/:tab/export';
    return format === 'pdf' ? service.bytes(call, { params, query }) : service.text(call, { params, query });
  },
  tool: {
    name: 'export_tab',
    title: 'Export a tab',
    description: 'A tab as text that lists what it lacks, or as a PDF.',
    args: { format: '', elements: 'Only these refs.', pages: '' },
    answer: (reply) =>
      typeof reply === 'string'
        ? { text: reply }
        : {
            text: `A PDF of ${reply.length} bytes.`,
            file: { uri: 'atelier:export.pdf', mimeType: 'application/pdf', blob: Buffer.from(reply).toString('base64') },
          },
  },
});

type Imported = {
  readonly document: string;
  readonly tab?: string | undefined;
  readonly text: string;
  readonly dryRun?: boolean | undefined;
} & Omit<ImportQuery, 'dryRun'>;

/** A file of any format. */
export async function importedFile(
  { document, tab, text, dryRun, ...query }: Imported,
  service: Service,
): Promise<ChangesetAnswer> {
  return service.json('POST /documents/:doc/tabs/:tab/import', {
    params: await tabParams(service, document, tab),
    query: { ...query, dryRun: dryRun === true ? '1' : undefined },
    body: Buffer.from(text),
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

type Exported = {
  readonly document: string;
  readonly tab?: string | undefined;
  readonly format: string;
  readonly elements?: string;
  readonly pages?: string;
  readonly scale?: number;
};

/** Any format, as bytes. */
export async function exportedBytes({ document, tab, ...query }: Exported, service: Service): Promise<Uint8Array> {
  return service.bytes('GET /documents/:doc/tabs/:tab/export', { params: await tabParams(service, document, tab), query });
}
