/**
 * typeset: turns the blocks of an article into units, with the sizes and spaces of a page's style.
 *
 * A heading has the largest of its sizes at which no word is broken. Items are indented by the width of their markers, at most
 * by two fifths of the column. A single link in a block is the link of its element; several links get a line each below the
 * block. A table with too many columns becomes several, each with the first column repeated.
 */
import { firstCharacters } from '../notation/characters.ts';
import { fontSizes, lineHeight, widestWord } from '../text/sizes.ts';
import { textWidth } from '../text/width.ts';
import type { ArticleLink, Block } from './block.ts';
import { aboveHeading, belowHeading, betweenBlocks, betweenItems, type PageStyle } from './page-style.ts';
import { columnGroups, tableUnit } from './table-unit.ts';
import { textUnit, type UnitSpace } from './text-unit.ts';
import type { BoxSpec, PageUnit } from './unit.ts';

/** The natural size of an image that may be used; null for any other. */
export type NaturalSize = (id: string) => { readonly width: number; readonly height: number } | null;

export function typeset(blocks: readonly Block[], style: PageStyle, imageSize: NaturalSize): PageUnit[] {
  const last = blocks.findLastIndex(({ kind }) => kind !== 'rule');
  return blocks.slice(0, last + 1).flatMap((block, index) => unitsOf(block, blocks[index - 1], style, imageSize));
}

const plain: UnitSpace = {
  above: betweenBlocks,
  below: 0,
  keepsNext: false,
  spans: false,
  opensPage: false,
  isTitle: false,
};
const framed: UnitSpace = { ...plain, above: betweenBlocks + 2, below: betweenBlocks + 2 };
const body = { size: 'md', sizePx: fontSizes.md, weight: 400, font: 'sans', pad: 0 } as const;

function unitsOf(block: Block, before: Block | undefined, style: PageStyle, imageSize: NaturalSize): PageUnit[] {
  const [indent, markerX] = indents(block, style.columnWidth);
  const inset = block.isQuote ? indent + quoteInset : indent;
  const width = style.columnWidth - inset - (block.isQuote ? quoteInset : 0);
  switch (block.kind) {
    case 'heading':
      return [heading(block, style), ...linkUnits(block.links, 0, style.columnWidth)];
    case 'text': {
      const isNextItem = block.marker !== undefined && before !== undefined && before.lists.length > 0;
      const { text, links, marker } = block;
      const link = links.length === 1 ? links[0]?.url : undefined;
      const font = block.isQuote ? ('serif' as const) : body.font;
      const setting = {
        ...body,
        text,
        x: inset,
        width,
        font,
        pad: block.isQuote ? quotePad : 0,
        fields: {
          ...(block.isQuote && { font: 'serif' as const, fill: 'grey' as const }),
          ...(link !== undefined && { link }),
        },
        ...(marker !== undefined && { marker: { text: marker, x: markerX, width: Math.max(1, inset - markerX) } }),
      };
      const space = isNextItem ? { ...plain, above: betweenItems } : block.isQuote ? framed : plain;
      // A line that introduces a list or a table stays with it.
      const announces = { ...space, keepsNext: text.endsWith(':') };
      return [textUnit(setting, announces), ...linkUnits(links, inset, width)];
    }
    case 'code': {
      const fields = { font: 'mono', fill: 'grey' } as const;
      const together = Math.floor((style.height * wholeShare) / lineHeight(fontSizes.sm));
      const setting = { text: block.text, x: inset + groundInset, width: width - 2 * groundInset, size: 'sm', sizePx: fontSizes.sm, weight: 400, font: 'mono', fields, pad: 8, together } as const; // prettier-ignore
      return [textUnit(setting, framed)];
    }
    case 'table':
      return tables(block, style);
    case 'image': {
      const size = imageSize(block.imageId);
      return size === null ? missingImage(block.alt, inset, width) : [imageUnit(block, size, inset, width, style.height)];
    }
    case 'rule':
      return [ruleUnit(style)];
  }
}

/** How far the background of a text extends beyond it (render/boxes/plain-text.ts), so that it ends with the column. */
const groundInset = 6;
/** Code that takes at most this share of a column is not split. */
const wholeShare = 0.7;
const quoteInset = 14;
const quotePad = 6;

/** The indentation of a block's text, and its marker. */
function indents({ lists }: Block, columnWidth: number): readonly [number, number] {
  const steps = lists.map((marker) => Math.max(22, Math.ceil(textWidth(marker, body.sizePx)) + 10));
  const sum = steps.reduce((all, step) => all + step, 0);
  const share = Math.min(1, (0.4 * columnWidth) / Math.max(1, sum));
  return [Math.round(sum * share), Math.round((sum - (steps.at(-1) ?? 0)) * share)];
}

/** A heading in the largest of its sizes at which no word is broken. */
function heading({ text, level, links }: Extract<Block, { kind: 'heading' }>, style: PageStyle): PageUnit {
  const place = Math.min(level, style.headings.length) - 1;
  const spans = level <= style.spanning;
  const width = spans ? style.width : style.columnWidth;
  const word = widestWord(text, 'sans', 600);
  const sizePx = style.headings.slice(place).find((size) => word * size <= width);
  const space = {
    above: aboveHeading[place] ?? betweenBlocks,
    below: belowHeading[place] ?? betweenBlocks,
    keepsNext: true,
    spans,
    opensPage: level <= style.opening,
    isTitle: level === 1,
  };
  const link = links.length === 1 ? links[0]?.url : undefined;
  const fields = link === undefined ? {} : { link };
  if (sizePx === undefined) return textUnit({ ...body, text, x: 0, width, fields }, space);
  return textUnit({ text, x: 0, width, size: 'scale', sizePx, weight: 600, font: 'sans', fields, pad: 0 }, space);
}

/** The links of a block: one on its element, several as lines below. */
function linkUnits(links: readonly ArticleLink[], x: number, width: number): PageUnit[] {
  const uniqueLinks = new Map(links.map((link) => [`${link.url}\n${link.text}`, link]));
  if (links.length < 2) return [];
  return [...uniqueLinks.values()].map(({ text, url }) =>
    textUnit(
      { text: `→ ${text}`, x, width, size: 'sm', sizePx: fontSizes.sm, weight: 400, font: 'sans', fields: { link: url, textColor: 'blue' }, pad: 0 }, // prettier-ignore
      { ...plain, above: betweenItems },
    ),
  );
}

/** A table as one unit, or several if it has too many columns. */
function tables({ head, rows, links }: Extract<Block, { kind: 'table' }>, style: PageStyle): PageUnit[] {
  const { columnWidth: width, height: pageHeight } = style;
  const groups = columnGroups({ head, rows, width });
  const pick = (row: readonly string[], group: readonly number[]): string[] => group.map((index) => row[index] ?? '');
  const units = groups.map((group) =>
    tableUnit(
      { head: pick(head, group), rows: rows.map((row) => pick(row, group)), width, pageHeight, isPart: groups.length > 1 },
      betweenBlocks + 4,
    ),
  );
  // A single link would apply to the whole table.
  return [...units, ...linkUnits(links.length === 1 ? [...links, ...links] : links, 0, width)];
}

const missingImage = (text: string, x: number, width: number): PageUnit[] =>
  text === '' ? [] : [textUnit({ ...body, text, x, width, fields: {} }, plain)];

function imageUnit(
  { imageId, alt }: Extract<Block, { kind: 'image' }>,
  natural: { readonly width: number; readonly height: number },
  x: number,
  width: number,
  pageHeight: number,
): PageUnit {
  const share = Math.min(1, width / natural.width, (pageHeight * 0.6) / natural.height);
  const size = { width: Math.max(1, Math.round(natural.width * share)), height: Math.max(1, Math.round(natural.height * share)) };
  const description = firstCharacters(alt, 2_000);
  const box: BoxSpec = {
    type: 'image',
    x: x + Math.round((width - size.width) / 2),
    y: 0,
    ...size,
    imageId,
    naturalWidth: natural.width,
    naturalHeight: natural.height,
    ...(description !== '' && { alt: description }),
  };
  return {
    ...plain,
    least: size.height,
    fit: (room, must) => (size.height <= room || must ? { boxes: [box], height: size.height, rest: null } : null),
  };
}

/** A gap, or a new page. */
function ruleUnit({ opening }: PageStyle): PageUnit {
  const isBreak = opening > 0;
  const height = isBreak ? 0 : lineHeight(fontSizes.md);
  return { ...plain, above: 0, below: 0, opensPage: isBreak, least: height, fit: () => ({ boxes: [], height, rest: null }) };
}
