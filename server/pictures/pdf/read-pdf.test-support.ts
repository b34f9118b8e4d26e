/** read-pdf: what a reader of PDFs that is not ours (pdf.js) finds in a file. */
import { inflateSync } from 'node:zlib';

import { getDocumentProxy } from 'unpdf';

export type ReadPage = {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** Pieces of text, in the order of the file, with the left end of their baselines from the lower left. */
  readonly texts: readonly { readonly text: string; readonly x: number; readonly y: number }[];
  readonly links: readonly { readonly url: string; readonly rect: readonly number[] }[];
};
export type ReadPdf = {
  readonly title: string;
  readonly outline: readonly string[];
  readonly pages: readonly ReadPage[];
  /** Of the fonts, those with a file and those with a map to characters. */
  readonly fonts: { readonly all: readonly string[]; readonly embedded: number; readonly mapped: number };
  /** What draws the pages, groups and patterns. */
  readonly drawing: string;
};

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const source = Buffer.from(bytes).toString('latin1');
  // The reader takes the bytes for itself.
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  const { info } = await document.getMetadata();
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index): Promise<ReadPage> => {
      const page = await document.getPage(index + 1);
      const { width, height } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const texts = items.flatMap((item) =>
        'str' in item && item.str !== '' ? [{ text: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]) }] : [],
      );
      const links = (await page.getAnnotations()).map(({ url, rect }) => ({ url: String(url), rect: rect as number[] }));
      return { width, height, texts, links };
    }),
  );
  const outline = ((await document.getOutline()) ?? []).map(({ title }) => String(title));
  return {
    title: (info as { Title?: string }).Title ?? '',
    outline,
    pages,
    fonts: {
      all: [...source.matchAll(/\/Subtype \/Type0\n\/BaseFont \/([^\n]+)/g)].map(([, name = '']) => name),
      embedded: source.match(/\/FontFile[23]? \d+ 0 R/g)?.length ?? 0,
      mapped: source.match(/\/ToUnicode \d+ 0 R/g)?.length ?? 0,
    },
    drawing: streamsOf(source).join('\n'),
  };
}

/** The compressed streams that draw something. */
function streamsOf(source: string): string[] {
  return source.split('\nendobj').flatMap((object) => {
    const [, head = '', stream = ''] = /obj\n<<([^]*?)>>\nstream\n([^]*)\nendstream/.exec(object) ?? [];
    if (!head.includes('/FlateDecode') || head.includes('/Image')) return [];
    const text = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
    return text.includes(' scn\n') || text.includes(' SCN\n') ? [text] : [];
  });
}
