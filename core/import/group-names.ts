/** group-names: groups of a source under names that groups have here. */
import { limits } from '#schema/limits.ts';

import { joined, numberedGroup } from '../tab/group-paths.ts';
import type { Losses } from './diagram.ts';

/** How ids of groups begin in our exports to draw.io; the path follows. */
export const groupCellPrefix = 'group ';

export class GroupNames {
  readonly #losses: Losses;
  /** Paths by the keys of groups. */
  readonly #paths = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(losses: Losses) {
    this.#losses = losses;
  }

  /** The path of an element; undefined if it is in no group. `groups`: keys of all groups around it, the outermost first. */
  pathOf(element: string, groups: readonly string[]): string | undefined {
    if (groups.length > limits.groupDepth)
      this.#losses.tally(element, 'a group within others', `groups are nested ${limits.groupDepth} deep at most`);
    let path: string | null = null;
    let outer = '';
    for (const key of groups.slice(0, limits.groupDepth)) {
      path = this.#pathIn(path, outer, key);
      outer = key;
    }
    return path ?? undefined;
  }

  #pathIn(around: string | null, outer: string, key: string): string {
    const known = this.#paths.get(`${around} ${key}`);
    if (known !== undefined) return known;
    const own = key.startsWith(`${outer}/`) ? key.slice(outer.length + 1) : key.replace(groupCellPrefix, '');
    const name = own.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '-').slice(0, limits.groupNameCharacters) || 'group'; // prettier-ignore
    let path = joined(around, name);
    for (let number = 2; this.#taken.has(path); number += 1) path = joined(around, numberedGroup(name, number));
    this.#taken.add(path);
    this.#paths.set(`${around} ${key}`, path);
    return path;
  }
}
