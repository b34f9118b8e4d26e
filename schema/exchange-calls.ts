/** The calls that draw a text in another format, and write a tab in one. Their queries are strict. */
import Type, { type Static, type TProperties } from 'typebox';

import { PngQuery } from './picture-calls.ts';
import { ChangesetAnswer } from './changeset.ts';
import { type ApiEndpoint, bytes, endpoint } from './endpoint.ts';
import { exportFormats, importFormats } from './exchange-formats.ts';
import { limits } from './limits.ts';
import { proposing } from './proposal-calls.ts';
import { proposeFlag } from './proposal.ts';
import { TabReading } from './tab.ts';

const strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });

export const ImportQuery = strict({
  format: Type.Optional(
    Type.String({ maxLength: 40, description: `The format of the body: ${importFormats.join(', ')}. Default: auto.` }),
  ),
  mode: Type.Optional(
    Type.Enum(['add', 'update'], { description: 'add (the default), or update what an import of the same source drew.' }),
  ),
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.originCharacters,
      description: 'The name of the source. Default: the format.',
    }),
  ),
  as: Type.Optional(
    Type.Enum(['table', 'cards', 'tree'], {
      description: 'What the rows of a CSV file become. Default: a tree if a column names parents, otherwise a table.',
    }),
  ),
  dryRun: Type.Optional(Type.Enum(['1', '0'], { description: 'Answers what would happen, and applies nothing.' })),
  propose: proposeFlag,
});
export type ImportQuery = Static<typeof ImportQuery>;
export const ExportQuery = strict({
  format: Type.String({ maxLength: 40, description: `${exportFormats.join(', ')}.` }),
  elements: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8_192,
      description: 'Only these, with what is in them and the arrows between them: refs or ids, separated by commas.',
    }),
  ),
  pages: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Of a tab of pages, only these: ids, places, ranges of places or names, separated by commas (`1,4-6`). A picture (svg, png) shows one.',
    }),
  ),
  scale: Type.Optional({ ...PngQuery.properties.scale, description: 'Of a PNG: its pixels per pixel of the tab. Default: 1.' }),
});
export type ExportQuery = Static<typeof ExportQuery>;

export const exchangeCalls = {
  importDiagram: endpoint('POST /documents/:doc/tabs/:tab/import', {
    query: ImportQuery,
    body: bytes,
    reply: ChangesetAnswer,
    variants: proposing,
  }),
  exportTab: endpoint('GET /documents/:doc/tabs/:tab/export', { query: ExportQuery, reply: TabReading }),
} satisfies Readonly<Record<string, ApiEndpoint>>;
