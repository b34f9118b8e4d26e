import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import { beforeAll, describe, expect, test } from 'vitest';

import { probe } from '#core/images/probe.ts';
import { drawn, tabWith } from '#core/ops/drawn.test-support.ts';
import { gallery } from '#core/render/gallery.test-support.ts';
import { findTheme } from '#core/render/themes/theme-list.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import type { Image } from '#schema/element.ts';
import type { Page } from '#schema/tab.ts';

import type { InlinedImage } from '../messages.ts';
import { Rasterizer } from '../rasterizer.ts';
import { PdfWriter } from './pdf-writer.ts';
import { type ReadPdf, readPdf } from './read-pdf.test-support.ts';

let writer: PdfWriter;
beforeAll(async () => {
  writer = new PdfWriter(await Rasterizer.load(), []);
});

type Options = Partial<Parameters<PdfWriter['write']>[1]>;
const bytesOf = (tab: TabIndex, options: Options = {}): Promise<Uint8Array> =>
  writer.write(tab, { images: new Map(), pages: null, ...options });
const read = async (tab: TabIndex, options: Options = {}): Promise<ReadPdf> => readPdf(await bytesOf(tab, options));
const textOf = ({ pages }: ReadPdf): string => pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join('|');

const page = (place: number, x: number, background: Page['background'] = null): Page => ({
  id: `page_${place}`,
  place,
  kind: 'slide',
  name: `Slide ${place}`,
  size: '16:9',
  orientation: 'landscape',
  layout: 'free',
  background,
  rect: { x, y: 0, width: 1280, height: 720 },
});

describe('text', () => {
  test('[PC17] bold, italic and struck labels are text, too', async () => {
    const label = 'add square id=a "Quiet fox" at:0,0';
    const emphasized = await read(drawn('', `${label} bold=true italic=true strike=true`));
    expect(textOf(emphasized)).toBe('Quiet fox');
  });

  test('[PC17] labels of all scripts are text in the order in which they are written', async () => {
    const labels = [
      'Quiet office fox',
      '日本語のテキスト、東京',
      '한국어 텍스트',
      '简体中文',
      'Ωμέγα Жук Łódź ệẳỗ',
      '→ ∑ ⇒ 🎉',
      'a => b != c',
    ];
    const tab = drawn(labels.map((label, index) => `add text label="${label}" at:0,${index * 60} width=400`).join('\n'));
    const pdf = await read(tab);
    const text = pdf.pages.flatMap(({ texts }) => texts.map((part) => part.text)).join('');
    for (const label of labels) expect(text.replaceAll(' ', '')).toContain(label.replaceAll(' ', ''));
  });

  test('[PC17] Devanagari, Thai and Arabic are the letters that were written, not the signs that are drawn', async () => {
    for (const label of ['हिन्दी', 'क्षत्रिय', 'กำลัง'])
      expect(actualTexts(await read(drawn(`add text label="${label}" at:0,0 width=400`))).join(''), label).toContain(label);
    const arabic = textOf(await read(drawn('add text label="العربية" at:0,0 width=400')));
    // The dots of letters are signs without a character, which this reader shows as a control character.
    expect(arabic.replaceAll(/\p{Cc}/gu, '')).toBe('العربية');
  });

  test('[PC18] every font is in the file, with the characters of its signs', async () => {
    const { tab, theme } = gallery['kinds']!;
    const { fonts } = await read(tab, { theme: findTheme(theme)! });
    expect(fonts.all.length).toBeGreaterThan(5);
    expect([fonts.embedded, fonts.mapped]).toEqual([fonts.all.length, fonts.all.length]);
    expect(new Set(fonts.all).size).toBe(fonts.all.length);
  });

  test('[PC17] text is where pictures have it', async () => {
    const tab = drawn('add text label="Left" at:0,0 width=200 height=40\nadd square label="Middle" at:0,100 width=200 height=80');
    const [only] = (await read(tab, { padding: 0 })).pages;
    const [left, middle] = ['Left', 'Middle'].map((text) => only!.texts.find((part) => part.text === text)!);
    // 96 pixels are 72 points.
    expect(left!.x).toBeLessThan(8);
    expect(middle!.x).toBeGreaterThan(45);
    expect(middle!.x).toBeLessThan(60);
    expect(only!.height - middle!.y).toBeCloseTo((140 + 5.8) * 0.75, 0);
  });
});

describe('pages', () => {
  test('[PC19] a tab is one page of the size of its picture', async () => {
    const tab = drawn('add square at:0,0 width=952 height=352');
    const { pages, outline, title } = await read(tab);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([[750, 300]]);
    expect([outline, title]).toEqual([[], tab.settings.name]);
  });

  test('[PC19] each page of a tab is a page of its size with what is on it, and its name is in the outline', async () => {
    const boxes = drawn(
      'add square label="One" at:100,100\nadd square label="Two" at:1500,100\nadd square label="Beside" at:100,900',
    );
    const slides = [page(1, 0, ['#ffeeaa', '#ffffff']), page(2, 1400)];
    const tab = tabWith(boxes.elements(), { name: 'Deck', pages: slides });
    const { pages, outline, drawing } = await read(tab, { pages: slides });
    expect(pages.map(({ width, height, texts }) => [width, height, texts.map(({ text }) => text)])).toEqual([
      [960, 540, ['One']],
      [960, 540, ['Two']],
    ]);
    expect(outline).toEqual(['Slide 1', 'Slide 2']);
    expect(drawing).toMatch(/\/Sh\d+ scn|\/Pattern cs/);
  });

  test('[PC19] a page that would be too large for readers is smaller', async () => {
    const [only] = (await read(drawn('add square at:0,0\nadd square at:40000,0'))).pages;
    expect(only!.width).toBe(14_400);
  });
});

describe('drawing', () => {
  test('[PC20] what has a link opens it where it is, and an arrow only near its line', async () => {
    const lines =
      'add square id=a label="A" at:0,0 width=100 height=100 link=https://a.example/?x=1&y=2\nadd square id=b at:600,400 width=100 height=100\nconnect a -> b line=straight link=https://b.example/';
    const [only] = (await read(drawn(lines), { padding: 0 })).pages;
    const box = only!.links.filter(({ url }) => url === 'https://a.example/?x=1&y=2');
    expect(box.map(({ rect }) => rect.map(Math.round))).toEqual([[0, 300, 75, 375]]);
    const arrow = only!.links.filter(({ url }) => url === 'https://b.example/');
    expect(arrow.length).toBeGreaterThan(8);
    for (const { rect } of arrow) expect(Math.max(rect[2]! - rect[0]!, rect[3]! - rect[1]!)).toBeLessThan(40);
  });

  test('[PC21] opacity, dashes, dots and patterns are drawn as such', async () => {
    const tab = drawn(
      'add square opacity=0.4 label="half" at:0,0\nadd square border=dashed at:200,0\nadd square border=dotted at:400,0',
    );
    const paper = await read(tab, { theme: findTheme('paper')! });
    const source = Buffer.from(await bytesOf(tab, { theme: findTheme('paper')! })).toString('latin1');
    expect(source).toMatch(/\/ca 0\.4/);
    expect(source).toMatch(/\/S \/Transparency/);
    expect(source).toMatch(/\/PatternType 1/);
    expect(paper.drawing).toMatch(/\[\d[\d.]* \d[\d.]*\] 0 d/);
    expect(paper.drawing).toMatch(/\[0 \d[\d.]*\] 0 d/);
    expect(paper.drawing).toMatch(/\/Pattern cs/);
  });

  test('[PC22] images of every type are in the file, once each, and others are placeholders', async () => {
    const files = ['plain.png', 'indexed.png', 'baseline.jpg', 'turned.jpg', 'plain.gif'];
    const images = new Map(files.map((name, index) => [`img_${index}`, sample(name)]));
    const elements = [...files, 'missing', files[0]!].map((name, index): Image => {
      const at = index === 6 ? 0 : index;
      return { id: `${name.slice(0, 2)}~0000000${index}`, type: 'image', imageId: `img_${at}`, z: 'a0', x: index * 200, y: 0, width: 150, height: 100, naturalWidth: 37, naturalHeight: 21 };
    }); // prettier-ignore
    const source = Buffer.from(await bytesOf(tabWith(elements), { images })).toString('latin1');
    expect(source.match(/\/Subtype \/Image\n/g)).toHaveLength(5);
    expect(source.match(/\/Filter \/DCTDecode/g)).toHaveLength(2);
  });

  test('[PC22] a cropped image is cut off at the edges of its box', async () => {
    const crop = { right: 0.5, bottom: 0.75 };
    const image: Image = { id: 'photo~00000000', type: 'image', imageId: 'img_0', z: 'a0', x: 0, y: 0, width: 120, height: 60, naturalWidth: 400, naturalHeight: 400, crop }; // prettier-ignore
    const { drawing } = await read(tabWith([image]), { images: new Map([['img_0', sample('plain.png')]]) });
    expect(drawing).toMatch(/0 0 120 60 re\s+W n\s+q\s+(?:1 0 0 1 0 0 cm\s+)?240 0 0 -240 0 240 cm\s+\/Im1 Do/);
  });

  test('[PC23] the same drawing is the same bytes, without a time', async () => {
    const { tab } = gallery['kinds']!;
    const [first, second] = [await bytesOf(tab), await bytesOf(tab)];
    expect(Buffer.compare(first, second)).toBe(0);
    expect(Buffer.from(first).toString('latin1')).not.toMatch(/CreationDate|ModDate|CreateDate/);
  });

  test('[PC17] every drawing of the gallery is written, in every theme', async () => {
    for (const [name, { tab }] of Object.entries(gallery)) {
      for (const id of ['light', 'dark', 'paper', 'blueprint', 'contrast']) {
        const { pages } = await read(tab, { theme: findTheme(id)! });
        expect(pages, `${name} ${id}`).toHaveLength(1);
      }
    }
  });

  test('[RD200] [RD202] a hand-drawn tab is sketched and handwritten there, too', async () => {
    const tab = drawn('add square id=a "Quiet fox" at:0,0');
    const [clean, sketched] = [await read(tab), await read(tabWith(tab.elements(), { look: 'hand-drawn' }))];
    const curves = ({ drawing }: ReadPdf): number => drawing.match(/ c\n/g)?.length ?? 0;
    // Four sides and four corners, twice, besides the inside.
    expect(curves(sketched) - curves(clean)).toBeGreaterThanOrEqual(12);
    expect(textOf(sketched)).toBe('Quiet fox');
    expect(sketched.fonts.all.join()).toMatch(/kalam/i);
    expect(clean.fonts.all.join()).not.toMatch(/kalam/i);
  });

  test('[PC24] of elements that are named, only they are drawn', async () => {
    const tab = drawn('add square id=a label="Kept" at:0,0 width=300 height=300\nadd square id=b label="Over it" at:50,50');
    const kept = [...tab.elements()].find(({ label }) => label === 'Kept')!;
    expect(textOf(await read(tab, { only: [kept.id] }))).toBe('Kept');
  });
});

/** The letters that the file has beside signs, in UTF-16 with some bytes escaped. */
const actualTexts = ({ drawing }: ReadPdf): string[] =>
  [...drawing.matchAll(/ActualText \(([^]*?[^\\])\)\n?>/g)].map(([, text = '']) => {
    const bytes = text.replaceAll(/\\([^])/g, (_, escaped: string) => escapes.get(escaped) ?? escaped);
    return Buffer.from(bytes, 'latin1').swap16().toString('utf16le');
  });

const escapes: ReadonlyMap<string, string> = new Map([['n', '\n'], ['r', '\r'], ['t', '\t'], ['b', '\b'], ['f', '\f']]); // prettier-ignore

function sample(name: string): InlinedImage {
  const bytes = new Uint8Array(readFileSync(new URL(`../../../core/images/samples/${name}`, import.meta.url)));
  const { contentType, width, height, orientation } = probe(bytes, crc32)!;
  return { contentType, bytes, pixels: width * height, orientation };
}
