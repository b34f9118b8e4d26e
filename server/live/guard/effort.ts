/**
 * Estimates and bounds the cost of integrating an update in Yjs. One step is one item that Yjs walks over (about 0.1 microseconds). Splitting or
 * merging structs moves the rest of the client's list; moving `movedPerStep` structs takes as long as one step.
 */
import * as Y from 'yjs';

import { itemsOfMap, structAt, structsOf } from '#schema/ydoc/struct-store.ts';

import type { Id, Section, Struct } from './decode.ts';
import { GuardRefusal } from './guard-refusal.ts';

/** A fraction of a second, and far above what people cause who write the same keys at the same time. */
const stepsMax = 2_000_000;
const movedPerStep = 1_024;

export class Effort {
  #steps = 0;

  add(steps: number): void {
    this.#steps += steps;
    if (this.#steps > stepsMax) throw new GuardRefusal('too_costly');
  }

  /** One change in the middle of a client's list of structs. */
  moveStructs(doc: Y.Doc, client: number): void {
    this.add(structsOf(doc, client).length / movedPerStep);
  }

  /** Yjs merges deleted structs with those that follow them: each run of such structs is one change in the middle of the list. */
  joinStructs({ client, structs }: Section): void {
    let runs = 0;
    let isInRun = false;
    let previous: Struct | undefined;
    for (const struct of structs) {
      const joins = previous !== undefined && isJoined(client, previous, struct);
      if (joins && !isInRun) runs += 1;
      isInRun = joins;
      previous = struct;
    }
    this.add((runs * structs.length) / movedPerStep);
  }

  /** The number of items under a key, including past ones. */
  chain(map: Y.Map<unknown> | null, key: string): number {
    let count = 0;
    for (let item = (map === null ? undefined : itemsOfMap(map).get(key)) ?? null; item !== null; item = item.left) count += 1;
    return count;
  }

  /** The number of items to the right of another in the document. */
  after(doc: Y.Doc, origin: Id): number {
    const struct = structAt(doc, origin);
    if (!(struct instanceof Y.Item)) return 0;
    if (origin.clock !== struct.id.clock + struct.length - 1) this.moveStructs(doc, origin.client);
    let count = 0;
    for (let item = struct.right; item !== null; item = item.right) count += 1;
    return count;
  }
}

function isJoined(client: number, previous: Struct, next: Struct): boolean {
  if (previous.kind !== 'item' || next.kind !== 'item') return previous.kind === next.kind;
  if (!('origin' in next.parent)) return false;
  const { origin } = next.parent;
  return origin.client === client && origin.clock === previous.clock + previous.length - 1;
}
