/** Reports which tabs and elements a transaction changed, for caches of plain values (SPEC.md). */
import * as Y from 'yjs';

import { rootMap, tabContainers } from './roots.ts';

export type TabDocChange = {
  readonly tab: string;
  /** Ids that were inserted, changed or removed; `all` if the tab was added or removed, or its map of elements replaced. */
  readonly elements: ReadonlySet<string> | 'all';
  /** The name, mode, order, theme, look, lock, line of arrows, layers or pages changed, or the tab was added or removed. */
  readonly settings: boolean;
  /** The tab was removed. */
  readonly removed?: boolean;
};

/** Calls `on` once per changed tab, after the transaction. `origin` is the transaction's. Returns the function that stops it. */
export function watchTabs(doc: Y.Doc, on: (change: TabDocChange, origin: unknown) => void): () => void {
  const tabs = rootMap(doc, 'tabs');
  if (tabs === null) return () => undefined;
  const observe = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[], transaction: Y.Transaction): void => {
    const changes = new Map<string, TabChangeDraft>();
    for (const event of events) note(changes, event);
    for (const [tab, draft] of changes) {
      const removed = !(tabs.get(tab) instanceof Y.Map);
      on({ tab, elements: draft.elements, settings: draft.settings, ...(removed ? { removed } : {}) }, transaction.origin);
    }
  };
  tabs.observeDeep(observe);
  return () => tabs.unobserveDeep(observe);
}

type TabChangeDraft = { elements: Set<string> | 'all'; settings: boolean };

function note(changes: Map<string, TabChangeDraft>, event: Y.YEvent<Y.AbstractType<unknown>>): void {
  const [tab, part, element] = event.path.map(String);
  if (tab === undefined) {
    for (const id of keysOf(event)) changes.set(id, { elements: 'all', settings: true });
    return;
  }
  const draft = changes.get(tab) ?? { elements: new Set<string>(), settings: false };
  changes.set(tab, draft);
  if (part === undefined) {
    draft.settings = true;
    if (keysOf(event).includes(tabContainers[0])) draft.elements = 'all';
  } else if (part !== 'elements') {
    draft.settings = true;
  } else if (draft.elements !== 'all') {
    for (const id of element === undefined ? keysOf(event) : [element]) draft.elements.add(id);
  }
}

function keysOf(event: Y.YEvent<Y.AbstractType<unknown>>): string[] {
  return event instanceof Y.YMapEvent ? [...event.keysChanged].filter((key): key is string => typeof key === 'string') : [];
}
