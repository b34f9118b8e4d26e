/** pdf-fonts: the fonts of one PDF, by the families and weights of the text of a picture. */
import { boxes, type UsedFontFile } from '#core/render/font-use.ts';
import type { PictureSeries } from '#core/render/render-svg.ts';

import { boxFont } from '../box-font.ts';
import type { ForeignFont } from '../foreign-fonts.ts';
import { readFont } from '../plain-font.ts';
import { weights } from '#core/text/font-table.ts';

export class PdfFonts {
  /** Names under which the document has the fonts. */
  readonly #names = new Map<string, string>();
  readonly #namesByFamilies = new Map<string, string>();
  readonly #document: PDFKit.PDFDocument;

  constructor(
    document: PDFKit.PDFDocument,
    { fonts, foreign }: Pick<PictureSeries, 'fonts' | 'foreign'>,
    fileOf: (file: UsedFontFile) => Uint8Array,
    foreignFonts: readonly ForeignFont[],
  ) {
    this.#document = document;
    for (const used of fonts) this.#add(used.family, used.isOnly ? weights : [used.weight], fileOf(used));
    for (const family of foreign) {
      const file = family === boxes.family ? boxFont() : foreignFonts.find((font) => font.family === family)?.file;
      // A copy, since all threads share these bytes.
      if (file !== undefined) this.#add(family, weights, Uint8Array.from(file));
    }
  }

  #add(family: string, itsWeights: readonly number[], file: Uint8Array): void {
    const name = keyOf(family, itsWeights.join('-'));
    this.#document.registerFont(name, Buffer.from(file.buffer, file.byteOffset, file.length));
    for (const weight of itsWeights) this.#names.set(keyOf(family, String(weight)), name);
  }

  /** The name of the first of the families, as an attribute lists them, that the document has. Throws if it has none. */
  nameOf(families: string, weight: string): string {
    const key = `${weight} ${families}`;
    const name = this.#namesByFamilies.get(key) ?? this.#find(families, weight);
    this.#namesByFamilies.set(key, name);
    return name;
  }

  #find(families: string, weight: string): string {
    for (const family of families.replaceAll("'", '').split(', ')) {
      const name = this.#names.get(keyOf(family, weight)) ?? this.#names.get(keyOf(family, '400'));
      if (name !== undefined) return name;
    }
    throw new Error(`a picture without its font ${families} ${weight}`);
  }
}

const keyOf = (family: string, weight: string): string => `${family} ${weight}`;

/** True if a PDF can contain the font: it has outlines, and not pictures alone. */
export function hasOutlines({ file }: ForeignFont): boolean {
  const { tables } = readFont(Buffer.from(file));
  return tables.some(({ tag }) => tag === 'glyf' || tag === 'CFF ');
}
