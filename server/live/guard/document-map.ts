/**
 * document-map: where in the document a Y type or an item stands: its place.
 *
 * A place is found by walking up from the type once and kept for the rest of the update. It speaks of the document as
 * it was before the update; a map that the update itself makes has a place too, without a live map behind it.
 */
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { rootMap } from '#schema/ydoc/roots.ts';

import { type NodeKind, rootKind, slotOf } from './model.ts';
import { GuardRefusal } from './guard-refusal.ts';

export type MapPlace = {
  readonly kind: NodeKind;
  /** The tab that it is or lies in; empty under `items` and `sheets`. */
  readonly tab: string;
  /** The element, card or sheet that it is or lies in; empty above those. */
  readonly id: string;
  readonly parent: MapPlace | null;
  /** The map in the document; null when this update makes it. */
  readonly live: Y.Map<unknown> | null;
  /** It, or something that it lies in, is deleted already: what is written here has no effect. */
  readonly dead: boolean;
  /** What this update puts here, by key. */
  readonly written: Map<string, KeyItems>;
};

/** New items under one key, as far as the guard has come. */
export type KeyItems = {
  count: number;
  /** Something comes to stand there, as far as the new items themselves say. */
  fills: boolean;
  /** The longest way along what the document has under the key. */
  walk: number;
  lastClient: number;
  lastClock: number;
};

type AnyType = Y.ContentType['type'];

export class DocumentMap {
  readonly #doc: Y.Doc;
  readonly #places = new Map<unknown, MapPlace>();
  readonly #roots = new Map<string, MapPlace>();
  readonly #all: MapPlace[] = [];

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  /** Every place that the update has come upon. */
  places(): readonly MapPlace[] {
    return this.#all;
  }

  /** The place of an editors' root; throws Refused (`server_root`, `unknown_root`) for any other. */
  root(name: string): MapPlace {
    const known = this.#roots.get(name);
    if (known !== undefined) return known;
    const kind = rootKind(name);
    const live = this.#doc.share.has(name) ? rootMap(this.#doc, kind) : null;
    const place = this.#make(kind, null, '', live, false);
    this.#roots.set(name, place);
    if (live !== null) this.#places.set(live, place);
    return place;
  }

  /** The place of the map that an item of the document lies in. */
  ofParent(item: Y.Item): MapPlace {
    return this.of(item.parent as AnyType);
  }

  /** The place of a type that the document holds. */
  of(type: AnyType, depth = 0): MapPlace {
    const known = this.#places.get(type);
    if (known !== undefined) return known;
    if (depth > limits.yTypeDepth) throw new GuardRefusal('too_deep');
    const item = type._item;
    if (item === null) return this.root(Y.findRootTypeKey(type));
    const parent = this.of(item.parent as AnyType, depth + 1);
    const place = this.child(parent, item.parentSub, type instanceof Y.Map ? type : null, item.deleted);
    this.#places.set(type, place);
    return place;
  }

  /** The place of a map under a key of another: `live` is the one in the document, null for a new one. */
  child(parent: MapPlace, key: string | null, live: Y.Map<unknown> | null, deleted: boolean): MapPlace {
    const slot = key === null ? null : slotOf(parent.kind, key);
    const kind = slot?.takes === 'map' ? slot.kind : 'junk';
    return this.#make(kind, parent, key ?? '', live, deleted || parent.dead);
  }

  #make(kind: NodeKind, parent: MapPlace | null, key: string, live: Y.Map<unknown> | null, dead: boolean): MapPlace {
    const tab = kind === 'tab' ? key : (parent?.tab ?? '');
    const id = kind === 'element' || kind === 'item' || kind === 'sheet' ? key : (parent?.id ?? '');
    const place = { kind, tab, id, parent, live, dead, written: new Map<string, KeyItems>() };
    this.#all.push(place);
    return place;
  }
}
