/** A tab in another format, with what the format does not say (SPEC.md). */
import { writeDrawio } from '#core/export/drawio/write-drawio.ts';
import { writeExcalidraw } from '#core/export/excalidraw/write-excalidraw.ts';
import { writeMermaid } from '#core/export/write-mermaid.ts';
import { findPage } from '#core/pages/find-page.ts';
import { light } from '#core/render/themes/light.ts';
import { centreX, centreY, holdsPoint } from '#core/tab/rect.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { TabView } from '#core/tab/view.ts';
import { type ExportQuery, exportFormats } from '#schema/exchange-calls.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { TabReading, TabState } from '#schema/tab.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { inlinedImages } from '#server/images/inlined-images.ts';
import { captureTab, type CapturedTab } from '#server/workers/captured-tab.ts';

import type { AppContext } from './context.ts';
import { elementIdsIn } from './named-elements.ts';
import type { Pictures } from './pictures.ts';
import type { Tabs } from './port.ts';
import { themeOf } from './theme-of.ts';

export type TabExport =
  | { readonly format: 'mermaid' | 'drawio' | 'excalidraw'; readonly text: string; readonly dropped: readonly string[] }
  | { readonly format: 'svg'; readonly text: string }
  | { readonly format: 'png'; readonly data: Uint8Array }
  | { readonly format: 'json'; readonly reading: TabReading };

export interface Exports {
  /** Errors: unsupported_media_type, and those of pictures. */
  tab(call: Call, documentId: string, tabId: string, query: ExportQuery): Promise<TabExport | Problem>;
}

type DiagramQuery = {
  readonly documentId: string;
  readonly tabId: string;
  readonly format: 'mermaid' | 'drawio' | 'excalidraw';
  readonly elements: string | undefined;
  readonly pages: string | undefined;
};

export function createExports(context: AppContext, pictures: Pictures, tabs: Tabs): Exports {
  const { storage, rooms, now } = context;
  return {
    async tab(call, documentId, tabId, { format, elements, pages }) {
      const part = { ...(elements !== undefined && { elements }), ...(pages !== undefined && { page: pages }) };
      switch (format) {
        case 'mermaid':
        case 'drawio':
        case 'excalidraw':
          return diagram(call, { documentId, tabId, format, elements, pages });
        case 'svg': {
          const text = await pictures.svg(call, documentId, tabId, part);
          return isProblem(text) ? text : { format, text };
        }
        case 'png': {
          const data = await pictures.png(call, documentId, tabId, part);
          return isProblem(data) ? data : { format, data };
        }
        case 'json':
          return json(call, documentId, tabId, elements);
        default:
          return problem('unsupported_media_type', { allowed: `the formats ${exportFormats.join(', ')}` });
      }
    },
  };

  /** The texts are written from values captured at one moment, with the images that these show. */
  async function diagram(call: Call, { documentId, tabId, format, ...part }: DiagramQuery): Promise<TabExport | Problem> {
    const access = await authorize(storage.db, call.actor, documentId, 'viewer', { now: now() });
    if (isProblem(access)) return access;
    await rooms.prepareTab(documentId, tabId, 'read');
    const read = await rooms.read(documentId, (reading) => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return problem('tab_not_found');
      const ids = idsOf(tab, part);
      if (isProblem(ids)) return ids;
      return { values: captureTab(tab), ids, theme: themeOf(tab.settings.theme, (id) => reading.theme(id)) ?? light };
    });
    if (isProblem(read)) return read;
    const tab = TabIndex.of(tabState(read.values));
    if (format === 'mermaid') return { format, ...writeMermaid(tab, read.ids) };
    const images = await inlinedImages(context, documentId, read.values.elements);
    const image = (id: string): string | null => {
      const found = images?.get(id);
      return found === undefined ? null : `data:${found.contentType};base64,${Buffer.from(found.bytes).toString('base64')}`;
    };
    const write = format === 'drawio' ? writeDrawio : writeExcalidraw;
    return { format, ...write(tab, read.ids, { theme: read.theme, image }) };
  }

  async function json(call: Call, documentId: string, tabId: string, named: string | undefined): Promise<TabExport | Problem> {
    const read = await tabs.read(call, documentId, tabId, { view: 'json' });
    if (isProblem(read) || !('reading' in read)) return isProblem(read) ? read : problem('tab_not_found');
    if (named === undefined) return { format: 'json', reading: read.reading };
    const ids = await rooms.read(documentId, (reading) => {
      const tab = reading.tab(tabId);
      return tab === undefined ? problem('tab_not_found') : elementIdsIn(named, tab);
    });
    if (isProblem(ids)) return ids;
    const kept = new Set(ids);
    return { format: 'json', reading: { ...read.reading, elements: read.reading.elements.filter(({ id }) => kept.has(id)) } };
  }
}

const tabState = ({ settings, skipped, elements }: CapturedTab): TabState => ({
  ...settings,
  skipped,
  elements: new Map(elements.map((element) => [element.id, element])),
});

/** The boxes that the query names; null for all. */
function idsOf(tab: TabView, { elements, pages }: Pick<DiagramQuery, 'elements' | 'pages'>): string[] | null | Problem {
  if (elements !== undefined) return elementIdsIn(elements, tab);
  if (pages === undefined) return null;
  const found = findPage({ sheets: tab.settings.pages.map((page) => ({ page })) }, pages);
  if (isProblem(found)) return found;
  return [...tab.boxes()].filter((box) => holdsPoint(found.page.rect, centreX(box), centreY(box))).map(({ id }) => id);
}
