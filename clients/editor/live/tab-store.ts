/**
 * tab-store: a tab of the open document as plain values, updated element by element.
 *
 * `view` always equals the result of readTab. A change of one element costs one element.
 */
import type * as Y from 'yjs';

import { TabIndex } from '#core/tab/tab-index.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Skipped, TabSettings } from '#schema/tab.ts';
import { bySkippedId, readElementAt, readTab, readTabSettings } from '#schema/ydoc/read.ts';
import type { TabDocChange } from '#schema/ydoc/watch.ts';

import { Emitter } from '../state/emitter.ts';
import { Signal, type Readable } from '../state/signal.ts';

export type TabStoreChange = {
  /** Full ids that were added, changed or removed; `all` if everything is to be read again. */
  readonly elements: ReadonlySet<string> | 'all';
  readonly settings: boolean;
  /** Made on this page: an edit of the person's, an undo, a redo. */
  readonly local: boolean;
};

/** A tab as it is shown: of the open document, or of an earlier moment. */
export type TabInView = Pick<TabStore, 'id' | 'view' | 'settings' | 'onChange'>;

export class TabStore {
  readonly id: string;
  readonly #doc: Y.Doc;
  readonly #settings: Signal<TabSettings>;
  readonly #skipped = new Map<string, Skipped>();
  readonly #listeners = new Emitter<[TabStoreChange]>();
  #index: TabIndex;

  private constructor(doc: Y.Doc, index: TabIndex) {
    this.id = index.settings.id;
    this.#doc = doc;
    this.#index = index;
    this.#settings = new Signal(index.settings);
    for (const skipped of index.skipped) this.#skipped.set(skipped.id, skipped);
  }

  /** Null if the document has no such tab. */
  static of(doc: Y.Doc, tabId: string): TabStore | null {
    const state = readTab(doc, tabId);
    return state === null ? null : new TabStore(doc, TabIndex.of(state));
  }

  get view(): TabView {
    return this.#index;
  }

  get settings(): Readable<TabSettings> {
    return this.#settings;
  }

  onChange(listener: (change: TabStoreChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Called by the session with the changes that schema/ydoc/watch.ts reports for this tab. */
  take({ elements, settings }: TabDocChange, local: boolean): void {
    if (elements === 'all') this.#readAnew();
    else if (elements.size > 0) this.#read(elements);
    if (settings && elements !== 'all') this.#readSettings();
    if (settings) this.#settings.set(this.#index.settings);
    this.#listeners.emit({ elements, settings, local });
  }

  #readAnew(): void {
    const state = readTab(this.#doc, this.id);
    const { settings } = this.#index;
    this.#index = TabIndex.of(state ?? { ...settings, elements: new Map(), skipped: [] });
    this.#skipped.clear();
    for (const skipped of this.#index.skipped) this.#skipped.set(skipped.id, skipped);
  }

  #read(ids: ReadonlySet<string>): void {
    let told = false;
    const changes = [];
    for (const id of ids) {
      const { element, skipped } = readElementAt(this.#doc, this.id, id);
      changes.push({ id, element });
      told ||= skipped !== null || this.#skipped.has(id);
      if (skipped === null) this.#skipped.delete(id);
      else this.#skipped.set(id, skipped);
    }
    this.#index.update(changes);
    if (told) this.#index.setSkipped([...this.#skipped.values()].toSorted(bySkippedId));
  }

  #readSettings(): void {
    const settings = readTabSettings(this.#doc, this.id);
    if (settings !== null) this.#index.setSettings(settings);
  }
}
