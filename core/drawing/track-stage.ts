/**
 * One stage of the drawing: all segments along one axis get their tracks. Keeps its result for each arrow and, when paths
 * change, places only the components again that hold a segment which changed.
 */
import RBush from 'rbush';

import { type ArrowPath, samePath } from './arrow-path.ts';
import { insertAll } from './bounds.ts';
import { isCramped } from './crowded-lines.ts';
import type { Dependencies } from './dependencies.ts';
import { haveCommonEnd } from './distinct-order.ts';
import type { SegmentCache } from './segment-cache.ts';
import { movedPath, placeNodes, TrackNode } from './track-node.ts';
import { distinctGap, meetInChannel, shareChannel } from './track-order.ts';
import type { TrackAxis, TrackSegment } from './track-segment.ts';
import { keepEntry, type UndoLog } from './undo-log.ts';

/** Positions are rounded to tenths. */
const rounding = 0.1;

type SharedTrack = readonly [TrackSegment, TrackSegment];
type StageEntry = { readonly path: ArrowPath; readonly nodes: readonly TrackNode[]; readonly isPlaced: boolean };

export class TrackStage {
  readonly #axis: TrackAxis;
  readonly #segments: SegmentCache;
  /** The stage before that has placed the same segments; null: this is the first. */
  readonly #earlier: TrackStage | null;
  /** Segments stay where they are unless two of them have come to share a track. */
  readonly #keepsDistinct: boolean;
  readonly #entries = new Map<string, StageEntry>();
  readonly #results = new Map<string, ArrowPath>();
  /** Straight lines that got bends. */
  readonly #bent = new Map<string, ArrowPath>();
  readonly #index = new RBush<TrackNode>();

  constructor(axis: TrackAxis, segments: SegmentCache, earlier: TrackStage | null, keepsDistinct: boolean) {
    this.#axis = axis;
    this.#keepsDistinct = keepsDistinct;
    this.#segments = segments;
    this.#earlier = earlier;
  }

  get(id: string): ArrowPath | undefined {
    return this.#results.get(id);
  }

  /** Takes over the paths of these arrows from `input`. Returns the arrows whose results changed. */
  update(
    ids: Iterable<string>,
    input: { get(id: string): ArrowPath | undefined },
    dependencies?: Dependencies,
    undo?: UndoLog,
  ): Set<string> {
    const isEmpty = this.#entries.size === 0;
    const open = new Set<TrackNode>();
    const touched = new Set<string>();
    const fresh: TrackNode[] = [];
    for (const id of ids) {
      const [before, path] = [this.#entries.get(id), input.get(id)];
      const segments = path === undefined ? [] : this.#segmentsOf(path);
      const isPlaced = path !== undefined && this.#earlier !== null && this.#earlier.#hasPlaced(path);
      if (before !== undefined && before.path === path && before.isPlaced === isPlaced && isSame(before.nodes, segments)) {
        // Whether a straight line may bend is a matter of more boxes than its channel.
        if (this.#earlier === null) for (const node of before.nodes) if (isCramped(node.segment)) open.add(node);
        continue;
      }
      touched.add(id);
      if (before !== undefined) {
        for (const node of before.nodes) dependencies?.area(node.reach);
        this.#remove(id, before, open, undo);
        undo?.add(() => this.#restore(id, before));
      }
      if (path === undefined) continue;
      const nodes = segments.map((segment) => new TrackNode(segment, isPlaced));
      const entry = { path, nodes, isPlaced };
      this.#entries.set(id, entry);
      undo?.add(() => this.#remove(id, entry, new Set()));
      fresh.push(...nodes);
    }
    insertAll(this.#index, fresh, isEmpty);
    for (const node of fresh) if (!isEmpty || !node.isPlaced) open.add(node);
    if (!isEmpty) for (const node of fresh) this.#linksOf(node);
    this.#place(open, touched, dependencies, undo);
    return this.#takeResults(touched, undo);
  }

  #segmentsOf(path: ArrowPath): readonly TrackSegment[] {
    const segments = this.#segments.of(path, this.#axis);
    return this.#keepsDistinct ? segments.map(staying) : segments;
  }

  #hasPlaced(path: ArrowPath): boolean {
    const result = this.#results.get(path.id);
    return result !== undefined && !this.#bent.has(path.id) && samePath(result, path);
  }

  /** Segments that met one that is removed have to be placed again. */
  #remove(id: string, { nodes }: StageEntry, open: Set<TrackNode>, undo?: UndoLog): void {
    for (const node of nodes) {
      for (const other of this.#linksOf(node).keys()) {
        other.links?.delete(node);
        open.add(other);
      }
      open.delete(node);
      this.#index.remove(node);
    }
    keepEntry(this.#bent, id, undo);
    this.#bent.delete(id);
    this.#entries.delete(id);
  }

  #restore(id: string, entry: StageEntry): void {
    for (const node of entry.nodes) {
      for (const other of node.links?.keys() ?? []) other.links?.set(node, null);
      this.#index.insert(node);
    }
    this.#entries.set(id, entry);
  }

  /** Places the components of these segments. Adds the arrows of those that move. */
  #place(open: ReadonlySet<TrackNode>, touched: Set<string>, dependencies?: Dependencies, undo?: UndoLog): void {
    const seen = new Set<TrackNode>();
    for (const first of open) {
      if (seen.has(first)) continue;
      const members = this.#component(first, seen);
      if (dependencies !== undefined) for (const { reach } of members) dependencies.area(reach);
      const before = members.map(({ position }) => position);
      undo?.add(() => members.forEach((member, index) => (member.position = before[index] ?? member.position)));
      let bent: ArrowPath | null = null;
      const shared = this.#keepsDistinct ? sharedTracks(members, earlierPosition) : [];
      const isPlaced = members.every((member) => member.isPlaced) || (this.#keepsDistinct && shared.length === 0);
      if (!isPlaced) bent = placeNodes(members, this.#axis, this.#earlier === null ? this.#segments.ground : null);
      const stays =
        isPlaced ||
        (this.#keepsDistinct &&
          isWorse(
            sharedTracks(members, ({ position }) => position),
            shared,
          ));
      if (stays) for (const member of members) member.position = earlierPosition(member);
      for (const [index, { position, segment }] of members.entries()) {
        const { id } = segment.path;
        keepEntry(this.#bent, id, undo);
        const wasBent = this.#bent.delete(id);
        if (wasBent || id === bent?.id || position !== before[index]) touched.add(id);
      }
      if (bent === null) continue;
      keepEntry(this.#bent, bent.id, undo);
      this.#bent.set(bent.id, bent);
    }
  }

  #component(first: TrackNode, seen: Set<TrackNode>): TrackNode[] {
    const members = [first];
    seen.add(first);
    for (const member of members) {
      for (const other of this.#linksOf(member).keys()) {
        if (seen.has(other)) continue;
        seen.add(other);
        members.push(other);
      }
    }
    return members;
  }

  #linksOf(node: TrackNode): NonNullable<TrackNode['links']> {
    if (node.links !== null) return node.links;
    const links: NonNullable<TrackNode['links']> = new Map();
    for (const other of this.#index.search(node.reach)) {
      if (!meetInChannel(node.segment, other.segment)) continue;
      links.set(other, null);
      other.links?.set(node, null);
    }
    node.links = links;
    return links;
  }

  #takeResults(ids: ReadonlySet<string>, undo?: UndoLog): Set<string> {
    const changed = new Set<string>();
    for (const id of ids) {
      const entry = this.#entries.get(id);
      const before = this.#results.get(id);
      keepEntry(this.#results, id, undo);
      if (entry === undefined) {
        if (this.#results.delete(id)) changed.add(id);
        continue;
      }
      const result = this.#bent.get(id) ?? movedPath(entry.path, entry.nodes, this.#axis);
      if (before !== undefined && samePath(before, result)) continue;
      this.#results.set(id, result);
      changed.add(id);
    }
    return changed;
  }
}

const isSame = (before: readonly TrackNode[], after: readonly TrackSegment[]): boolean =>
  before.length === after.length &&
  before.every(({ segment }, index) => {
    const other = after[index];
    return (
      other !== undefined &&
      (segment === other ||
        (segment.position === other.position &&
          segment.low === other.low &&
          segment.high === other.high &&
          segment.tightLow === other.tightLow &&
          segment.tightHigh === other.tightHigh &&
          segment.desired === other.desired &&
          segment.start === other.start &&
          segment.end === other.end))
    );
  });

/** The segment with its position as the one that it should have. */
const staying = (segment: TrackSegment): TrackSegment => ({
  ...segment,
  desired: Math.max(segment.low, Math.min(segment.high, segment.position)),
});

const earlierPosition = ({ segment }: TrackNode): number => segment.position;

/** The pairs of segments that run beside each other on one track. */
function sharedTracks(members: readonly TrackNode[], positionOf: (member: TrackNode) => number): SharedTrack[] {
  const inOrder = members.toSorted((a, b) => positionOf(a) - positionOf(b));
  const shared: SharedTrack[] = [];
  for (const [place, first] of inOrder.entries()) {
    for (let next = place + 1; next < inOrder.length; next += 1) {
      const second = inOrder[next] ?? first;
      if (positionOf(second) - positionOf(first) >= distinctGap - rounding) break;
      const [s, t] = [first.segment, second.segment];
      if (shareChannel(s, t) && s.start < t.end && t.start < s.end) shared.push([s, t]);
    }
  }
  return shared;
}

/** Whether more pairs are taken for one arrow than before, or as many and more are close. */
function isWorse(shared: readonly SharedTrack[], before: readonly SharedTrack[]): boolean {
  const mistaken = (pairs: readonly SharedTrack[]): number => pairs.filter(([s, t]) => !haveCommonEnd(s.path, t.path)).length;
  return (mistaken(shared) - mistaken(before) || shared.length - before.length) > 0;
}
