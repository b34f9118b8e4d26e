/** The lines of a few paths, their tracks set apart as if no other arrows were there: what a group is judged by. */
import type { ArrowPath } from './arrow-path.ts';
import type { SegmentCache } from './segment-cache.ts';
import { meetInChannel } from './track-order.ts';
import { movedPath, placeNodes, TrackNode } from './track-node.ts';
import type { TrackAxis } from './track-segment.ts';

export function groupTracks(paths: readonly ArrowPath[], segments: SegmentCache): Map<string, ArrowPath> {
  let lines = paths;
  for (const axis of [0, 1] as const) lines = placed(lines, axis, segments);
  return new Map(lines.map((line) => [line.id, line]));
}

function placed(paths: readonly ArrowPath[], axis: TrackAxis, segments: SegmentCache): ArrowPath[] {
  const groups = paths.map((path) => segments.of(path, axis).map((segment) => new TrackNode(segment, false)));
  const nodes = groups.flat();
  link(nodes);
  const bent = new Map<string, ArrowPath>();
  const seen = new Set<TrackNode>();
  for (const first of nodes) {
    if (seen.has(first)) continue;
    const members = [first];
    seen.add(first);
    for (const member of members) {
      for (const other of member.links?.keys() ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        members.push(other);
      }
    }
    const path = placeNodes(members, axis, segments.ground);
    if (path !== null) bent.set(path.id, path);
  }
  return paths.map((path, index) => bent.get(path.id) ?? movedPath(path, groups[index] ?? [], axis));
}

function link(nodes: readonly TrackNode[]): void {
  for (const node of nodes) node.links = new Map();
  for (const [index, a] of nodes.entries()) {
    for (let at = index + 1; at < nodes.length; at += 1) {
      const b = nodes[at];
      if (b === undefined || !meetInChannel(a.segment, b.segment)) continue;
      a.links?.set(b, null);
      b.links?.set(a, null);
    }
  }
}
