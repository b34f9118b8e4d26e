/** past-tab: a tab at an earlier moment, from a reading of the server. Another moment changes only the elements that differ. */
import { TabIndex } from '#core/tab/tab-index.ts';
import type { TabView } from '#core/tab/view.ts';
import { type Element, isArrow } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { ElementView, TabReading, TabSettings } from '#schema/tab.ts';

import type { TabInView, TabStoreChange } from '../live/tab-store.ts';
import { Emitter } from '../state/emitter.ts';
import { Signal } from '../state/signal.ts';

export class PastTab implements TabInView {
  readonly id: string;
  readonly settings: Signal<TabSettings>;
  readonly #index: TabIndex;
  readonly #listeners = new Emitter<[TabStoreChange]>();

  /** `settings`: until the first reading, which has no elements. */
  constructor(settings: TabSettings) {
    this.id = settings.id;
    this.settings = new Signal(settings);
    this.#index = TabIndex.of({ ...settings, elements: new Map(), skipped: [] });
  }

  get view(): TabView {
    return this.#index;
  }

  onChange(listener: (change: TabStoreChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Shows another moment of the tab. */
  show({ tab, elements, layers, pages }: TabReading): void {
    const next = new Map(elements.map((view) => [view.id, storedOf(view)]));
    const gone = [...this.#index.elements()].filter(({ id }) => !next.has(id));
    const changes: { readonly id: string; readonly element: Element | null }[] = gone.map(({ id }) => ({ id, element: null }));
    for (const [id, element] of next) {
      const shown = this.#index.get(id);
      if (shown === undefined || !jsonEqual(shown, element)) changes.push({ id, element });
    }
    const { name, mode, theme, locked, arrowLine, look } = tab;
    const { look: _look, ...current } = this.settings.get();
    const sparse = { ...(arrowLine !== undefined && { arrowLine }), ...(look !== undefined && { look }) };
    const settings: TabSettings = { ...current, ...sparse, name, mode, theme, locked, layers, pages };
    const isOther = !jsonEqual(settings, this.settings.get());
    if (changes.length === 0 && !isOther) return;
    this.#index.update(changes);
    if (isOther) {
      this.#index.setSettings(settings);
      this.settings.set(settings);
    }
    this.#listeners.emit({ elements: new Set(changes.map(({ id }) => id)), settings: isOther, local: false });
  }
}

/** The element without what only its reading has. The sides of an arrow stay those that are drawn. */
export function storedOf(view: ElementView): Element {
  const derived = isArrow(view) ? ofArrows : ofAll;
  return Object.fromEntries(Object.entries(view).filter(([name]) => !derived.has(name))) as Element;
}

const ofAll: ReadonlySet<string> = new Set(['ref']);
const ofArrows: ReadonlySet<string> = new Set(['ref', 'x', 'y', 'width', 'height', 'route', 'labelRect']);
