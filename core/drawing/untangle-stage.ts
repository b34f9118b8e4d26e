/** The stage of the drawing that untangles groups of paths: those that cross or share tracks, directly or through others. */
import RBush from 'rbush';

import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '../arrows/polyline.ts';
import { union } from '../tab/rect.ts';
import { type ArrowPath, samePath } from './arrow-path.ts';
import { type Bounds, boundsFrom, insertAll, unionOf } from './bounds.ts';
import type { Dependencies } from './dependencies.ts';
import { trackArea } from './track-segment.ts';
import { keepEntry, type UndoLog } from './undo-log.ts';
import { areTangled, type PathSearch, untangle } from './untangle.ts';

/** Of larger groups only those are untangled again that have a track in common in a gap which is too narrow for two. */
const groupMax = 24;

type PathEntry = Bounds & { readonly path: ArrowPath; readonly tangled: Set<PathEntry> };
type Group = Bounds & { readonly members: readonly string[] };
type GroupSearch = {
  readonly seen: Set<PathEntry>;
  readonly open: Set<string>;
  readonly dependencies: Dependencies | undefined;
  readonly undo: UndoLog | undefined;
};
type PathInput = { get(id: string): ArrowPath | undefined };

export type UntangleWays = {
  readonly search: PathSearch;
  readonly settle: (paths: readonly ArrowPath[]) => ReadonlyMap<string, ArrowPath>;
  readonly areCramped: (a: ArrowPath, b: ArrowPath) => boolean;
};

export class UntangleStage {
  readonly #ways: UntangleWays;
  readonly #entries = new Map<string, PathEntry>();
  readonly #index = new RBush<PathEntry>();
  /** By member; within its bounds other paths and boxes have a bearing on the group. */
  readonly #groups = new Map<string, Group>();
  readonly #bearings = new RBush<Group>();
  readonly #results = new Map<string, ArrowPath>();

  constructor(ways: UntangleWays) {
    this.#ways = ways;
  }

  get(id: string): ArrowPath | undefined {
    return this.#results.get(id);
  }

  update(
    changed: ReadonlySet<string>,
    areas: readonly Rect[],
    input: PathInput,
    dependencies?: Dependencies,
    undo?: UndoLog,
  ): Set<string> {
    const isEmpty = this.#entries.size === 0;
    const open = new Set<string>(changed);
    const openGroupsAt = (bounds: Bounds): void => {
      if (isEmpty) return;
      for (const { members } of this.#bearings.search(bounds)) for (const id of members) open.add(id);
    };
    for (const area of areas) openGroupsAt(boundsFrom(area));
    const fresh: PathEntry[] = [];
    for (const id of changed) {
      const [before, path] = [this.#entries.get(id), input.get(id)];
      if (before !== undefined) {
        dependencies?.area(before);
        openGroupsAt(before);
        this.#remove(before, open);
        undo?.add(() => this.#restore(before));
      }
      if (path === undefined) continue;
      const entry = { ...boundsFrom(boundsOf(path.points)), path, tangled: new Set<PathEntry>() };
      dependencies?.area(entry);
      openGroupsAt(entry);
      this.#entries.set(id, entry);
      undo?.add(() => this.#remove(entry, new Set()));
      if (path.start !== null) fresh.push(entry);
    }
    insertAll(this.#index, fresh, isEmpty);
    for (const entry of fresh) this.#link(entry, open);
    this.#dissolve(open, dependencies, undo);
    return this.#solve(open, dependencies, undo);
  }

  /** About what solving the groups again that something in these areas affects costs: each member is searched among the others. */
  costIn(areas: readonly Rect[]): number {
    const groups = new Set(areas.flatMap((area) => this.#bearings.search(boundsFrom(area))));
    let cost = 0;
    for (const { members } of groups) cost += members.length ** 2;
    return cost;
  }

  #restore(entry: PathEntry): void {
    for (const other of entry.tangled) other.tangled.add(entry);
    if (entry.path.start !== null) this.#index.insert(entry);
    this.#entries.set(entry.path.id, entry);
  }

  #remove(entry: PathEntry, open: Set<string>): void {
    for (const other of entry.tangled) {
      other.tangled.delete(entry);
      open.add(other.path.id);
    }
    this.#index.remove(entry);
    this.#entries.delete(entry.path.id);
  }

  #link(entry: PathEntry, open: Set<string>): void {
    for (const other of this.#index.search(entry)) {
      if (other === entry || entry.tangled.has(other) || !areTangled(entry.path, other.path)) continue;
      entry.tangled.add(other);
      other.tangled.add(entry);
      open.add(other.path.id);
    }
  }

  /** Adds the other members of their groups to these arrows, and forgets the groups. */
  #dissolve(open: Set<string>, dependencies?: Dependencies, undo?: UndoLog): void {
    for (const id of open) {
      const group = this.#groups.get(id);
      if (group === undefined) continue;
      for (const member of group.members) {
        open.add(member);
        this.#groups.delete(member);
      }
      this.#bearings.remove(group);
      dependencies?.area(group);
      undo?.add(() => this.#addGroup(group));
    }
  }

  #solve(open: Set<string>, dependencies?: Dependencies, undo?: UndoLog): Set<string> {
    const changed = new Set<string>();
    const seen = new Set<PathEntry>();
    for (const id of open) {
      const entry = this.#entries.get(id);
      if (entry === undefined) {
        keepEntry(this.#results, id, undo);
        if (this.#results.delete(id)) changed.add(id);
        continue;
      }
      if (seen.has(entry)) continue;
      const group = this.#groupOf(entry, { seen, open, dependencies, undo });
      for (const path of group.length < 2 ? group : this.#untangled(group, dependencies, undo)) {
        const before = this.#results.get(path.id);
        if (before !== undefined && samePath(before, path)) continue;
        keepEntry(this.#results, path.id, undo);
        this.#results.set(path.id, path);
        changed.add(path.id);
      }
    }
    return changed;
  }

  /** The group of a path; of one that is too large, those that this path is cramped with. */
  #groupOf(first: PathEntry, search: GroupSearch): ArrowPath[] {
    const { seen, open, dependencies, undo } = search;
    const members = this.#joined(first, () => true, dependencies);
    const group =
      members ?? this.#joined(first, (a, b) => this.#ways.areCramped(a.path, b.path), dependencies) ?? new Set([first]);
    for (const member of group) seen.add(member);
    if (members === null) {
      // A box that comes or goes beside a line makes it cramped, or no longer: such a path is looked at again, even alone.
      if (group.size > 1) {
        const ids = new Set(Array.from(group, ({ path }) => path.id));
        this.#dissolve(ids, dependencies, undo);
        for (const id of ids) open.add(id);
      } else this.#keepGroup({ ...boundsFrom(trackArea(first.path)), members: [first.path.id] }, dependencies, undo);
    }
    return Array.from(group, ({ path }) => path).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The paths that are joined to this one, directly or through others; null: too many. */
  #joined(
    first: PathEntry,
    areJoined: (a: PathEntry, b: PathEntry) => boolean,
    dependencies?: Dependencies,
  ): Set<PathEntry> | null {
    const members = new Set([first]);
    for (const member of members) {
      dependencies?.area(member);
      for (const other of member.tangled) if (!members.has(other) && areJoined(member, other)) members.add(other);
      if (members.size > groupMax) return null;
    }
    return members;
  }

  #untangled(group: readonly ArrowPath[], dependencies?: Dependencies, undo?: UndoLog): readonly ArrowPath[] {
    const ids = new Set(group.map(({ id }) => id));
    const bounds = group.flatMap((path) => [trackArea(path), ...path.areas]).reduce(union);
    let bearing = boundsFrom(bounds);
    const others = this.#index
      .search(bearing)
      .filter(({ path }) => !ids.has(path.id))
      .toSorted((a, b) => (a.path.id < b.path.id ? -1 : 1))
      .map(({ path }) => path);
    const search: PathSearch = (path, lines, taken) => {
      const result = this.#ways.search(path, lines, taken);
      for (const area of [trackArea(result), ...result.areas]) bearing = unionOf(bearing, boundsFrom(area));
      return result;
    };
    const paths = untangle(group, { others, settle: this.#ways.settle, search });
    this.#keepGroup({ ...bearing, members: [...ids] }, dependencies, undo);
    return paths;
  }

  #keepGroup(group: Group, dependencies?: Dependencies, undo?: UndoLog): void {
    this.#addGroup(group);
    dependencies?.area(group);
    undo?.add(() => {
      for (const id of group.members) this.#groups.delete(id);
      this.#bearings.remove(group);
    });
  }

  #addGroup(group: Group): void {
    for (const id of group.members) this.#groups.set(id, group);
    this.#bearings.insert(group);
  }
}
