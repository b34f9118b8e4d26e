/** locks: what of a tab nobody but the server may change, and noticing that more of it came to be so. */
import type * as Y from 'yjs';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Edit } from '#schema/changeset.ts';
import { readTabs } from '#schema/ydoc/read.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import type { TabDocChange } from '#schema/ydoc/watch.ts';

/** False when one of the edits touches what is locked, or puts something onto a locked layer. */
export function areEditsAllowed({ settings }: TabView, edits: readonly Edit[]): boolean {
  if (settings.locked) return false;
  const layers = lockedLayersOf(settings);
  return edits.every(
    ({ before, after }) =>
      (before === null || !isLocked(before, layers)) && (after?.layer === undefined || !layers.has(after.layer)),
  );
}

/** Calls `onLocked` when something that somebody else wrote left more locked than before, in whatever way (server/live/new-locks.ts). */
export class LockWatch {
  readonly #doc: Y.Doc;
  readonly #onLocked: () => void;
  #locked: ReadonlySet<string> = new Set();

  constructor(doc: Y.Doc, onLocked: () => void) {
    this.#doc = doc;
    this.#onLocked = onLocked;
  }

  take({ tab, elements, settings }: TabDocChange, local: boolean): void {
    let hasMore = false;
    if (settings) {
      const locked = this.#lockedSettings();
      hasMore = [...locked].some((name) => !this.#locked.has(name));
      this.#locked = locked;
    }
    // What is locked is changed by the server alone: a locked element that changed has just been locked, or put back.
    if (!local && (hasMore || this.#holdsLocked(tab, elements))) this.#onLocked();
  }

  /** Whether one of the elements is locked, or lies on a locked layer. */
  #holdsLocked(tab: string, elements: TabDocChange['elements']): boolean {
    const map = mapIn(mapIn(rootMap(this.#doc, 'tabs'), tab), 'elements');
    for (const id of elements === 'all' ? (map?.keys() ?? []) : elements) {
      const element = mapIn(map, id);
      if (element?.get('locked') === true || this.#locked.has(`${tab} ${String(element?.get('layer'))}`)) return true;
    }
    return false;
  }

  /** Tabs, and layers by tab, that are locked. */
  #lockedSettings(): ReadonlySet<string> {
    const names = readTabs(this.#doc).flatMap(({ id, locked, layers }) => [
      ...(locked ? [id] : []),
      ...layers.filter((layer) => layer.locked).map((layer) => `${id} ${layer.id}`),
    ]);
    return new Set(names);
  }
}
