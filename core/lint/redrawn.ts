import type { DrawnLine } from './arrow-lines.ts';
import type { NamedPairs } from './named-pairs.ts';

/** What an update of a drawing changed. */
export type Redrawn = {
  /** The elements that changed, what is attached to them, and the arrows that were drawn again. */
  readonly ids: ReadonlySet<string>;
  /** The lines, before the update, of the arrows that were drawn again. */
  readonly lines: ReadonlyMap<string, DrawnLine>;
  /** The pairs that overlapped, and those that merged, with any of these elements before the update. */
  readonly overlaps: NamedPairs;
  readonly merges: NamedPairs;
};
