/**
 * Everything in a document that can be found, derived from its updates, and from then on only from what they change (SPEC.md, SE2).
 */
import * as Y from 'yjs';

import { foldText } from '#core/search/fold-text.ts';
import { gramsOf } from '#core/search/grams.ts';
import { readTabs } from '#schema/ydoc/read.ts';
import { sheetIds, watchSheets } from '#schema/ydoc/sheets.ts';
import { watchRoot } from '#schema/ydoc/watch-root.ts';
import { type TabDocChange, watchTabs } from '#schema/ydoc/watch.ts';
import type { IndexChange, SearchText } from '#storage/search/write-index.ts';

import { cardTexts, cellTexts, commentTexts, nameText, pageTexts, type UnfoldedText } from './section-texts.ts';
import { TabTexts } from './tab-texts.ts';

export type IndexedDocument = { readonly texts: readonly SearchText[]; readonly grams: ReadonlyMap<string, string> };

/** Parts of a document whose texts are derived together: the name, the pages, the cards, the comments, each sheet. */
type Section = 'name' | 'pages' | 'cards' | 'comments' | `sheet ${string}`;

export class DocumentTexts {
  readonly #doc = new Y.Doc();
  /** What the index contains. */
  readonly #texts: Map<string, SearchText>;
  #grams: ReadonlyMap<string, string>;
  readonly #tabs = new Map<string, TabTexts>();
  readonly #keys = new Map<Section, ReadonlySet<string>>();
  readonly #stale = new Set<Section>();
  /** Unread changes of tabs; `all`: every element. */
  readonly #changed = new Map<string, Set<string> | 'all'>();
  readonly #puts = new Map<string, SearchText>();
  readonly #removed = new Set<string>();
  /** Nothing that the index contains has been compared yet. */
  #isNew = true;

  /** `indexed`: what the index contains now. */
  constructor(updates: readonly Uint8Array[], indexed: IndexedDocument) {
    this.#texts = new Map(indexed.texts.map((text) => [text.key, text]));
    this.#grams = indexed.grams;
    this.#apply(updates);
    for (const section of ['name', 'pages', 'cards', 'comments'] as const) this.#stale.add(section);
    for (const id of sheetIds(this.#doc)) this.#stale.add(`sheet ${id}`);
    for (const { id } of readTabs(this.#doc)) this.#changed.set(id, 'all');
    watchTabs(this.#doc, (change) => this.#noteTab(change));
    for (const root of ['items', 'cards', 'types'] as const) {
      watchRoot(this.#doc, root, () => {
        this.#stale.add('cards');
        this.#stale.add('comments');
      });
    }
    watchRoot(this.#doc, 'threads', () => this.#stale.add('comments'));
    watchRoot(this.#doc, 'meta', () => this.#stale.add('name'));
    watchSheets(this.#doc, (changes) => {
      for (const id of changes.keys()) this.#stale.add(`sheet ${id}`);
    });
    const derived = this.#derive();
    for (const key of this.#texts.keys()) if (!derived.has(key)) this.#remove(key);
  }

  follow(updates: readonly Uint8Array[]): void {
    this.#apply(updates);
    this.#derive();
  }

  /** What has changed since the last call; the index is expected to be brought there. */
  takeChange(): IndexChange {
    const hasChanged = this.#puts.size > 0 || this.#removed.size > 0 || this.#isNew;
    const change = {
      puts: [...this.#puts.values()],
      removed: [...this.#removed],
      grams: hasChanged ? this.#changedGrams() : new Map<string, string | null>(),
    };
    this.#isNew = false;
    this.#puts.clear();
    this.#removed.clear();
    return change;
  }

  destroy(): void {
    this.#doc.destroy();
  }

  #apply(updates: readonly Uint8Array[]): void {
    this.#doc.transact(() => {
      for (const update of updates) Y.applyUpdate(this.#doc, update);
    });
  }

  #noteTab({ tab, elements, settings, removed }: TabDocChange): void {
    if (settings) this.#stale.add('pages');
    if (elements === 'all' || removed === true) {
      // What is on a tab that is gone cannot be found.
      this.#stale.add('comments');
      for (const section of this.#keys.keys()) if (section.startsWith('sheet ')) this.#stale.add(section);
      this.#changed.set(tab, 'all');
      return;
    }
    const changed = this.#changed.get(tab) ?? new Set<string>();
    this.#changed.set(tab, changed);
    if (changed !== 'all') for (const id of elements) changed.add(id);
  }

  /** The keys of all texts that were derived. */
  #derive(): ReadonlySet<string> {
    const derived = new Set<string>();
    for (const [id, changed] of this.#changed) {
      const tab = this.#tabs.get(id) ?? new TabTexts(this.#doc, id);
      this.#tabs.set(id, tab);
      const { texts, removed, areMembersChanged } = tab.read(changed);
      if (areMembersChanged) this.#stale.add('comments');
      for (const text of texts) this.#put(text, derived);
      for (const key of removed) this.#remove(key);
    }
    this.#changed.clear();
    for (const section of this.#stale) this.#deriveSection(section, derived);
    this.#stale.clear();
    return derived;
  }

  #deriveSection(section: Section, derived: Set<string>): void {
    const keys = new Set<string>();
    for (const text of this.#textsOf(section)) {
      keys.add(text.key);
      this.#put(text, derived);
    }
    for (const key of this.#keys.get(section) ?? []) if (!keys.has(key)) this.#remove(key);
    this.#keys.set(section, keys);
  }

  #textsOf(section: Section): Iterable<UnfoldedText> {
    if (section === 'name') return [nameText(this.#doc)];
    if (section === 'pages') return pageTexts(this.#doc);
    if (section === 'cards') return cardTexts(this.#doc);
    if (section === 'comments') return commentTexts(this.#doc, this.#tabs);
    return cellTexts(this.#doc, section.slice('sheet '.length));
  }

  #put(text: UnfoldedText, derived: Set<string>): void {
    derived.add(text.key);
    const before = this.#texts.get(text.key);
    const folded = before?.body === text.body && !this.#isNew ? before.folded : foldText(text.body);
    const isSame =
      before !== undefined &&
      before.body === text.body &&
      before.folded === folded &&
      before.ref === text.ref &&
      before.type === text.type &&
      before.tabId === text.tabId &&
      before.target === text.target;
    if (isSame) return;
    const put = { ...text, folded };
    this.#texts.set(text.key, put);
    this.#puts.set(text.key, put);
    this.#removed.delete(text.key);
  }

  #remove(key: string): void {
    this.#puts.delete(key);
    if (this.#texts.delete(key)) this.#removed.add(key);
  }

  #changedGrams(): Map<string, string | null> {
    const grams = gramsOf(this.#texts.values().map(({ folded }) => folded));
    const changed = new Map<string, string | null>();
    for (const [first, rest] of grams) if (this.#grams.get(first) !== rest) changed.set(first, rest);
    for (const first of this.#grams.keys()) if (!grams.has(first)) changed.set(first, null);
    this.#grams = grams;
    return changed;
  }
}
