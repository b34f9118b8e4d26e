/**
 * Checks each write and deletion of an update against the rules of its place, and collects what the update touches (SPEC.md, GD9 to GD18).
 */
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { tabModes } from '#schema/tab.ts';
import { mapIn } from '#schema/ydoc/roots.ts';
import { itemsOfMap } from '#schema/ydoc/struct-store.ts';

import type { DocumentMap, MapPlace } from './document-map.ts';
import type { Content, DecodedUpdate } from './decode.ts';
import { isElementLocked, holdsLock, isLockedLayer, isLayerLocked, isTabLocked } from './locks.ts';
import { keysMax, ruleOf } from './model.ts';
import type { ItemTarget } from './struct-placer.ts';
import { readValue } from './plain-value.ts';
import { GuardRefusal } from './guard-refusal.ts';
import { UpdateSummary } from './update-summary.ts';
import type { GuardPass, GuardRules } from './verdict.ts';

type Values = Content & { readonly kind: 'values' };

export class UpdateInspector {
  readonly #decoded: DecodedUpdate;
  readonly #documentMap: DocumentMap;
  readonly #summary: UpdateSummary;
  /** Maps of the document that the update deletes. */
  readonly #deletedTypes = new Set<unknown>();
  /** Keys that may be deleted only together with their map; checked when all deletions are known. */
  readonly #withMap: { readonly place: MapPlace; readonly reason: 'server_field' | 'wrong_type' | 'element_locked' }[] = [];

  constructor(rules: GuardRules, decoded: DecodedUpdate, documentMap: DocumentMap) {
    this.#decoded = decoded;
    this.#documentMap = documentMap;
    this.#summary = new UpdateSummary(rules);
  }

  /** Call for new items in the order in which they are integrated. */
  readonly onPlaced = ({ place, key }: ItemTarget, content: Content, created: MapPlace | null): void => {
    const rule = ruleOf(place.kind, key);
    if (rule.accepts === 'nothing') throw new GuardRefusal(rule.reason);
    if (content.kind === 'deleted') {
      // A value that the same update overwrites or removes: it still ends the previous value.
      this.#endedBy({ place, key });
      return;
    }
    if ((content.kind === 'map') !== (rule.accepts === 'map')) throw new GuardRefusal('wrong_type');
    if (content.kind === 'values') this.#values({ place, key }, rule.accepts, content);
    if (place.dead) return;
    if (created === null) this.#touch(place, key);
    else this.#mapCreated({ place, key }, created);
  };

  /** Call for items of the document that the update deletes. */
  deleted(item: Y.Item): void {
    const place = this.#documentMap.ofParent(item);
    const key = item.parentSub;
    if (item.content instanceof Y.ContentType) this.#deletedTypes.add(item.content.type);
    if (key === null || place.kind === 'junk') {
      if (place.tab !== '' && !place.dead) this.#summary.settings(place.tab);
      return;
    }
    if (!place.dead) this.#ended({ place, key });
  }

  /** The verdict, after the checks that need the whole update. */
  conclude(): Omit<GuardPass, 'clients'> {
    for (const { place, reason } of this.#withMap) if (!this.#isDeleted(place)) throw new GuardRefusal(reason);
    for (const place of this.#documentMap.places()) requireWithinLimit(place);
    return this.#summary.conclude();
  }

  #mapCreated({ place, key }: ItemTarget, created: MapPlace): void {
    const previous: unknown = place.live?.get(key);
    if (created.kind === 'tab') {
      if (previous instanceof Y.Map) this.#removeTab(key, previous);
      this.#summary.addTab(key);
    } else if (created.kind === 'element') {
      this.#touchElement(place, key);
    } else if (place.kind === 'tab' || place.kind === 'sheet') {
      if (previous !== undefined) throw new GuardRefusal('wrong_type'); // [GD9]
      this.#touch(place, key);
    } else if (created.kind === 'sheet') {
      this.#summary.sheet(key, previous);
    } else {
      this.#summary.item(key);
    }
  }

  /** The value under a key ends: it is deleted, or overwritten by something deleted. */
  #ended({ place, key }: ItemTarget): void {
    const previous: unknown = place.live?.get(key);
    const rule = ruleOf(place.kind, key);
    if (place.kind === 'tabs') {
      if (previous instanceof Y.Map) this.#removeTab(key, previous);
      else this.#summary.addTab(key);
    } else if (place.kind === 'elements') {
      this.#touchElement(place, key);
      if (previous !== undefined) this.#summary.removeElement(place.tab, key);
    } else if (place.kind === 'layers') {
      this.#touch(place, key);
      if (isLockedLayer(previous)) this.#summary.lockedLayer(place.tab, key);
    } else if (place.kind === 'items') {
      this.#summary.item(key);
    } else if (place.kind === 'sheets') {
      this.#summary.sheet(key, previous);
    } else {
      if (rule.accepts === 'nothing') this.#withMap.push({ place, reason: 'server_field' });
      else if (rule.accepts === 'lock') this.#withMap.push({ place, reason: 'element_locked' });
      else if (rule.accepts === 'mode') this.#withMap.push({ place, reason: 'server_field' });
      else if (rule.accepts === 'map') this.#withMap.push({ place, reason: 'wrong_type' });
      this.#touch(place, key);
    }
  }

  #endedBy(target: ItemTarget): void {
    if (target.place.dead) return;
    if (target.place.live === null) this.#touch(target.place, target.key);
    else this.#ended(target);
  }

  /** Records what a write to a key of a map touches. */
  #touch(place: MapPlace, key: string): void {
    switch (place.kind) {
      case 'tab':
        this.#summary.settings(place.tab);
        if (key === 'order') this.#summary.reorder(place);
        this.#tabLock(place);
        return;
      case 'layers':
      case 'pages':
        if (place.kind === 'pages') this.#summary.page(place.tab, key);
        else this.#summary.settings(place.tab);
        if (place.parent !== null) this.#tabLock(place.parent);
        return;
      case 'element':
        if (place.parent !== null) this.#touchElement(place.parent, place.id);
        return;
      case 'elements':
        this.#touchElement(place, key);
        return;
      case 'item':
        this.#summary.item(place.id);
        return;
      case 'sheet':
      case 'sheet-part':
        this.#summary.sheet(place.id, sheetOf(place));
        return;
      case 'tabs':
      case 'items':
      case 'sheets':
      case 'junk':
      case 'server':
    }
  }

  /** [GD17] */
  #touchElement(elements: MapPlace, id: string): void {
    if (!this.#summary.element(elements.tab, id)) return;
    const tab = elements.parent?.live ?? null;
    if (tab === null) return;
    if (isTabLocked(tab) || isElementLocked(tab, elements.live?.get(id))) this.#summary.lockedElement(elements.tab, id);
  }

  #tabLock(tab: MapPlace): void {
    if (isTabLocked(tab.live)) this.#summary.lockedTab(tab.tab);
  }

  #removeTab(id: string, tab: Y.Map<unknown>): void {
    if (this.#summary.removeTab(id, tab) && holdsLock(tab)) this.#summary.lockedTab(id);
  }

  #isDeleted(place: MapPlace): boolean {
    for (let at: MapPlace | null = place; at !== null; at = at.parent) {
      if (at.live !== null && this.#deletedTypes.has(at.live)) return true;
      if (at.dead || (at.kind === 'tab' && this.#summary.isRemoved(at.tab))) return true;
    }
    return false;
  }

  #values({ place, key }: ItemTarget, accepts: string, { starts, largest }: Values): void {
    if (place.tab !== '' && largest > limits.coordinateMax) throw new GuardRefusal('poison_value');
    if (accepts === 'plain') return;
    for (const start of starts) {
      this.#decoded.cursor.pos = start;
      this.#value({ place, key }, accepts, readValue(this.#decoded.cursor));
    }
  }

  #value({ place, key }: ItemTarget, accepts: string, value: unknown): void {
    if (accepts === 'text') {
      if (typeof value !== 'string') throw new GuardRefusal('wrong_type');
    } else if (accepts === 'lock') {
      if (place.live !== null || value !== false) throw new GuardRefusal('element_locked'); // [GD16]
    } else if (accepts === 'mode') {
      if (place.live !== null) throw new GuardRefusal('server_field');
      if (!(tabModes as readonly unknown[]).includes(value)) throw new GuardRefusal('wrong_type');
    } else if (accepts === 'layer') {
      this.#layer(place, key, value);
    } else if (accepts === 'layer-name') {
      this.#layerName(place, value);
    } else if (accepts === 'image') {
      if (typeof value === 'string') this.#summary.image(value);
    } else if (accepts === 'sheet-tab') {
      if (typeof value !== 'string') throw new GuardRefusal('wrong_type');
      this.#summary.sheetTab(place.id, value);
    }
  }

  /** A locked layer stays unchanged, and only the server adds one. */
  #layer(place: MapPlace, key: string, value: unknown): void {
    if (isLockedLayer(value) || isLayerLocked(place.live, key)) this.#summary.lockedLayer(place.tab, key);
  }

  /**
   * Editors would meet a lock on an element that they could not know of. With tolerated locks a new element stays on the locked layer, as
   * restoring would mean losing it [GD18].
   */
  #layerName(element: MapPlace, name: unknown): void {
    const elements = element.parent;
    const tab = elements?.parent?.live ?? null;
    if (elements === null || element.dead || typeof name !== 'string' || !isLayerLocked(mapIn(tab, 'layers'), name)) return;
    if (elements.live?.get(element.id) !== undefined) this.#summary.lockedElement(element.tab, element.id);
    else this.#summary.lockedUnlessTolerated();
  }
}

/** People who add at the same time do not see each other's additions: a tenth more than the limit is accepted. */
const slack = 1.1;

/** Counting the keys of a map takes time in proportion to its size, so it is done only if its keys, including past ones, exceed the limit. */
function requireWithinLimit({ kind, live, written }: MapPlace): void {
  const most = keysMax(kind) * slack;
  if ((live === null ? 0 : itemsOfMap(live).size) + written.size <= most) return;
  let count = live?.size ?? 0;
  for (const [key, { fills }] of written) if (fills && live?.has(key) !== true) count += 1;
  if (count > most) throw new GuardRefusal('too_large');
}

const sheetOf = (place: MapPlace): unknown => (place.kind === 'sheet' ? place.live : (place.parent?.live ?? null));
