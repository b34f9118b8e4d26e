/** Calls that draw a text in another format, and write a tab in one. */
import Type from 'typebox';

import { exportFormats } from '#schema/exchange-formats.ts';
import { limits } from '#schema/limits.ts';
import { TabReading } from '#schema/tab.ts';

import { resource, route } from '../route.ts';
import { changesetRefusals } from './changeset-refusals.ts';
import { changesetAnswer, proposedReply } from './proposed.ts';
import { picturePolicy } from './pictures.ts';

export const tabImport = resource('Tabs', [
  route('importDiagram', {
    access: 'editor',
    summary: 'Draw a diagram that is written in another format',
    description:
      'The body is the text: a flowchart, a sequence, class, ER or state diagram, or a mind map of Mermaid, a file of draw.io or Excalidraw, or CSV. Images in a file are uploaded to the gallery of the writer. It is drawn as one changeset, beside what is on the tab; `mode=update` brings what an earlier import of the same `source` drew up to date instead. `report` lists what the tab says in another way, or not at all.',
    raw: {
      media: ['text/*', 'application/xml', 'application/json', 'application/octet-stream'],
      bytes: limits.importBodyBytes,
      tooLarge: 'body_too_large',
      code: 'unsupported_media_type',
    },
    replies: { 201: { description: 'Drawn.' }, 200: { description: 'A dry run, or nothing changed.' }, ...proposedReply },
    refuses: [...changesetRefusals.codes, 'unsupported_media_type'],
    handle: ({ call, params, body, query }, app) => app.changesets.import(call, params.doc, params.tab, body, query),
    answer: (applied, { params }) => changesetAnswer(applied, params.doc),
  }),
]);

export const tabExport = resource('Tabs', [
  route('exportTab', {
    access: 'viewer',
    isDrawn: true,
    isLong: true,
    summary: 'Write a tab in another format',
    description: `The format is one of ${exportFormats.join(', ')}. A PDF has a page for each page of the tab, or one for a tab without pages, with text that can be searched and links. \`X-Atelier-Dropped\` lists what the format does not say, at most 2 KB of it and then a count; diagrams have it as comments too.`,
    replies: {
      200: {
        description: 'The tab.',
        json: TabReading,
        text: ['text/plain', 'application/xml', 'application/vnd.excalidraw+json', 'image/svg+xml'],
        bytes: ['image/png', 'application/pdf'],
        headers: { 'X-Atelier-Dropped': { description: 'What is left out, separated by semicolons.', schema: Type.String() } },
      },
    },
    refuses: ['page_not_found', 'target_not_found', 'target_ambiguous', 'work_limit_exceeded', 'unsupported_media_type'],
    handle: ({ call, params, query }, app) => app.exports.tab(call, params.doc, params.tab, query),
    answer(exported) {
      switch (exported.format) {
        case 'mermaid':
        case 'drawio':
        case 'excalidraw': {
          const { format, text, dropped } = exported;
          return { status: 200, text, ...mediaOf[format], ...droppedIn(dropped) };
        }
        case 'pdf': {
          const { data, dropped } = exported;
          return { status: 200, bytes: { media: 'application/pdf', data }, ...droppedIn(dropped) };
        }
        case 'svg':
          return { status: 200, text: exported.text, media: 'image/svg+xml', policy: picturePolicy };
        case 'png':
          return { status: 200, bytes: { media: 'image/png', data: exported.data }, policy: picturePolicy };
        case 'json':
          return { status: 200, json: exported.reading };
      }
    },
  }),
]);

const mediaOf = {
  mermaid: {},
  drawio: { media: 'application/xml', policy: picturePolicy },
  excalidraw: { media: 'application/vnd.excalidraw+json' },
} as const;

const droppedIn = (dropped: readonly string[]): { readonly headers?: Readonly<Record<string, string>> } =>
  dropped.length > 0 ? { headers: { 'X-Atelier-Dropped': droppedHeader(dropped) } } : {};

/** In ASCII, as headers are. */
function droppedHeader(dropped: readonly string[]): string {
  const parts: string[] = [];
  let length = 0;
  for (const line of dropped) {
    const part = line.replaceAll(/[^\x20-\x7e]|;/g, '?');
    length += part.length + 2;
    if (length > limits.droppedHeaderBytes) break;
    parts.push(part);
  }
  const more = dropped.length - parts.length;
  return [...parts, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}
