/**
 * view: what the core asks of a tab. The indexed tab of a room and the draft of a changeset under way both answer it.
 *
 * All of it is plain values. Look-ups by id, slug, label, arrow end, stacking key and place are indices, never scans.
 */
import type { Arrow, Box, Element } from '#schema/element.ts';
import type { Rect, Skipped, TabSettings } from '#schema/tab.ts';

/** State that is derived from all elements of a tab. */
export interface TabFollower {
  /** Puts elements in the place of what their ids held; null removes one. */
  update(changes: ReadonlyMap<string, Element | null>): unknown;
}

export interface TabView {
  readonly settings: TabSettings;
  /** What the reader left out or mended, for lint to name. */
  readonly skipped: readonly Skipped[];
  /** Elements of every type, arrows included. */
  readonly size: number;
  get(id: string): Element | undefined;
  /** In no particular order. */
  elements(): Iterable<Element>;
  boxes(): Iterable<Box>;
  arrows(): Iterable<Arrow>;
  /** Full ids that carry this slug: one, but for what a merge of editors brought together. */
  idsOfSlug(slug: string): readonly string[];
  /** Full ids that start with this text, at most `limit` of them, sorted. */
  idsWithPrefix(prefix: string, limit: number): readonly string[];
  /** Full ids of the elements whose label equals this one, ignoring case; sorted. */
  idsOfLabel(label: string): readonly string[];
  /** The full ids next to this one in sorted order, before and after it. */
  neighbours(id: string): readonly [string | undefined, string | undefined];
  /** Arrows pinned to the element at either end, each once. */
  arrowsAt(id: string): Iterable<Arrow>;
  /** Boxes (frames and lanes too) whose rectangle touches or overlaps the given one. */
  boxesIn(rect: Rect): Iterable<Box>;
  /** The smallest rectangle around all boxes; null when there are none. */
  bounds(): Rect | null;
  /** The greatest stacking key less than this one; of all keys for null. Null when there is none. */
  keyBelow(z: string | null): string | null;
  /** The least stacking key greater than this one; of all keys for null. Null when there is none. */
  keyAbove(z: string | null): string | null;
  /** Full ids of the elements with this stacking key, in their stacking order, which is that of their ids. */
  idsAtKey(z: string): Iterable<string>;
  /** Derived state of this class, made when it is first asked for and up to date with the elements. */
  follow<T extends TabFollower>(kind: new () => T): T;
  /** The short handle: the slug while unique and no reserved word, else the shortest unique prefix past `~`. */
  refOf(id: string): string;
}
