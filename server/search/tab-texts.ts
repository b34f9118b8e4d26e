/** The texts of the elements of one tab, and their refs, which depend on one another. */
import type * as Y from 'yjs';

import { elementText } from '#core/search/element-text.ts';
import { refOf } from '#core/tab/ref.ts';
import { SortedStrings } from '#core/tab/sorted-strings.ts';
import { slugOf } from '#schema/ids.ts';
import { readElementOf, readTab } from '#schema/ydoc/read.ts';

import { storable, type UnfoldedText } from './section-texts.ts';

export type TabTextChange = {
  readonly texts: readonly UnfoldedText[];
  /** Keys of texts that are no longer there. */
  readonly removed: readonly string[];
  /** Elements were added or removed, so that refs may be others. */
  readonly areMembersChanged: boolean;
};

export class TabTexts {
  readonly #doc: Y.Doc;
  readonly #id: string;
  #ids = new SortedStrings();
  /** By id; empty if the element says nothing. */
  readonly #bodies = new Map<string, string>();

  constructor(doc: Y.Doc, id: string) {
    this.#doc = doc;
    this.#id = id;
  }

  has(elementId: string): boolean {
    return this.#bodies.has(elementId);
  }

  refOf(elementId: string): string {
    return refOf(elementId, { neighbours: (id) => [this.#ids.below(id), this.#ids.above(id)] });
  }

  /** Reads the changed elements, or all of them, again. */
  read(changed: ReadonlySet<string> | 'all'): TabTextChange {
    if (changed === 'all') return this.#readAll();
    const renamed = new Set<string>();
    const texts = new Set<string>();
    const removed: string[] = [];
    for (const id of changed) {
      const element = readElementOf(this.#doc, this.#id, id);
      const before = this.#bodies.get(id);
      if (element === null) {
        if (before === undefined) continue;
        this.#bodies.delete(id);
        this.#ids.delete(id);
        removed.push(this.#keyOf(id));
      } else {
        const body = storable(elementText(element));
        if (before === body) continue;
        this.#bodies.set(id, body);
        if (body === '') removed.push(this.#keyOf(id));
        else texts.add(id);
        if (before !== undefined) continue;
        this.#ids.add(id);
      }
      renamed.add(slugOf(id));
    }
    for (const slug of renamed) for (const id of this.#ids.startingWith(`${slug}~`)) texts.add(id);
    return { texts: this.#textsOf(texts), removed, areMembersChanged: renamed.size > 0 };
  }

  #readAll(): TabTextChange {
    const elements = readTab(this.#doc, this.#id)?.elements ?? new Map();
    const before = [...this.#bodies.keys()];
    this.#bodies.clear();
    for (const element of elements.values()) this.#bodies.set(element.id, storable(elementText(element)));
    this.#ids = new SortedStrings(this.#bodies.keys());
    const removed = before.filter((id) => (this.#bodies.get(id) ?? '') === '').map((id) => this.#keyOf(id));
    return { texts: this.#textsOf(this.#bodies.keys()), removed, areMembersChanged: true };
  }

  #textsOf(ids: Iterable<string>): UnfoldedText[] {
    const texts: UnfoldedText[] = [];
    for (const id of ids) {
      const body = this.#bodies.get(id) ?? '';
      if (body === '') continue;
      texts.push({ key: this.#keyOf(id), type: 'element', tabId: this.#id, ref: this.refOf(id), target: id, body });
    }
    return texts;
  }

  #keyOf(id: string): string {
    return `c ${this.#id} ${id}`;
  }
}
