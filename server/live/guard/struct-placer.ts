/**
 * Finds the target of each new item of an update, in the order in which Yjs will integrate them (SPEC.md, GD20 and GD21).
 *
 * Nothing may wait after the update is applied: Yjs would keep what waits and integrate it later, past the guard. An item has the target of the
 * item that it follows, or the map that it names. An item that refers to a garbage-collected struct has no effect, as in Yjs.
 */
import * as Y from 'yjs';

import { clockOf, structAt } from '#schema/ydoc/struct-store.ts';

import type { DocumentMap, MapPlace } from './document-map.ts';
import type { ItemParent, Content, Id, Section, Struct } from './decode.ts';
import type { Effort } from './effort.ts';
import { GuardRefusal } from './guard-refusal.ts';

/** Where an item is integrated. An item whose parent was garbage-collected has none (null). */
export type ItemTarget = { readonly place: MapPlace; readonly key: string };

/** Called for each new item with a target; `created` is the place of the map that it contains. */
export type OnPlaced = (target: ItemTarget, content: Content, created: MapPlace | null) => void;

type Item = Extract<Struct, { readonly kind: 'item' }>;
type PlacedStruct = {
  readonly clock: number;
  readonly end: number;
  readonly target: ItemTarget | null;
  readonly createdPlace: MapPlace | null;
  readonly hasValues: boolean;
};
type Progress = {
  readonly client: number;
  readonly structs: readonly Struct[];
  /** The client's clock in the document. */
  readonly knownClock: number;
  /** The client's clock as far as the update has been placed. */
  end: number;
  next: number;
  waiting: boolean;
  /** New structs, by rising clock. */
  readonly placed: PlacedStruct[];
};

export class StructPlacer {
  readonly #doc: Y.Doc;
  readonly #documentMap: DocumentMap;
  readonly #effort: Effort;
  readonly #onPlaced: OnPlaced;
  readonly #clients = new Map<number, Progress>();

  constructor(doc: Y.Doc, documentMap: DocumentMap, effort: Effort, onPlaced: OnPlaced) {
    this.#doc = doc;
    this.#documentMap = documentMap;
    this.#effort = effort;
    this.#onPlaced = onPlaced;
  }

  place(sections: readonly Section[]): void {
    for (const section of sections) {
      const { client, structs } = section;
      this.#effort.joinStructs(section);
      const clock = clockOf(this.#doc, client);
      this.#clients.set(client, { client, structs, knownClock: clock, end: clock, next: 0, waiting: false, placed: [] });
    }
    for (const progress of this.#clients.values()) this.#placeAll(progress);
  }

  /** The client's next clock once the update is applied. */
  endOf(client: number): number {
    return this.#clients.get(client)?.end ?? clockOf(this.#doc, client);
  }

  /** Places a client's structs, after those of other clients that they need. */
  #placeAll(first: Progress): void {
    const stack: { readonly progress: Progress; readonly until: number }[] = [{ progress: first, until: Infinity }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { progress, until } = top;
      const struct = progress.structs[progress.next];
      if (progress.end > until || struct === undefined) {
        if (until !== Infinity && progress.end <= until) throw new GuardRefusal('missing_parent');
        progress.waiting = false;
        stack.pop();
        continue;
      }
      const needed = this.#missing(progress, struct);
      if (needed === null) {
        this.#placeOne(progress, struct);
        progress.next += 1;
        continue;
      }
      progress.waiting = true;
      const other = this.#clients.get(needed.client);
      if (other === undefined || other.waiting) throw new GuardRefusal('missing_parent');
      stack.push({ progress: other, until: needed.clock });
    }
  }

  /** The missing dependency of a struct. A reference to the client's own future would crash Yjs, and is refused. */
  #missing(progress: Progress, struct: Struct): Id | null {
    if (struct.kind !== 'item') return null;
    const needed = referenceOf(struct.parent);
    if (needed === null) return null;
    if (needed.client !== progress.client) return needed.clock < this.endOf(needed.client) ? null : needed;
    if (needed.clock >= struct.clock) throw new GuardRefusal('undecodable');
    return null;
  }

  #placeOne(progress: Progress, struct: Struct): void {
    const end = struct.clock + struct.length;
    if (struct.kind === 'gap') return;
    if (struct.clock > progress.end) throw new GuardRefusal('missing_parent');
    if (end <= progress.end) return;
    const clock = progress.end;
    if (struct.kind === 'collected') {
      progress.placed.push({ clock, end, target: null, createdPlace: null, hasValues: false });
      progress.end = end;
      return;
    }
    const target = this.#targetOf(struct.parent);
    if (struct.clock < clock) this.#requireSameTarget(progress, clock, target);
    const created =
      struct.content.kind === 'map' && target !== null ? this.#documentMap.child(target.place, target.key, null, false) : null;
    progress.placed.push({ clock, end, target, createdPlace: created, hasValues: struct.content.kind === 'values' });
    progress.end = end;
    if (target === null) return;
    this.#count(progress.client, struct, target, end);
    this.#onPlaced(target, struct.content, created);
  }

  #requireSameTarget(progress: Progress, clock: number, target: ItemTarget | null): void {
    const before = this.#targetAt({ client: progress.client, clock: clock - 1 });
    if (before === null || target === null || before.place !== target.place || before.key !== target.key)
      throw new GuardRefusal('undecodable');
  }

  #targetOf(parent: ItemParent): ItemTarget | null {
    if ('origin' in parent) return this.#targetAt(parent.origin);
    if ('root' in parent) return { place: this.#documentMap.root(parent.root), key: parent.key };
    const place = this.#typeAt(parent.parent);
    return place === null ? null : { place, key: parent.key };
  }

  #targetAt(id: Id): ItemTarget | null {
    const placed = this.#placedAt(id);
    if (placed !== undefined) return placed.target;
    const struct = structAt(this.#doc, id);
    if (!(struct instanceof Y.Item)) return null;
    if (struct.parentSub === null) throw new GuardRefusal('wrong_type');
    return { place: this.#documentMap.ofParent(struct), key: struct.parentSub };
  }

  /** The map inside an item; null if it was garbage-collected. */
  #typeAt(id: Id): MapPlace | null {
    const placed = this.#placedAt(id);
    if (placed !== undefined) {
      if (placed.hasValues) throw new GuardRefusal('wrong_type');
      return placed.createdPlace;
    }
    const struct = structAt(this.#doc, id);
    if (!(struct instanceof Y.Item) || struct.content instanceof Y.ContentDeleted) return null;
    if (!(struct.content instanceof Y.ContentType)) throw new GuardRefusal('wrong_type');
    return this.#documentMap.of(struct.content.type);
  }

  #placedAt({ client, clock }: Id): PlacedStruct | undefined {
    const progress = this.#clients.get(client);
    if (progress === undefined || clock < progress.knownClock) return undefined;
    let low = 0;
    let high = progress.placed.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((progress.placed[middle]?.clock ?? Infinity) <= clock) low = middle;
      else high = middle - 1;
    }
    return progress.placed[low];
  }

  #count(client: number, { parent, content }: Item, { place, key }: ItemTarget, end: number): void {
    const items = place.written.get(key) ?? { count: 0, fills: false, walk: 0, lastClient: -1, lastClock: -1 };
    place.written.set(key, items);
    const origin = 'origin' in parent ? parent.origin : null;
    const follows = origin !== null && origin.client === items.lastClient && origin.clock === items.lastClock;
    if (!follows) {
      const walk = origin === null ? this.#effort.chain(place.live, key) : this.#effort.after(this.#doc, origin);
      items.walk = Math.max(items.walk, walk);
      this.#effort.add(items.count + items.walk);
    }
    items.count += 1;
    items.fills ||= content.kind !== 'deleted';
    items.lastClient = client;
    items.lastClock = end - 1;
  }
}

function referenceOf(parent: ItemParent): Id | null {
  if ('origin' in parent) return parent.origin;
  return 'parent' in parent ? parent.parent : null;
}
