/** The stage of the drawing that untangles groups of paths: those that cross or share tracks, directly or through others. */
import RBush from 'rbush';

import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '../arrows/polyline.ts';
import { bottom, right, union } from '../tab/rect.ts';
import { type ArrowPath, samePath } from './arrow-path.ts';
import { crossingsOf, untangle } from './untangle.ts';

/** Larger groups stay as they are. */
const groupMax = 24;

type Bounds = { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number };
type PathEntry = Bounds & { readonly path: ArrowPath };
type Group = { readonly members: readonly string[]; readonly bearing: GroupEntry | null };
type GroupEntry = Bounds & { readonly members: readonly string[] };
type PathInput = { get(id: string): ArrowPath | undefined };

export type PathSearch = (path: ArrowPath, others: readonly (readonly Point[])[]) => ArrowPath;

export class UntangleStage {
  readonly #search: PathSearch;
  readonly #settle: (paths: readonly ArrowPath[]) => ReadonlyMap<string, ArrowPath>;
  readonly #entries = new Map<string, PathEntry>();
  readonly #index = new RBush<PathEntry>();
  readonly #groups = new Map<string, Group>();
  readonly #bearings = new RBush<GroupEntry>();
  readonly #results = new Map<string, ArrowPath>();

  constructor(search: PathSearch, settle: (paths: readonly ArrowPath[]) => ReadonlyMap<string, ArrowPath>) {
    this.#search = search;
    this.#settle = settle;
  }

  get(id: string): ArrowPath | undefined {
    return this.#results.get(id);
  }

  update(changed: ReadonlySet<string>, areas: readonly Rect[], input: PathInput): Set<string> {
    const open = new Set<string>(changed);
    const addGroupsAt = (bounds: Bounds): void => {
      for (const { members } of this.#bearings.search(bounds)) for (const id of members) open.add(id);
    };
    for (const area of areas) addGroupsAt(boundsFrom(area));
    const fresh: PathEntry[] = [];
    for (const id of changed) {
      const [before, path] = [this.#entries.get(id), input.get(id)];
      if (before !== undefined) {
        addGroupsAt(before);
        this.#index.remove(before);
        this.#entries.delete(id);
      }
      if (path === undefined) continue;
      const entry = { ...boundsFrom(boundsOf(path.points)), path };
      addGroupsAt(entry);
      this.#entries.set(id, entry);
      fresh.push(entry);
    }
    this.#index.load(fresh);
    this.#dissolve(open);
    return this.#solve(open);
  }

  /** Adds the other members of their groups to these arrows, and forgets the groups. */
  #dissolve(open: Set<string>): void {
    for (const id of open) {
      const group = this.#groups.get(id);
      if (group === undefined) continue;
      for (const member of group.members) {
        open.add(member);
        this.#groups.delete(member);
      }
      if (group.bearing !== null) this.#bearings.remove(group.bearing);
    }
  }

  #solve(open: ReadonlySet<string>): Set<string> {
    const changed = new Set<string>();
    const seen = new Set<string>();
    for (const id of open) {
      if (seen.has(id)) continue;
      const first = this.#entries.get(id);
      if (first === undefined) {
        if (this.#results.delete(id)) changed.add(id);
        continue;
      }
      const group = this.#groupOf(first, seen);
      const { paths, bearing } = this.#untangled(group);
      const members = group.map(({ id: member }) => member);
      const entry = bearing === null ? null : { ...bearing, members };
      if (entry !== null) this.#bearings.insert(entry);
      for (const path of paths) {
        const known = this.#groups.get(path.id);
        if (known !== undefined && known.bearing !== null) this.#bearings.remove(known.bearing);
        this.#groups.set(path.id, { members, bearing: entry });
        const before = this.#results.get(path.id);
        if (before !== undefined && samePath(before, path)) continue;
        this.#results.set(path.id, path);
        changed.add(path.id);
      }
    }
    return changed;
  }

  #groupOf(first: PathEntry, seen: Set<string>): ArrowPath[] {
    const members = [first];
    seen.add(first.path.id);
    for (const member of members) {
      for (const other of this.#index.search(member)) {
        if (seen.has(other.path.id)) continue;
        if (crossingsOf(member.path, other.path) === 0) continue;
        seen.add(other.path.id);
        members.push(other);
      }
    }
    return members.map(({ path }) => path).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  #untangled(group: readonly ArrowPath[]): { readonly paths: readonly ArrowPath[]; readonly bearing: Bounds | null } {
    if (group.length < 2 || group.length > groupMax) return { paths: group, bearing: null };
    const members = new Set(group.map(({ id }) => id));
    const bounds = group.flatMap(({ points, areas }) => [boundsOf(points), ...areas]).reduce(union);
    let bearing = boundsFrom(bounds);
    const others = this.#index
      .search(bearing)
      .filter(({ path }) => !members.has(path.id))
      .toSorted((a, b) => (a.path.id < b.path.id ? -1 : 1))
      .map(({ path }) => path);
    const search: PathSearch = (path, lines) => {
      const result = this.#search(path, lines);
      for (const area of result.areas) bearing = around(bearing, boundsFrom(area));
      return result;
    };
    const paths = untangle(group, { others, settle: this.#settle, search });
    return { paths, bearing };
  }
}

const boundsFrom = (rect: Rect): Bounds => ({ minX: rect.x, minY: rect.y, maxX: right(rect), maxY: bottom(rect) });

const around = (a: Bounds, b: Bounds): Bounds => ({
  minX: Math.min(a.minX, b.minX),
  minY: Math.min(a.minY, b.minY),
  maxX: Math.max(a.maxX, b.maxX),
  maxY: Math.max(a.maxY, b.maxY),
});
