/**
 * unit: a block of an article as it is set: what the flow asks of paragraphs, tables, images alike.
 */
import type { Box } from '#schema/element.ts';

/** A box to be, without id and stacking; in a unit `x` and `y` are from its top-left corner, on a page from the page's. */
export type BoxSpec = Box extends infer T ? (T extends Box ? Omit<T, 'id' | 'z'> : never) : never;

export type Fitted = {
  readonly boxes: readonly BoxSpec[];
  readonly height: number;
  /** What there was no room for; null when all of it is set. */
  readonly rest: PageUnit | null;
};

export type PageUnit = {
  /** Space above it, but at the top of a column. */
  readonly above: number;
  /** Space that what follows keeps from it, at least. */
  readonly below: number;
  /** A heading does not stay behind at the foot of a column. */
  readonly keepsNext: boolean;
  /** It stands over all columns. */
  readonly spans: boolean;
  readonly opensPage: boolean;
  /** A heading of the first level. */
  readonly isTitle: boolean;
  /** The least height that it can begin with. */
  readonly least: number;
  /**
   * As much of it as the height has room for; null when that is too little to begin with. `must`: something is set all the
   * same, in a column that is empty.
   */
  fit(room: number, must: boolean): Fitted | null;
};
