/** drawing-tools: what the drawing of a page of a PDF uses. */
import type { MarkupElement } from '#core/render/read-markup.ts';
import type { Rect } from '#schema/tab.ts';

import type { Matrix } from './matrix.ts';
import type { PageLinks } from './page-links.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfFonts } from './pdf-fonts.ts';
import type { PdfImages } from './pdf-images.ts';

export type DrawingTools = {
  readonly file: PdfFile;
  readonly fonts: PdfFonts;
  readonly images: PdfImages;
  readonly links: PageLinks;
  /** The part of the tab that the page shows, and where a place of the tab is on the page, in points from the upper left. */
  readonly view: Rect;
  readonly base: Matrix;
  /** The fonts of text that names none. */
  readonly families: string;
  /** Patterns and gradients that the picture defines, by their ids. */
  readonly definitions: Map<string, MarkupElement>;
};

/** Where an element is on the page, and the address of the link that it is in. */
export type DrawingPlace = { readonly matrix: Matrix; readonly address: string | null };
