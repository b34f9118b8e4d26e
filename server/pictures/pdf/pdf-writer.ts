/**
 * pdf-writer: writes the pictures of a tab as a PDF, one page each, with text that can be selected and links that can be clicked
 * (SPEC.md, PC17 to PC22).
 */
import type { ForeignFamilies } from '#core/render/font-use.ts';
import { readMarkup } from '#core/render/read-markup.ts';
import { renderEach, type RenderOptions } from '#core/render/render-svg.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Rect } from '#schema/tab.ts';

import { namedFonts } from '../font-files.ts';
import { familiesIn, type ForeignFont } from '../foreign-fonts.ts';
import type { InlinedImage, PdfPage } from '../messages.ts';
import type { Rasterizer } from '../rasterizer.ts';
import { drawMarkup } from './draw-markup.ts';
import { PageLinks } from './page-links.ts';
import { PdfFile } from './pdf-file.ts';
import { hasOutlines, PdfFonts } from './pdf-fonts.ts';
import { PdfImages } from './pdf-images.ts';

type Options = Omit<RenderOptions, 'area' | 'fonts' | 'foreign' | 'image' | 'orientation'> & {
  readonly images: ReadonlyMap<string, InlinedImage>;
  /** The parts of the tab that become pages; null for all of it on one. */
  readonly pages: readonly PdfPage[] | null;
};

export class PdfWriter {
  readonly #fontOf = namedFonts();
  readonly #rasterizer: Rasterizer;
  readonly #foreignFonts: readonly ForeignFont[];
  readonly #foreign: ForeignFamilies;

  /** `rasterizer`: decodes images. */
  constructor(rasterizer: Rasterizer, foreign: readonly ForeignFont[]) {
    this.#rasterizer = rasterizer;
    this.#foreignFonts = foreign.filter(hasOutlines);
    this.#foreign = familiesIn(this.#foreignFonts);
  }

  async write(tab: TabView, { images: inlined, pages, ...options }: Options): Promise<Uint8Array<ArrayBuffer>> {
    const images = new PdfImages(inlined, tab.elements(), this.#rasterizer);
    const series = renderEach(tab, pages?.map(({ rect }) => rect) ?? null, {
      ...options,
      foreign: this.#foreign,
      image: (id) => images.address(id),
      orientation: (id) => inlined.get(id)?.orientation ?? 1,
    });
    const file = new PdfFile(tab.settings.name);
    const fonts = new PdfFonts(file.document, series, this.#fontOf, this.#foreignFonts);
    const definitions = new Map();
    for (const [index, { source }] of series.pictures.entries()) {
      const picture = readMarkup(source);
      const view = viewOf(picture.attributes.get('viewBox') ?? '');
      const families = picture.attributes.get('font-family') ?? '';
      const links = new PageLinks();
      file.onPage(view, pages !== null && pages.length > 1 ? (pages[index]?.name ?? null) : null, (base) => {
        definitions.clear();
        drawMarkup(picture, { matrix: base, address: null }, { file, fonts, images, links, view, base, families, definitions });
      });
      links.writeTo(file.document);
    }
    return file.bytes();
  }
}

function viewOf(box: string): Rect {
  const [x = 0, y = 0, width = 1, height = 1] = box.split(' ').map(Number);
  return { x, y, width, height };
}
