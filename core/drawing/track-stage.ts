/**
 * One stage of the drawing: all segments along one axis get their tracks. Keeps its result for each arrow and, when paths
 * change, places only the components again that hold a segment which changed.
 */
import RBush from 'rbush';

import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '../arrows/polyline.ts';
import { bottom, grown, right } from '../tab/rect.ts';
import { type ArrowPath, samePath } from './arrow-path.ts';
import { bendInCrowd, isCramped } from './crowded-lines.ts';
import { straightened } from './straightened.ts';
import { farApart, meetInChannel, orderOf } from './track-order.ts';
import { placeTracks } from './track-placement.ts';
import { type TrackAxis, channelReach, segmentsOf, type TrackGround, type TrackSegment } from './track-segment.ts';

type Bounds = { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number };
type SegmentEntry = Bounds & { readonly segment: TrackSegment };
type PathEntry = Bounds & { readonly id: string };
type StageEntry = {
  readonly path: ArrowPath;
  readonly segments: readonly SegmentEntry[];
  readonly bearing: PathEntry | null;
};

export class TrackStage {
  readonly #axis: TrackAxis;
  /** Crowded lines get bends; all others stay as they are. */
  readonly #onlyBends: boolean;
  readonly #ground: TrackGround;
  readonly #entries = new Map<string, StageEntry>();
  readonly #results = new Map<string, ArrowPath>();
  readonly #segments = new RBush<SegmentEntry>();
  readonly #bearings = new RBush<PathEntry>();
  readonly #positions = new Map<TrackSegment, number>();

  constructor(axis: TrackAxis, ground: TrackGround, kind: 'bends' | 'tracks') {
    this.#axis = axis;
    this.#ground = ground;
    this.#onlyBends = kind === 'bends';
  }

  get(id: string): ArrowPath | undefined {
    return this.#results.get(id);
  }

  /**
   * Takes over the paths of these arrows from `input`, and looks again at those near boxes that changed. Returns the arrows
   * whose results changed.
   */
  update(changed: Iterable<string>, areas: readonly Rect[], input: { get(id: string): ArrowPath | undefined }): Set<string> {
    const ids = new Set(changed);
    for (const area of areas) for (const { id } of this.#bearings.search(boundsOfRect(area))) ids.add(id);
    const open = new Set<TrackSegment>();
    const touched = new Set<string>();
    const fresh: StageEntry[] = [];
    for (const id of ids) {
      const [before, path] = [this.#entries.get(id), input.get(id)];
      const segments = path === undefined ? [] : segmentsOf(path, this.#axis, this.#ground);
      if (before !== undefined && path !== undefined && before.path === path && isSame(before.segments, segments)) continue;
      touched.add(id);
      if (before !== undefined) this.#remove(id, before, open);
      if (path === undefined) continue;
      fresh.push({ path, segments: segments.map(entryOf), bearing: bearingOf(path) });
    }
    for (const entry of fresh) this.#entries.set(entry.path.id, entry);
    this.#segments.load(fresh.flatMap(({ segments }) => segments));
    this.#bearings.load(fresh.flatMap(({ bearing }) => bearing ?? []));
    for (const { segments } of fresh) for (const { segment } of segments) open.add(segment);
    const bent = new Map<string, ArrowPath>();
    for (const id of this.#place(open, bent)) touched.add(id);
    return this.#takeResults(touched, bent);
  }

  /** Segments that met one that is removed have to be placed again. */
  #remove(id: string, { segments, bearing }: StageEntry, open: Set<TrackSegment>): void {
    for (const { segment } of segments) for (const other of this.#neighbors(segment)) open.add(other);
    for (const entry of segments) {
      this.#segments.remove(entry);
      this.#positions.delete(entry.segment);
      open.delete(entry.segment);
    }
    if (bearing !== null) this.#bearings.remove(bearing);
    this.#entries.delete(id);
  }

  /** Places the components of these segments. Returns the arrows of all of them. */
  #place(open: ReadonlySet<TrackSegment>, bent: Map<string, ArrowPath>): Set<string> {
    const ids = new Set<string>();
    const seen = new Set<TrackSegment>();
    for (const first of open) {
      if (seen.has(first)) continue;
      const members = this.#component(first, seen);
      members.sort((a, b) => (a.path.id === b.path.id ? a.index - b.index : a.path.id < b.path.id ? -1 : 1));
      for (const { path } of members) ids.add(path.id);
      if (this.#onlyBends) {
        const path = members.some(isCramped)
          ? bendInCrowd({ members, pairs: this.#pairsOf(members) }, this.#axis, this.#ground)
          : null;
        for (const member of members) this.#positions.set(member, member.position);
        if (path !== null) bent.set(path.id, path);
        continue;
      }
      const positions = placeTracks({ members, pairs: this.#pairsOf(members) });
      for (const [index, member] of members.entries()) this.#positions.set(member, positions[index] ?? member.position);
    }
    return ids;
  }

  #component(first: TrackSegment, seen: Set<TrackSegment>): TrackSegment[] {
    const members = [first];
    seen.add(first);
    for (const member of members) {
      for (const other of this.#neighbors(member)) {
        if (seen.has(other)) continue;
        seen.add(other);
        members.push(other);
      }
    }
    return members;
  }

  #pairsOf(members: readonly TrackSegment[]): ReturnType<typeof orderOf>[] {
    const indices = new Map(members.map((member, index) => [member, index]));
    return members.flatMap((member, index) =>
      this.#neighbors(member)
        .map((other) => indices.get(other) ?? -1)
        .filter((other) => other > index)
        .toSorted((a, b) => a - b)
        .flatMap((other) => {
          const second = members[other];
          return second === undefined ? [] : [orderOf(member, second, this.#axis)];
        }),
    );
  }

  #neighbors(segment: TrackSegment): TrackSegment[] {
    const { minX, minY, maxX, maxY } = entryOf(segment);
    const around = { minX: minX - farApart, minY: minY - farApart, maxX: maxX + farApart, maxY: maxY + farApart };
    return this.#segments
      .search(around)
      .map((entry) => entry.segment)
      .filter((other) => meetInChannel(segment, other));
  }

  #takeResults(ids: ReadonlySet<string>, bent: ReadonlyMap<string, ArrowPath>): Set<string> {
    const changed = new Set<string>();
    for (const id of ids) {
      const entry = this.#entries.get(id);
      const before = this.#results.get(id);
      if (entry === undefined) {
        this.#results.delete(id);
        changed.add(id);
        continue;
      }
      const result = bent.get(id) ?? this.#moved(entry);
      if (before !== undefined && samePath(before, result)) continue;
      this.#results.set(id, result);
      changed.add(id);
    }
    return changed;
  }

  #moved({ path, segments }: StageEntry): ArrowPath {
    if (segments.every(({ segment }) => (this.#positions.get(segment) ?? segment.position) === segment.position)) return path;
    const points = [...path.points];
    for (const { segment } of segments) {
      const position = this.#positions.get(segment) ?? segment.position;
      for (const index of [segment.index, segment.index + 1]) {
        const [x, y] = points[index] ?? [0, 0];
        points[index] = this.#axis === 0 ? [position, y] : [x, position];
      }
    }
    return { ...path, points: points.length > 2 ? straightened(points) : points };
  }
}

const boundsOfRect = (rect: Rect): Bounds => ({ minX: rect.x, minY: rect.y, maxX: right(rect), maxY: bottom(rect) });

/** Segments are indexed as rectangles from their position to where they should be, so that those that meet are near. */
function entryOf(segment: TrackSegment): SegmentEntry {
  return { ...boundsOfSegment(segment), segment };
}

/** Both orientations share one index space: the axis of a stage is always x. */
function boundsOfSegment({ position, desired, start, end }: TrackSegment): Bounds {
  return { minX: Math.min(position, desired), minY: start, maxX: Math.max(position, desired), maxY: end };
}

function bearingOf(path: ArrowPath): PathEntry | null {
  if (path.start === null || path.points.length === 0) return null;
  return { ...boundsOfRect(grown(boundsOf(path.points), channelReach + 2)), id: path.id };
}

const isSame = (before: readonly SegmentEntry[], after: readonly TrackSegment[]): boolean =>
  before.length === after.length &&
  before.every(({ segment: { position, low, high, desired, start, end } }, index) => {
    const other = after[index];
    return (
      position === other?.position &&
      low === other.low &&
      high === other.high &&
      desired === other.desired &&
      start === other.start &&
      end === other.end
    );
  });
