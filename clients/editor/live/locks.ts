/** locks: what only the server may change on a tab, and how new locks are noticed. */
import type * as Y from 'yjs';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Edit } from '#schema/changeset.ts';
import { readTabs } from '#schema/ydoc/read.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import type { TabDocChange } from '#schema/ydoc/watch.ts';

/** False if an edit touches something locked, or puts something on a locked layer. */
export function areEditsAllowed({ settings }: TabView, edits: readonly Edit[]): boolean {
  if (settings.locked) return false;
  const layers = lockedLayersOf(settings);
  return edits.every(
    ({ before, after }) =>
      (before === null || !isLocked(before, layers)) && (after?.layer === undefined || !layers.has(after.layer)),
  );
}

/** Calls `onLocked` when a change by others adds a lock of any kind (server/live/new-locks.ts). */
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
    // Only the server changes locked elements: a locked element that changed has just been locked, or restored.
    if (!local && (hasMore || this.#holdsLocked(tab, elements))) this.#onLocked();
  }

  /** Whether one of the elements is locked, or on a locked layer. */
  #holdsLocked(tab: string, elements: TabDocChange['elements']): boolean {
    const map = mapIn(mapIn(rootMap(this.#doc, 'tabs'), tab), 'elements');
    for (const id of elements === 'all' ? (map?.keys() ?? []) : elements) {
      const element = mapIn(map, id);
      if (element?.get('locked') === true || this.#locked.has(`${tab} ${String(element?.get('layer'))}`)) return true;
    }
    return false;
  }

  /** Locked tabs, and locked layers by tab. */
  #lockedSettings(): ReadonlySet<string> {
    const names = readTabs(this.#doc).flatMap(({ id, locked, layers }) => [
      ...(locked ? [id] : []),
      ...layers.filter((layer) => layer.locked).map((layer) => `${id} ${layer.id}`),
    ]);
    return new Set(names);
  }
}
