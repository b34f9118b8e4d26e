/** The first stage of the drawing: the path of each arrow on its own, searched again only when what it depends on changed. */
import RBush from 'rbush';

import type { Arrow, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { type ArrowPath, type ArrowRequest, type PathGround, pathOf, plainPath, requestOf, samePath, sameRequest } from './arrow-path.ts'; // prettier-ignore
import { type Bounds, boundsFrom, insertAll } from './bounds.ts';
import type { Dependencies } from './dependencies.ts';
import type { UndoLog } from './undo-log.ts';

type RegionEntry = Bounds & { readonly id: string };
type PathEntry = {
  readonly arrow: Arrow;
  readonly request: ArrowRequest | null;
  readonly path: ArrowPath;
  readonly regions: readonly RegionEntry[];
};

export class PathStage {
  readonly #ground: PathGround;
  readonly #entries = new Map<string, PathEntry>();
  readonly #regions = new RBush<RegionEntry>();

  constructor(ground: PathGround) {
    this.#ground = ground;
  }

  get(id: string): ArrowPath | undefined {
    return this.#entries.get(id)?.path;
  }

  /** Notes the areas in which boxes affect the paths of these arrows. */
  note(ids: Iterable<string>, dependencies: Dependencies): void {
    for (const id of ids) for (const region of this.#entries.get(id)?.regions ?? []) dependencies.area(region);
  }

  /** The path of an arrow with other lines in its way, and around these areas. */
  search(path: ArrowPath, others: readonly (readonly Point[])[], taken: readonly Rect[]): ArrowPath {
    const request = this.#entries.get(path.id)?.request ?? null;
    return request === null ? path : pathOf(request, this.#ground, others, taken);
  }

  /**
   * Takes these arrows; null: the arrow is gone, or not angled. Searches the paths that depend on the areas where boxes
   * changed, and those of arrows that changed. Returns the arrows whose paths changed.
   */
  update(arrows: Map<string, Arrow | null>, areas: Iterable<Rect>, dependencies?: Dependencies, undo?: UndoLog): Set<string> {
    const isEmpty = this.#entries.size === 0;
    const stale = new Set<string>();
    for (const area of areas) for (const { id } of this.#regions.search(boundsFrom(area))) stale.add(id);
    for (const id of stale) if (!arrows.has(id)) arrows.set(id, this.#entries.get(id)?.arrow ?? null);
    if (dependencies !== undefined) this.note(arrows.keys(), dependencies);
    const changed = new Set<string>();
    const fresh: RegionEntry[] = [];
    for (const [id, arrow] of arrows) {
      const before = this.#entries.get(id);
      if (arrow === null) {
        if (before === undefined) continue;
        this.#remove(before);
        undo?.add(() => this.#restore(before));
        changed.add(id);
        continue;
      }
      const request = requestOf(arrow, this.#ground);
      if (before?.arrow === arrow && !stale.has(id) && isSame(before.request, request)) continue;
      const path = request === null ? plainPath(arrow, this.#ground) : pathOf(request, this.#ground);
      if (before !== undefined) {
        this.#remove(before);
        undo?.add(() => this.#restore(before));
      }
      const kept = before !== undefined && samePath(before.path, path) ? before.path : path;
      if (kept === path) changed.add(id);
      const regions = path.areas.map((area) => ({ ...boundsFrom(area), id }));
      const entry = { arrow, request, path: kept, regions };
      this.#entries.set(id, entry);
      undo?.add(() => this.#remove(entry));
      fresh.push(...regions);
    }
    insertAll(this.#regions, fresh, isEmpty);
    if (dependencies !== undefined) this.note(arrows.keys(), dependencies);
    return changed;
  }

  #restore(entry: PathEntry): void {
    this.#entries.set(entry.path.id, entry);
    for (const region of entry.regions) this.#regions.insert(region);
  }

  #remove({ path, regions }: PathEntry): void {
    for (const entry of regions) this.#regions.remove(entry);
    this.#entries.delete(path.id);
  }
}

const isSame = (a: ArrowRequest | null, b: ArrowRequest | null): boolean => a !== null && b !== null && sameRequest(a, b);
