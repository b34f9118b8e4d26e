/**
 * pdf-file: a PDF that is written with pdfkit, without anything that differs between two files of the same drawing: no time, no random id.
 * Lengths are pixels of the tab: a page is set to the scale of 96 pixels to the inch.
 */
import PDFDocument from 'pdfkit';

import type { Rect, Size } from '#schema/tab.ts';

import type { Matrix } from './matrix.ts';

/** Points per pixel, and the longest side that readers show, in points. */
const points = 0.75;
const longestSide = 14_400;

type Page = PDFKit.PDFPage & { readonly resources: PDFKit.PDFKitReference };

export class PdfFile {
  readonly document: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  #names = 0;

  constructor(title: string) {
    // The time goes into the file's id, and is left out of the file at the end.
    const info = { Title: title, Creator: 'Atelier', Producer: 'Atelier', CreationDate: new Date(0) };
    const options = { pdfVersion: '1.7', autoFirstPage: false, margin: 0, info, displayTitle: true } as const;
    // Without a font: none is used that is not in the file.
    this.document = new PDFDocument({ ...options, font: null as unknown as string });
    // It would contain the time and, without its characters escaped, the title.
    Object.assign(this.document, { endMetadata: () => undefined });
    this.document.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
  }

  get page(): Page {
    return this.document.page as Page;
  }

  /**
   * Adds a page that shows this part of the tab. `draw` gets where a place of the tab is on it, in points from the upper left. `name`: in
   * the outline of the file; null for none.
   */
  onPage({ x, y, width, height }: Rect, name: string | null, draw: (base: Matrix) => void): void {
    const { document } = this;
    const scale = Math.min(points, longestSide / Math.max(width, height));
    const base: Matrix = [scale, 0, 0, scale, -x * scale, -y * scale];
    document.addPage({ size: [width * scale, height * scale], margin: 0 });
    if (name !== null) document.outline.addItem(name);
    const content = this.#collect(() => {
      document.save().transform(...base);
      document.lineCap('round').lineJoin('round');
      draw(base);
      document.restore();
    });
    this.page.content.write(content);
  }

  /** Draws into a stream of its own, which uses what the page contains. */
  drawInto(object: PDFKit.PDFKitReference, draw: () => void): void {
    object.end(this.#collect(draw));
  }

  /** What is drawn, as one text: pdfkit would keep each operator as bytes of its own. */
  #collect(draw: () => void): string {
    const { page } = this;
    const { content } = page;
    const operators: string[] = [];
    page.content = { write: (operator: string) => operators.push(operator) } as unknown as PDFKit.PDFKitReference;
    draw();
    page.content = content;
    return operators.join('\n');
  }

  /** Adds something that is drawn by its name. */
  addDrawn(
    dictionary: object,
    kind: 'xobjects' | 'patterns',
  ): { readonly name: string; readonly object: PDFKit.PDFKitReference } {
    const name = `D${(this.#names += 1)}`;
    const object = this.document.ref({ ...dictionary, Resources: this.page.resources });
    this.page[kind][name] = object;
    return { name, object };
  }

  image({ width, height }: Size, space: 'DeviceRGB' | 'DeviceGray', options: object, bytes: Uint8Array): PDFKit.PDFKitReference {
    const kind = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: space,
      BitsPerComponent: 8,
      Interpolate: true,
    };
    const object = this.document.ref({ ...kind, ...options });
    object.end(bytes);
    return object;
  }

  /** The file. Nothing can be added to it. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const ended = new Promise((resolve) => void this.document.on('end', resolve));
    delete this.document.info.CreationDate;
    this.document.end();
    await ended;
    return Uint8Array.from(Buffer.concat(this.#chunks));
  }
}
