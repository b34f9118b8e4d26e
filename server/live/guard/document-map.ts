/**
 * Finds the place of a Y type or an item in the document. Places are cached for the update and describe the document before it; a map that the
 * update creates has a place without a live map.
 */
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { rootMap } from '#schema/ydoc/roots.ts';
import { type AnyType, itemOf } from '#schema/ydoc/struct-store.ts';

import { type NodeKind, rootKind, ruleOf } from './model.ts';
import { GuardRefusal } from './guard-refusal.ts';

export type MapPlace = {
  readonly kind: NodeKind;
  /** The tab that it is or belongs to; empty under `items` and `sheets`. */
  readonly tab: string;
  /** The element, card or sheet that it is or belongs to; empty above those. */
  readonly id: string;
  readonly parent: MapPlace | null;
  /** The map in the document; null if this update creates it. */
  readonly live: Y.Map<unknown> | null;
  /** True if it or one of its parents is already deleted, so that writes here have no effect. */
  readonly dead: boolean;
  /** The items that this update writes here, by key. */
  readonly written: Map<string, KeyItems>;
};

/** The new items under one key that have been placed so far. */
export type KeyItems = {
  count: number;
  /** True if one of them is not deleted itself. */
  fills: boolean;
  /** The longest walk along the document's items under the key. */
  walk: number;
  lastClient: number;
  lastClock: number;
};

export class DocumentMap {
  readonly #doc: Y.Doc;
  readonly #places = new Map<unknown, MapPlace>();
  readonly #roots = new Map<string, MapPlace>();
  readonly #all: MapPlace[] = [];

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  /** All places that the update refers to. */
  places(): readonly MapPlace[] {
    return this.#all;
  }

  /** The place of a root of editors; throws GuardRefusal (`server_root`, `unknown_root`) for any other. */
  root(name: string): MapPlace {
    const cached = this.#roots.get(name);
    if (cached !== undefined) return cached;
    const kind = rootKind(name);
    const live = this.#doc.share.has(name) ? rootMap(this.#doc, kind) : null;
    const place = this.#create(kind, null, '', live, false);
    this.#roots.set(name, place);
    if (live !== null) this.#places.set(live, place);
    return place;
  }

  /** The place of the map that contains an item of the document. */
  ofParent(item: Y.Item): MapPlace {
    return this.of(item.parent as AnyType);
  }

  /** The place of a type in the document. */
  of(type: AnyType, depth = 0): MapPlace {
    const cached = this.#places.get(type);
    if (cached !== undefined) return cached;
    if (depth > limits.yTypeDepth) throw new GuardRefusal('too_deep');
    const item = itemOf(type);
    if (item === null) return this.root(Y.findRootTypeKey(type));
    const parent = this.of(item.parent as AnyType, depth + 1);
    const place = this.child(parent, item.parentSub, type instanceof Y.Map ? type : null, item.deleted);
    this.#places.set(type, place);
    return place;
  }

  /** The place of a map under a key of another; `live` null: a new map. */
  child(parent: MapPlace, key: string | null, live: Y.Map<unknown> | null, deleted: boolean): MapPlace {
    const rule = key === null ? null : ruleOf(parent.kind, key);
    const kind = rule?.accepts === 'map' ? rule.kind : 'junk';
    return this.#create(kind, parent, key ?? '', live, deleted || parent.dead);
  }

  #create(kind: NodeKind, parent: MapPlace | null, key: string, live: Y.Map<unknown> | null, dead: boolean): MapPlace {
    const tab = kind === 'tab' ? key : (parent?.tab ?? '');
    const id = kind === 'element' || kind === 'item' || kind === 'sheet' ? key : (parent?.id ?? '');
    const place = { kind, tab, id, parent, live, dead, written: new Map<string, KeyItems>() };
    this.#all.push(place);
    return place;
  }
}
