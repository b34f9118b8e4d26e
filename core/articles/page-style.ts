/**
 * page-style: the typography of an article's pages: margins, columns, sizes of headings, space between blocks, in pixels.
 *
 * A line of running text has 60 to 80 characters, so a wide page has two columns.
 */
import type { PageKind } from '#schema/page.ts';

export type PageStyle = {
  readonly margin: { readonly x: number; readonly top: number; readonly bottom: number };
  readonly columns: number;
  readonly columnGap: number;
  readonly columnWidth: number;
  /** Height of the content area. */
  readonly height: number;
  /** Over all columns. */
  readonly width: number;
  /** By level, from 1. Each is one of the sizes of `scale`. */
  readonly headings: readonly number[];
  /** Headings down to this level span all columns. */
  readonly spanning: number;
  /** Headings down to this level start a page, and so does a rule. */
  readonly opening: number;
};

export function styleOf(kind: PageKind, { width, height }: { width: number; height: number }): PageStyle {
  const isSlide = kind === 'slide';
  const margin = isSlide
    ? { x: Math.round(width / 16), top: Math.round(height / 10), bottom: Math.round(height / 12) }
    : { x: Math.round(width / 8), top: Math.round(width / 8), bottom: Math.round(width / 8) };
  const inner = width - 2 * margin.x;
  const columns = inner > 760 ? 2 : 1;
  const columnGap = isSlide ? 64 : 48;
  return {
    margin,
    columns,
    columnGap,
    columnWidth: Math.floor((inner - columnGap * (columns - 1)) / columns),
    height: height - margin.top - margin.bottom,
    width: inner,
    headings: isSlide ? [48, 32, 20, 16] : [40, 28, 20, 16],
    spanning: columns > 1 ? 2 : 0,
    opening: isSlide ? 2 : 0,
  };
}

/** Space above a heading by its level, and below every heading, which is smaller so that it is closer to its text. */
export const aboveHeading = [48, 36, 24, 20] as const;
export const belowHeading = [20, 14, 10, 8] as const;
export const betweenBlocks = 14;
export const betweenItems = 6;
