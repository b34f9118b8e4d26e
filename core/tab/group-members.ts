/** group-members: the members of each group of a tab, kept up to date with its elements. */
import type { Element } from '#schema/element.ts';

import { groupsAround } from './group-paths.ts';
import type { TabFollower } from './view.ts';

export class GroupMembers implements TabFollower {
  readonly #paths = new Map<string, string>();
  readonly #members = new Map<string, Set<string>>();

  update(changes: ReadonlyMap<string, Element | null>): void {
    for (const [id, element] of changes) {
      const before = this.#paths.get(id);
      if (before === element?.group) continue;
      for (const group of groupsAround(before)) this.#remove(id, group);
      for (const group of groupsAround(element?.group)) this.#add(id, group);
      if (element?.group === undefined) this.#paths.delete(id);
      else this.#paths.set(id, element.group);
    }
  }

  /** Full ids, of the groups in it too. */
  of(group: string): ReadonlySet<string> {
    return this.#members.get(group) ?? noMembers;
  }

  #add(id: string, group: string): void {
    const members = this.#members.get(group);
    if (members === undefined) this.#members.set(group, new Set([id]));
    else members.add(id);
  }

  #remove(id: string, group: string): void {
    const members = this.#members.get(group);
    members?.delete(id);
    if (members?.size === 0) this.#members.delete(group);
  }
}

const noMembers: ReadonlySet<string> = new Set();
