/**
 * view: what the core asks of a tab. The indexed tab of a room and the draft of a changeset under way both answer it.
 *
 * All of it is plain values. Look-ups by id, slug, arrow end and place are indices, never scans.
 */
import type { Arrow, Box, Element } from '#schema/element.ts';
import type { Rect, Skipped, TabSettings } from '#schema/tab.ts';

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
  /** Arrows pinned to the element at either end. */
  arrowsAt(id: string): Iterable<Arrow>;
  /** Boxes (frames and lanes too) whose rectangle touches or overlaps the given one. */
  boxesIn(rect: Rect): Iterable<Box>;
  /** The short handle: the slug while unique and no reserved word, else the shortest unique prefix past `~`. */
  refOf(id: string): string;
}
