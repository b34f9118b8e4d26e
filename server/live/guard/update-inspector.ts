/**
 * update-inspector: weighs what an update writes and deletes, place by place, and sums up what it touches.
 *
 * J1  Replacing a map is removing the old one: an element, a card or a tab set anew goes first.
 * J2  The maps inside a tab or a sheet come and go with it; alone they are never replaced or removed.
 * J3  `locked` and `mode` are written with a new tab or element only (`locked` only as false). A locked layer
 *     stays as it is; a new layer is open.
 * J4  Deleting a key that only the server writes is deleting its map, or refused.
 * J5  Locks are those from before the update. With `tolerateLocks` what is locked is listed instead.
 * J6  Nothing comes onto a locked layer: others would meet a lock that they could not know of. Only what is new may,
 *     with `tolerateLocks`: it stays, since putting things back would mean losing it.
 * J7  The tab that a sheet lies on decides who may write the sheet.
 */
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { tabModes } from '#schema/tab.ts';
import { mapIn } from '#schema/ydoc/roots.ts';

import type { DocumentMap, MapPlace } from './document-map.ts';
import type { Content, DecodedUpdate } from './decode.ts';
import { isElementLocked, holdsLock, isLockedLayer, isLayerLocked, isTabLocked } from './locks.ts';
import { keysMax, slotOf } from './model.ts';
import type { ItemTarget } from './struct-placer.ts';
import { readValue } from './plain-value.ts';
import { GuardRefusal } from './guard-refusal.ts';
import { UpdateSummary } from './update-summary.ts';
import type { GuardPass, GuardRules } from './verdict.ts';

type Values = Content & { readonly kind: 'values' };

export class UpdateInspector {
  readonly #decoded: DecodedUpdate;
  readonly #atlas: DocumentMap;
  readonly #tally: UpdateSummary;
  /** Maps of the document that the update deletes. */
  readonly #goneTypes = new Set<unknown>();
  /** Keys whose deletion is only that of their map, to be checked when all deletions are known. */
  readonly #withMap: { readonly place: MapPlace; readonly reason: 'server_field' | 'wrong_type' | 'element_locked' }[] = [];

  constructor(rules: GuardRules, decoded: DecodedUpdate, atlas: DocumentMap) {
    this.#decoded = decoded;
    this.#atlas = atlas;
    this.#tally = new UpdateSummary(rules);
  }

  /** A new item; called in the order in which they are integrated. */
  readonly onPlaced = ({ place, key }: ItemTarget, content: Content, made: MapPlace | null): void => {
    const slot = slotOf(place.kind, key);
    if (slot.takes === 'nothing') throw new GuardRefusal(slot.reason);
    if (content.kind === 'deleted') {
      // A value that was overwritten at once, or something made and removed at once: it still ends what stands there.
      this.#endedBy({ place, key });
      return;
    }
    if ((content.kind === 'map') !== (slot.takes === 'map')) throw new GuardRefusal('wrong_type');
    if (content.kind === 'values') this.#values({ place, key }, slot.takes, content);
    if (place.dead) return;
    if (made === null) this.#touch(place, key);
    else this.#placeMade({ place, key }, made);
  };

  /** An item of the document that the update deletes. */
  deleted(item: Y.Item): void {
    const place = this.#atlas.ofParent(item);
    const key = item.parentSub;
    if (item.content instanceof Y.ContentType) this.#goneTypes.add(item.content.type);
    if (key === null || place.kind === 'junk') {
      if (place.tab !== '' && !place.dead) this.#tally.settings(place.tab);
      return;
    }
    if (!place.dead) this.#ended({ place, key });
  }

  /** The verdict; refuses what only the whole update shows. */
  conclude(): Omit<GuardPass, 'clients'> {
    for (const { place, reason } of this.#withMap) if (!this.#isGone(place)) throw new GuardRefusal(reason);
    for (const place of this.#atlas.places()) requireRoom(place);
    return this.#tally.conclude();
  }

  #placeMade({ place, key }: ItemTarget, made: MapPlace): void {
    const standing: unknown = place.live?.get(key);
    if (made.kind === 'tab') {
      if (standing instanceof Y.Map) this.#removeTab(key, standing);
      this.#tally.addTab(key);
    } else if (made.kind === 'element') {
      this.#touchElement(place, key);
    } else if (place.kind === 'tab' || place.kind === 'sheet') {
      if (standing !== undefined) throw new GuardRefusal('wrong_type'); // [J2]
      this.#touch(place, key);
    } else if (made.kind === 'sheet') {
      this.#tally.sheet(key, standing);
    } else {
      this.#tally.item(key);
    }
  }

  /** What stands under a key ends: deleted, or overwritten by something deleted. */
  #ended({ place, key }: ItemTarget): void {
    const standing: unknown = place.live?.get(key);
    const slot = slotOf(place.kind, key);
    if (place.kind === 'tabs') {
      if (standing instanceof Y.Map) this.#removeTab(key, standing);
      else this.#tally.addTab(key);
    } else if (place.kind === 'elements') {
      this.#touchElement(place, key);
      if (standing !== undefined) this.#tally.removeElement(place.tab, key);
    } else if (place.kind === 'layers') {
      this.#touch(place, key);
      if (isLockedLayer(standing)) this.#tally.lockedLayer(place.tab, key);
    } else if (place.kind === 'items') {
      this.#tally.item(key);
    } else if (place.kind === 'sheets') {
      this.#tally.sheet(key, standing);
    } else {
      if (slot.takes === 'nothing') this.#withMap.push({ place, reason: 'server_field' });
      else if (slot.takes === 'lock') this.#withMap.push({ place, reason: 'element_locked' });
      else if (slot.takes === 'mode') this.#withMap.push({ place, reason: 'server_field' });
      else if (slot.takes === 'map') this.#withMap.push({ place, reason: 'wrong_type' });
      this.#touch(place, key);
    }
  }

  #endedBy(spot: ItemTarget): void {
    if (spot.place.dead) return;
    if (spot.place.live === null) this.#touch(spot.place, spot.key);
    else this.#ended(spot);
  }

  /** Notes what a write to a key of a map means, by where the map stands. */
  #touch(place: MapPlace, key: string): void {
    switch (place.kind) {
      case 'tab':
        this.#tally.settings(place.tab);
        if (key === 'order') this.#tally.reorder(place);
        this.#tabLock(place);
        return;
      case 'layers':
      case 'pages':
        if (place.kind === 'pages') this.#tally.page(place.tab, key);
        else this.#tally.settings(place.tab);
        if (place.parent !== null) this.#tabLock(place.parent);
        return;
      case 'element':
        if (place.parent !== null) this.#touchElement(place.parent, place.id);
        return;
      case 'elements':
        this.#touchElement(place, key);
        return;
      case 'item':
        this.#tally.item(place.id);
        return;
      case 'sheet':
      case 'sheet-part':
        this.#tally.sheet(place.id, sheetOf(place));
        return;
      case 'tabs':
      case 'items':
      case 'sheets':
      case 'junk':
      case 'server':
    }
  }

  /** [J5] */
  #touchElement(elements: MapPlace, id: string): void {
    if (!this.#tally.element(elements.tab, id)) return;
    const tab = elements.parent?.live ?? null;
    if (tab === null) return;
    if (isTabLocked(tab) || isElementLocked(tab, elements.live?.get(id))) this.#tally.lockedElement(elements.tab, id);
  }

  #tabLock(tab: MapPlace): void {
    if (isTabLocked(tab.live)) this.#tally.lockedTab(tab.tab);
  }

  #removeTab(id: string, tab: Y.Map<unknown>): void {
    if (this.#tally.removeTab(id, tab) && holdsLock(tab)) this.#tally.lockedTab(id);
  }

  #isGone(place: MapPlace): boolean {
    for (let at: MapPlace | null = place; at !== null; at = at.parent) {
      if (at.live !== null && this.#goneTypes.has(at.live)) return true;
      if (at.dead || (at.kind === 'tab' && this.#tally.isRemoved(at.tab))) return true;
    }
    return false;
  }

  #values({ place, key }: ItemTarget, takes: string, { starts, largest }: Values): void {
    if (place.tab !== '' && largest > limits.coordinateMax) throw new GuardRefusal('poison_value');
    if (takes === 'plain') return;
    for (const start of starts) {
      this.#decoded.cursor.pos = start;
      this.#value({ place, key }, takes, readValue(this.#decoded.cursor));
    }
  }

  #value({ place, key }: ItemTarget, takes: string, value: unknown): void {
    if (takes === 'text') {
      if (typeof value !== 'string') throw new GuardRefusal('wrong_type');
    } else if (takes === 'lock') {
      if (place.live !== null || value !== false) throw new GuardRefusal('element_locked'); // [J3]
    } else if (takes === 'mode') {
      if (place.live !== null) throw new GuardRefusal('server_field');
      if (!(tabModes as readonly unknown[]).includes(value)) throw new GuardRefusal('wrong_type');
    } else if (takes === 'layer') {
      this.#layer(place, key, value);
    } else if (takes === 'layer-name') {
      this.#layerName(place, value);
    } else if (takes === 'image') {
      if (typeof value === 'string') this.#tally.image(value);
    } else if (takes === 'sheet-tab') {
      if (typeof value !== 'string') throw new GuardRefusal('wrong_type');
      this.#tally.sheetTab(place.id, value);
    }
  }

  /** [J3] */
  #layer(place: MapPlace, key: string, value: unknown): void {
    if (isLockedLayer(value) || isLayerLocked(place.live, key)) this.#tally.lockedLayer(place.tab, key);
  }

  /** [J6] */
  #layerName(element: MapPlace, name: unknown): void {
    const elements = element.parent;
    const tab = elements?.parent?.live ?? null;
    if (elements === null || element.dead || typeof name !== 'string' || !isLayerLocked(mapIn(tab, 'layers'), name)) return;
    if (elements.live?.get(element.id) !== undefined) this.#tally.lockedElement(element.tab, element.id);
    else this.#tally.lockedUnlessTolerated();
  }
}

/** People who add at the same time cannot see each other: a tenth more than the limit passes. */
const slack = 1.1;

/** Counting what a map holds costs its size: done only where its keys, past ones too, come near the limit. */
function requireRoom({ kind, live, written }: MapPlace): void {
  const most = keysMax(kind) * slack;
  if ((live?._map.size ?? 0) + written.size <= most) return;
  let count = live?.size ?? 0;
  for (const [key, { fills }] of written) if (fills && live?.has(key) !== true) count += 1;
  if (count > most) throw new GuardRefusal('too_large');
}

const sheetOf = (place: MapPlace): unknown => (place.kind === 'sheet' ? place.live : (place.parent?.live ?? null));
