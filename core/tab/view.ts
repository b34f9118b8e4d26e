/**
 * view: read access to a tab, implemented by the indexed tab of a room and by the draft of a changeset.
 *
 * All values are plain. Look-ups by id, slug, label, arrow end, stacking key and position use indices, never scans.
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
  /** What the reader skipped or repaired, for lint to report. */
  readonly skipped: readonly Skipped[];
  /** Elements of every type, arrows included. */
  readonly size: number;
  get(id: string): Element | undefined;
  /** In no particular order. */
  elements(): Iterable<Element>;
  boxes(): Iterable<Box>;
  arrows(): Iterable<Arrow>;
  /** Full ids with this slug: more than one only after concurrent edits were merged. */
  idsOfSlug(slug: string): readonly string[];
  /** Full ids that start with this text, at most `limit` of them, sorted. */
  idsWithPrefix(prefix: string, limit: number): readonly string[];
  /** Full ids of the elements whose label equals this one, ignoring case; sorted. */
  idsOfLabel(label: string): readonly string[];
  /** The full ids directly before and after this one in sorted order. */
  neighbours(id: string): readonly [string | undefined, string | undefined];
  /** Arrows attached to the element at either end, each once. */
  arrowsAt(id: string): Iterable<Arrow>;
  /** Boxes (frames and lanes too) whose rectangle touches or overlaps the given one. */
  boxesIn(rect: Rect): Iterable<Box>;
  /** The smallest rectangle around all boxes; null if there are none. */
  bounds(): Rect | null;
  /** The greatest stacking key less than this one, or of all for null. Null if there is none. */
  keyBelow(z: string | null): string | null;
  /** The least stacking key greater than this one, or of all for null. Null if there is none. */
  keyAbove(z: string | null): string | null;
  /** Full ids of the elements with this stacking key, in stacking order. */
  idsAtKey(z: string): Iterable<string>;
  /** Derived state of this class, made when it is first asked for and up to date with the elements. */
  follow<T extends TabFollower>(kind: new () => T): T;
  /** The short name: the slug if unique and not a reserved word, otherwise the shortest unique prefix past `~`. */
  refOf(id: string): string;
}
