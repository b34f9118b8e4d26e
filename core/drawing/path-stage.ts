/** The first stage of the drawing: the path of each arrow on its own, searched again only when what it depends on changed. */
import RBush from 'rbush';

import type { Arrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';
import { type ArrowPath, arrowPath, type PathGround, samePath } from './arrow-path.ts';

type RegionEntry = {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  readonly id: string;
};

export class PathStage {
  readonly #ground: PathGround;
  readonly #paths = new Map<string, ArrowPath>();
  readonly #regions = new RBush<RegionEntry>();
  readonly #entries = new Map<string, readonly RegionEntry[]>();

  constructor(ground: PathGround) {
    this.#ground = ground;
  }

  get(id: string): ArrowPath | undefined {
    return this.#paths.get(id);
  }

  /** The arrows whose paths depend on the boxes that are, or were, in these areas. */
  *dependentOn(areas: Iterable<Rect>): Generator<string> {
    for (const { x, y, ...rect } of areas) {
      const bounds = { minX: x, minY: y, maxX: right({ x, y, ...rect }), maxY: bottom({ x, y, ...rect }) };
      for (const { id } of this.#regions.search(bounds)) yield id;
    }
  }

  /** Searches the paths of these arrows again; null: the arrow is gone, or not angled. Returns those whose paths changed. */
  update(arrows: ReadonlyMap<string, Arrow | null>): Set<string> {
    const changed = new Set<string>();
    const fresh: RegionEntry[] = [];
    for (const [id, arrow] of arrows) {
      const before = this.#paths.get(id);
      const path = arrow === null ? undefined : arrowPath(arrow, this.#ground);
      if (before !== undefined && path !== undefined && samePath(before, path)) continue;
      for (const entry of this.#entries.get(id) ?? []) this.#regions.remove(entry);
      this.#entries.delete(id);
      if (before !== undefined || path !== undefined) changed.add(id);
      if (path === undefined) {
        this.#paths.delete(id);
        continue;
      }
      this.#paths.set(id, path);
      const entries = path.areas.map((area) => ({ minX: area.x, minY: area.y, maxX: right(area), maxY: bottom(area), id }));
      this.#entries.set(id, entries);
      fresh.push(...entries);
    }
    this.#regions.load(fresh);
    return changed;
  }
}
