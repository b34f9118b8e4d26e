/** Collects what an update touches, and checks it against the person's permissions and the limits. */
import * as Y from 'yjs';

import { mapIn } from '#schema/ydoc/roots.ts';

import type { MapPlace } from './document-map.ts';
import { GuardRefusal } from './guard-refusal.ts';
import type { GuardPass, GuardRules, LockTouch } from './verdict.ts';

export class UpdateSummary {
  readonly #rules: GuardRules;
  readonly #tabs: ReadonlySet<string> | null;
  readonly #touches: GuardPass['touches'] = {
    tabs: new Map(),
    settings: new Set(),
    pages: new Map(),
    addedTabs: new Set(),
    removedTabs: new Set(),
    items: new Set(),
    sheets: new Set(),
  };
  readonly #locked = new Map<string, LockTouch>();
  readonly #removedIds = new Map<string, Set<string>>();
  readonly #images = new Set<string>();
  /** The number of elements on removed tabs. */
  #removedWithTabs = 0;

  constructor(rules: GuardRules) {
    this.#rules = rules;
    this.#tabs = rules.tabs === null ? null : new Set(rules.tabs);
  }

  settings(tab: string): void {
    this.#allow(tab);
    this.#touches.settings.add(tab);
  }

  page(tab: string, id: string): void {
    this.settings(tab);
    const existing = this.#touches.pages.get(tab);
    if (existing === undefined) this.#touches.pages.set(tab, new Set([id]));
    else existing.add(id);
  }

  /** The order of tabs does not belong to a single tab. */
  reorder({ tab, live }: MapPlace): void {
    if (live !== null && this.#tabs !== null) throw new GuardRefusal('tab_forbidden');
    this.#touches.settings.add(tab);
  }

  addTab(tab: string): void {
    if (this.#tabs !== null) throw new GuardRefusal('tab_forbidden');
    this.#touches.addedTabs.add(tab);
    this.#touches.settings.add(tab);
  }

  /** False if it was recorded before. */
  removeTab(tab: string, live: Y.Map<unknown>): boolean {
    if (this.#touches.removedTabs.has(tab)) return false;
    if (this.#tabs !== null) throw new GuardRefusal('tab_forbidden');
    this.#touches.removedTabs.add(tab);
    this.#touches.settings.add(tab);
    this.#removedWithTabs += mapIn(live, 'elements')?.size ?? 0;
    return true;
  }

  isRemoved(tab: string): boolean {
    return this.#touches.removedTabs.has(tab);
  }

  /** False if it was recorded before. */
  element(tab: string, id: string): boolean {
    const existing = this.#touches.tabs.get(tab);
    if (existing?.has(id) === true) return false;
    this.#allow(tab);
    if (existing === undefined) this.#touches.tabs.set(tab, new Set([id]));
    else existing.add(id);
    return true;
  }

  removeElement(tab: string, id: string): void {
    const existing = this.#removedIds.get(tab);
    if (existing === undefined) this.#removedIds.set(tab, new Set([id]));
    else existing.add(id);
  }

  item(id: string): void {
    this.#touches.items.add(id);
  }

  /** `previous`: the sheet in the document; undefined or null for a new one. */
  sheet(id: string, previous: unknown): void {
    this.#touches.sheets.add(id);
    if (this.#tabs === null) return;
    const tab: unknown = previous instanceof Y.Map ? previous.get('tabId') : undefined;
    if (typeof tab === 'string') this.#allow(tab);
  }

  sheetTab(id: string, tab: string): void {
    this.#touches.sheets.add(id);
    this.#allow(tab);
  }

  image(id: string): void {
    this.#images.add(id);
  }

  lockedElement(tab: string, id: string): void {
    this.#lockTouch(tab).elements.add(id);
  }

  lockedLayer(tab: string, id: string): void {
    this.#lockTouch(tab).layers.add(id);
  }

  lockedTab(tab: string): void {
    this.#lockTouch(tab).whole = true;
  }

  lockedUnlessTolerated(): void {
    if (!this.#rules.tolerateLocks) throw new GuardRefusal('element_locked');
  }

  conclude(): Omit<GuardPass, 'clients'> {
    let removedElements = this.#removedWithTabs;
    for (const [tab, ids] of this.#removedIds) if (!this.isRemoved(tab)) removedElements += ids.size;
    if (removedElements > this.#rules.removedMax) throw new GuardRefusal('mass_delete');
    for (const tab of this.#touches.removedTabs) {
      if (this.#touches.addedTabs.has(tab)) continue;
      this.#touches.tabs.delete(tab);
      this.#touches.pages.delete(tab);
    }
    return { ok: true, touches: this.#touches, removedElements, images: this.#images, lockedTouched: this.#locked };
  }

  #lockTouch(tab: string): LockTouch {
    this.lockedUnlessTolerated();
    const existing = this.#locked.get(tab);
    if (existing !== undefined) return existing;
    const touch: LockTouch = { elements: new Set(), layers: new Set(), whole: false };
    this.#locked.set(tab, touch);
    return touch;
  }

  #allow(tab: string): void {
    if (this.#tabs !== null && !this.#tabs.has(tab)) throw new GuardRefusal('tab_forbidden');
  }
}
