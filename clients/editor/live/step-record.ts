/**
 * step-record: what an undo or redo changes, recorded while it runs.
 *
 * It has each element, sheet and card that the step changed, with the state of elements and cards before. For removed elements it
 * has their places, as no tab has them afterwards.
 */
import type * as Y from 'yjs';

import { type Element, isArrow } from '#schema/element.ts';
import type { Item } from '#schema/board.ts';
import type { Rect, TabSettings } from '#schema/tab.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { type SheetChange, watchSheets } from '#schema/ydoc/sheets.ts';
import { watchRoot } from '#schema/ydoc/watch-root.ts';
import type { TabDocChange } from '#schema/ydoc/watch.ts';

import { union } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';

import { reachOnTab } from '../people/reach-on-tab.ts';

export type TabRecord = {
  /** By full id, in their previous state; null for what did not exist. */
  readonly elements: ReadonlyMap<string, Element | null>;
  /** Rectangles of removed boxes and arrows. */
  readonly areas: { readonly boxes: readonly Rect[]; readonly arrows: readonly Rect[] };
  /** The previous state; null for a tab that has not been opened. */
  readonly settings: TabSettings | null;
};

/** Above this number of removed elements, the others share the last rectangle. */
const areasMax = 300;

type Draft = TabRecord & {
  readonly elements: Map<string, Element | null>;
  readonly areas: { readonly boxes: Rect[]; readonly arrows: Rect[] };
};

export class StepRecord {
  readonly #doc: Y.Doc;
  readonly #tabs = new Map<string, Draft>();
  readonly #sheets = new Map<string, SheetChange>();
  readonly #cards = new Map<string, Item | null>();
  readonly #endings: readonly (() => void)[];

  /** `cardsBefore`: the cards as they were last read. Records changes until `end` is called. */
  constructor(doc: Y.Doc, cardsBefore: ReadonlyMap<string, Item> | null) {
    this.#doc = doc;
    this.#endings = [
      watchSheets(doc, (changes) => {
        for (const [id, change] of changes) this.#noteSheet(id, change);
      }),
      watchRoot(doc, 'items', (ids) => {
        for (const id of ids) if (!this.#cards.has(id)) this.#cards.set(id, cardsBefore?.get(id) ?? null);
      }),
    ];
  }

  get tabs(): ReadonlyMap<string, TabRecord> {
    return this.#tabs;
  }

  get sheets(): ReadonlyMap<string, SheetChange> {
    return this.#sheets;
  }

  /** By id, in their previous state; null for what did not exist. */
  get cards(): ReadonlyMap<string, Item | null> {
    return this.#cards;
  }

  end(): void {
    for (const end of this.#endings) end();
  }

  /** Called before `view` is updated; it is undefined for a tab that has not been opened. */
  noteTab({ tab, elements }: TabDocChange, view: TabView | undefined): void {
    const draft = this.#tabs.get(tab) ?? {
      elements: new Map(),
      areas: { boxes: [], arrows: [] },
      settings: view?.settings ?? null,
    };
    this.#tabs.set(tab, draft);
    if (elements === 'all') return;
    const now = mapIn(mapIn(rootMap(this.#doc, 'tabs'), tab), 'elements');
    for (const id of elements) {
      if (draft.elements.has(id)) continue;
      const before = view?.get(id) ?? null;
      draft.elements.set(id, before);
      if (before === null || view === undefined || now?.has(id) === true) continue;
      noteArea(isArrow(before) ? draft.areas.arrows : draft.areas.boxes, reachOnTab(id, view));
    }
  }

  #noteSheet(id: string, { cells, lines, frame, whole }: SheetChange): void {
    const existing = this.#sheets.get(id);
    if (existing === undefined) this.#sheets.set(id, { cells, lines, frame, whole });
    else
      this.#sheets.set(id, {
        cells: new Set([...existing.cells, ...cells]),
        lines: new Set([...existing.lines, ...lines]),
        frame: existing.frame || frame,
        whole: existing.whole || whole,
      });
  }
}

function noteArea(areas: Rect[], area: Rect | null): void {
  const last = areas[areasMax - 1];
  if (area === null) return;
  if (last === undefined) areas.push(area);
  else areas[areasMax - 1] = union(last, area);
}
