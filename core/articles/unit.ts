/** unit: a block of an article for typesetting: the common interface of paragraphs, tables and images. */
import type { Box } from '#schema/element.ts';

/** A box without id and stacking key. In a unit, `x` and `y` are relative to its top-left corner, on a page to the page's. */
export type BoxSpec = Box extends infer T ? (T extends Box ? Omit<T, 'id' | 'z'> : never) : never;

export type Fitted = {
  readonly boxes: readonly BoxSpec[];
  readonly height: number;
  /** The part that did not fit; null if all of it did. */
  readonly rest: PageUnit | null;
};

export type PageUnit = {
  /** Space above it, except at the top of a column. */
  readonly above: number;
  /** Least space below it. */
  readonly below: number;
  /** A heading is not left at the foot of a column. */
  readonly keepsNext: boolean;
  /** It spans all columns. */
  readonly spans: boolean;
  readonly opensPage: boolean;
  /** A heading of the first level. */
  readonly isTitle: boolean;
  /** The least height that it needs to start. */
  readonly least: number;
  /**
   * As much of it as fits the height; null if that is too little to start. `must`: set something anyway, in an empty column.
   */
  fit(room: number, must: boolean): Fitted | null;
};
