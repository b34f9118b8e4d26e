/** export-formats: the formats that people export in, with what makes a file of them. */
import type { ExportFormat } from '#schema/exchange-formats.ts';

/** As menus list them: what people look at, and what other programs read. */
export const pictureFormats = ['pdf', 'png', 'svg'] as const;
export const diagramFormats = ['drawio', 'excalidraw', 'mermaid', 'json'] as const;

type FileForm = { readonly ending: string; readonly media: string };

export const fileForms: Readonly<Record<ExportFormat, FileForm>> = {
  pdf: { ending: 'pdf', media: 'application/pdf' },
  png: { ending: 'png', media: 'image/png' },
  svg: { ending: 'svg', media: 'image/svg+xml' },
  drawio: { ending: 'drawio', media: 'application/xml' },
  excalidraw: { ending: 'excalidraw', media: 'application/json' },
  mermaid: { ending: 'mmd', media: 'text/plain' },
  json: { ending: 'json', media: 'application/json' },
};

/** Pixels of a PNG per pixel of the tab: sharp on the screens that most people have. */
export const pngScale = 2;
