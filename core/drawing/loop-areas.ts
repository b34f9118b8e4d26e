/** The areas in which boxes decide at which corner of its box a loop is. */
import RBush from 'rbush';

import type { Rect } from '#schema/tab.ts';

import { type Bounds, boundsFrom } from './bounds.ts';
import type { UndoLog } from './undo-log.ts';

type LoopArea = Bounds & { readonly id: string };

export class LoopAreas {
  readonly #areas = new Map<string, LoopArea>();
  readonly #tree = new RBush<LoopArea>();

  /** Replaces the area of an arrow; null: it is no loop. */
  put(id: string, region: Rect | null, undo?: UndoLog): void {
    const before = this.#areas.get(id);
    if (before === undefined && region === null) return;
    const after = region === null ? undefined : { ...boundsFrom(region), id };
    this.#replace(id, after);
    undo?.add(() => this.#replace(id, before));
  }

  /** The loops whose areas these rectangles touch. */
  *touched(rects: Iterable<Rect>): Generator<string> {
    if (this.#areas.size === 0) return;
    for (const rect of rects) for (const { id } of this.#tree.search(boundsFrom(rect))) yield id;
  }

  #replace(id: string, after: LoopArea | undefined): void {
    const before = this.#areas.get(id);
    if (before !== undefined) this.#tree.remove(before);
    if (after === undefined) this.#areas.delete(id);
    else {
      this.#areas.set(id, after);
      this.#tree.insert(after);
    }
  }
}
