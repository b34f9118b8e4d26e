/** A tab in another format, with what the format does not say (SPEC.md). */
import type { ExportQuery } from '#schema/exchange-calls.ts';
import { type ExportFormat, exportFormats } from '#schema/exchange-formats.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Page, TabReading } from '#schema/tab.ts';
import type { Call } from '#server/call.ts';
import type { DiagramFormat, PdfPage } from '#server/pictures/messages.ts';

import type { AppContext } from './context.ts';
import { allElementsIn, type ExportedPart, exportedPart } from './exported-part.ts';
import type { ExportedTab, Pictures } from './pictures.ts';
import type { Tabs } from './port.ts';
import { unknownFormat } from './unknown-format.ts';

export type TabExport =
  | { readonly format: DiagramFormat; readonly text: string; readonly dropped: readonly string[] }
  | { readonly format: 'svg'; readonly text: string }
  | { readonly format: 'png'; readonly data: Uint8Array }
  | { readonly format: 'pdf'; readonly data: Uint8Array; readonly dropped: readonly string[] }
  | { readonly format: 'json'; readonly reading: TabReading };

export interface Exports {
  /** Errors: unsupported_media_type, invalid_request, and those of pictures. */
  tab(call: Call, documentId: string, tabId: string, query: ExportQuery): Promise<TabExport | Problem>;
}

export function createExports({ rooms, painter }: AppContext, pictures: Pictures, tabs: Tabs): Exports {
  return {
    async tab(call, documentId, tabId, { format, scale, ...part }) {
      if (!isExportFormat(format)) return unknownFormat(exportFormats);
      if (scale !== undefined && format !== 'png') return onlyForPng;
      if (format === 'json') return json(call, documentId, tabId, part);
      const tab = await pictures.exported(call, documentId, tabId, part);
      return isProblem(tab) ? tab : write(tab, format, scale);
    },
  };

  async function write(tab: ExportedTab, format: Exclude<ExportFormat, 'json'>, scale = 1): Promise<TabExport | Problem> {
    const { values, look, part, says, besidePages } = tab;
    switch (format) {
      case 'mermaid':
      case 'drawio':
      case 'excalidraw': {
        const written = await painter.diagram(values, { ...look, ...(says !== null && { only: says }) }, format);
        return isProblem(written) ? written : { format, ...written };
      }
      case 'pdf': {
        const data = await painter.pdf(values, look, pdfPages(part, values.settings.pages));
        if (isProblem(data)) return data;
        return {
          format,
          data,
          dropped: besidePages === 0 ? [] : [`what is on no page: ${besidePages} ${besidePages === 1 ? 'element' : 'elements'}`],
        };
      }
      case 'svg':
      case 'png': {
        const [page, another] = part.pages ?? [];
        if (another !== undefined) return onePage;
        const shown = page === undefined ? look : { ...look, area: page.rect };
        if (format === 'png') {
          const data = await painter.png(values, shown, { scale });
          return isProblem(data) ? data : { format, data };
        }
        const text = await painter.svgLater(values, shown);
        return isProblem(text) ? text : { format, text };
      }
    }
  }

  async function json(
    call: Call,
    documentId: string,
    tabId: string,
    query: Pick<ExportQuery, 'elements' | 'pages'>,
  ): Promise<TabExport | Problem> {
    const read = await tabs.read(call, documentId, tabId, { view: 'json' });
    if (isProblem(read) || !('reading' in read)) return isProblem(read) ? read : problem('tab_not_found');
    const kept = await rooms.read(documentId, (reading) => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return problem('tab_not_found');
      const part = exportedPart(tab, query);
      return isProblem(part) ? part : { ids: allElementsIn(tab, part) };
    });
    if (isProblem(kept)) return kept;
    const { ids } = kept;
    if (ids === null) return { format: 'json', reading: read.reading };
    return { format: 'json', reading: { ...read.reading, elements: read.reading.elements.filter(({ id }) => ids.has(id)) } };
  }
}

/** Null for one page of all that is shown. */
function pdfPages(part: ExportedPart, all: readonly Page[]): readonly PdfPage[] | null {
  if (part.elements !== null || all.length === 0) return null;
  return (part.pages ?? all).map(({ name, rect }) => ({ name, rect }));
}

const isExportFormat = (format: string): format is ExportFormat => exportFormats.some((known) => known === format);

const onlyForPng = problem('invalid_request', {
  errors: [{ in: 'query', pointer: '/scale', message: 'is for format=png; other formats have no pixels' }],
});

const onePage = problem('invalid_request', {
  errors: [{ in: 'query', pointer: '/pages', message: 'names several pages; a picture shows one, format=pdf takes several' }],
});
