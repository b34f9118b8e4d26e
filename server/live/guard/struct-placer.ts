/**
 * struct-placer: finds where each new item of an update comes to stand, in the order in which Yjs will integrate them.
 *
 * P1  Everything an item refers to is in the document or earlier in the update: applied, nothing waits (Yjs would keep
 *     what waits, and later put it wherever it says, past the guard).
 * P2  An item stands where the item that it follows stands, or under the map that it names.
 * P3  An item that refers to something collected comes to nothing, as it does in Yjs: somebody else deleted the element.
 * P4  What the document already has is passed over; of a struct that it has in part the rest must stand where the
 *     known part does.
 * P5  The work of integrating is bounded (`Effort`): Yjs walks along everything that was written to the same key at the
 *     same time, and moves the rest of a client's structs for each that it splits.
 */
import * as Y from 'yjs';

import type { DocumentMap, MapPlace } from './document-map.ts';
import type { ItemParent, Content, Id, Section, Struct } from './decode.ts';
import type { Effort } from './effort.ts';
import { GuardRefusal } from './guard-refusal.ts';
import { stateOf, structAt } from './store.ts';

/** Where an item stands; null: nowhere, it comes to nothing. */
export type ItemTarget = { readonly place: MapPlace; readonly key: string };

/** Called for each new item that comes to stand somewhere; `made` is the place of the map that it brings. */
export type OnPlaced = (spot: ItemTarget, content: Content, made: MapPlace | null) => void;

type Item = Extract<Struct, { readonly kind: 'item' }>;
type PlacedStruct = {
  readonly clock: number;
  readonly end: number;
  readonly spot: ItemTarget | null;
  readonly madePlace: MapPlace | null;
  readonly values: boolean;
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
  readonly laid: PlacedStruct[];
};

export class StructPlacer {
  readonly #doc: Y.Doc;
  readonly #atlas: DocumentMap;
  readonly #effort: Effort;
  readonly #onPlaced: OnPlaced;
  readonly #clients = new Map<number, Progress>();

  constructor(doc: Y.Doc, atlas: DocumentMap, effort: Effort, onPlaced: OnPlaced) {
    this.#doc = doc;
    this.#atlas = atlas;
    this.#effort = effort;
    this.#onPlaced = onPlaced;
  }

  place(sections: readonly Section[]): void {
    for (const section of sections) {
      const { client, structs } = section;
      this.#effort.joinStructs(section);
      const known = stateOf(this.#doc, client);
      this.#clients.set(client, { client, structs, knownClock: known, end: known, next: 0, waiting: false, laid: [] });
    }
    for (const progress of this.#clients.values()) this.#settle(progress);
  }

  /** The client's next clock once the update is applied. */
  endOf(client: number): number {
    return this.#clients.get(client)?.end ?? stateOf(this.#doc, client);
  }

  /** Places a client's structs, first those of others that they need. */
  #settle(first: Progress): void {
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
        this.#lay(progress, struct);
        progress.next += 1;
        continue;
      }
      progress.waiting = true;
      const other = this.#clients.get(needed.client);
      if (other === undefined || other.waiting) throw new GuardRefusal('missing_parent');
      stack.push({ progress: other, until: needed.clock });
    }
  }

  /** What a struct refers to and is not there yet. A reference to its own future is none that Yjs survives. */
  #missing(progress: Progress, struct: Struct): Id | null {
    if (struct.kind !== 'item') return null;
    const needed = referenceOf(struct.belonging);
    if (needed === null) return null;
    if (needed.client !== progress.client) return needed.clock < this.endOf(needed.client) ? null : needed;
    if (needed.clock >= struct.clock) throw new GuardRefusal('undecodable');
    return null;
  }

  #lay(progress: Progress, struct: Struct): void {
    const end = struct.clock + struct.length;
    if (struct.kind === 'gap') return;
    if (struct.clock > progress.end) throw new GuardRefusal('missing_parent');
    if (end <= progress.end) return;
    const clock = progress.end;
    if (struct.kind === 'collected') {
      progress.laid.push({ clock, end, spot: null, madePlace: null, values: false });
      progress.end = end;
      return;
    }
    const spot = this.#spotOf(struct.belonging);
    if (struct.clock < clock) this.#continues(progress, clock, spot);
    const made = struct.content.kind === 'map' && spot !== null ? this.#atlas.child(spot.place, spot.key, null, false) : null;
    progress.laid.push({ clock, end, spot, madePlace: made, values: struct.content.kind === 'values' });
    progress.end = end;
    if (spot === null) return;
    this.#count(progress.client, struct, spot, end);
    this.#onPlaced(spot, struct.content, made);
  }

  #continues(progress: Progress, clock: number, spot: ItemTarget | null): void {
    const before = this.#spotAt({ client: progress.client, clock: clock - 1 });
    if (before === null || spot === null || before.place !== spot.place || before.key !== spot.key)
      throw new GuardRefusal('undecodable');
  }

  #spotOf(belonging: ItemParent): ItemTarget | null {
    if ('origin' in belonging) return this.#spotAt(belonging.origin);
    if ('root' in belonging) return { place: this.#atlas.root(belonging.root), key: belonging.key };
    const place = this.#typeAt(belonging.parent);
    return place === null ? null : { place, key: belonging.key };
  }

  #spotAt(id: Id): ItemTarget | null {
    const laid = this.#laidAt(id);
    if (laid !== undefined) return laid.spot;
    const struct = structAt(this.#doc, id);
    if (!(struct instanceof Y.Item)) return null;
    if (struct.parentSub === null) throw new GuardRefusal('wrong_type');
    return { place: this.#atlas.ofParent(struct), key: struct.parentSub };
  }

  /** The map that an item holds; null when it has been collected. */
  #typeAt(id: Id): MapPlace | null {
    const laid = this.#laidAt(id);
    if (laid !== undefined) {
      if (laid.values) throw new GuardRefusal('wrong_type');
      return laid.madePlace;
    }
    const struct = structAt(this.#doc, id);
    if (!(struct instanceof Y.Item) || struct.content instanceof Y.ContentDeleted) return null;
    if (!(struct.content instanceof Y.ContentType)) throw new GuardRefusal('wrong_type');
    return this.#atlas.of(struct.content.type);
  }

  #laidAt({ client, clock }: Id): PlacedStruct | undefined {
    const progress = this.#clients.get(client);
    if (progress === undefined || clock < progress.knownClock) return undefined;
    let low = 0;
    let high = progress.laid.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((progress.laid[middle]?.clock ?? Infinity) <= clock) low = middle;
      else high = middle - 1;
    }
    return progress.laid[low];
  }

  #count(client: number, { belonging, content }: Item, { place, key }: ItemTarget, end: number): void {
    const written = place.written.get(key) ?? { count: 0, fills: false, walk: 0, lastClient: -1, lastClock: -1 };
    place.written.set(key, written);
    const origin = 'origin' in belonging ? belonging.origin : null;
    const follows = origin !== null && origin.client === written.lastClient && origin.clock === written.lastClock;
    if (!follows) {
      const walk = origin === null ? this.#effort.chain(place.live, key) : this.#effort.after(this.#doc, origin);
      written.walk = Math.max(written.walk, walk);
      this.#effort.add(written.count + written.walk);
    }
    written.count += 1;
    written.fills ||= content.kind !== 'deleted';
    written.lastClient = client;
    written.lastClock = end - 1;
  }
}

function referenceOf(belonging: ItemParent): Id | null {
  if ('origin' in belonging) return belonging.origin;
  return 'parent' in belonging ? belonging.parent : null;
}
