/**
 * provisional-places: places for boxes and nested frames before they are laid out, so that each frame is around its members.
 *
 * The members of a frame are in line across its flow, in the order of the source: the layout keeps that order where it can.
 */
import type { Rect, Size } from '#schema/tab.ts';

import type { Diagram } from './diagram.ts';
import { defaultGap, framePadding, frameTop } from '../placement/spacing.ts';

export type Placed = Size & { readonly id: string; readonly parent: string | null };

/** `boxes` are in the order of the source. `flowOf`: of what is directly in a frame, or in none. The top-left corner is 0,0. */
export function provisionalPlaces(
  boxes: readonly Placed[],
  frames: readonly Placed[],
  flowOf: (frame: string | null) => Diagram['direction'],
): Map<string, Rect> {
  const children = childrenInOrder(boxes, frames);
  const sizes = new Map<string, Size>(boxes.map(({ id, width, height }) => [id, { width, height }]));
  const inner = new Map<string | null, Map<string, Rect>>();
  for (const frame of innerFirst(frames)) {
    const line = inLine(children.get(frame.id) ?? [], sizes, flowOf(frame.id));
    inner.set(frame.id, line.places);
    sizes.set(frame.id, {
      width: Math.max(frame.width, line.width + 2 * framePadding),
      height: line.height + frameTop + framePadding,
    });
  }
  const places = new Map<string, Rect>(inLine(children.get(null) ?? [], sizes, flowOf(null)).places);
  for (const { id } of innerFirst(frames).toReversed()) {
    const at = places.get(id);
    if (at === undefined) continue;
    for (const [child, rect] of inner.get(id) ?? [])
      places.set(child, { ...rect, x: at.x + framePadding + rect.x, y: at.y + frameTop + rect.y });
  }
  return places;
}

/** What is directly in each frame. A frame comes with the first box in it. */
function childrenInOrder(boxes: readonly Placed[], frames: readonly Placed[]): Map<string | null, Placed[]> {
  const byId = new Map(frames.map((frame) => [frame.id, frame]));
  const children = new Map<string | null, Placed[]>();
  const listed = new Set<string>();
  for (const box of [...boxes, ...frames]) {
    for (let at: Placed | undefined = box; at !== undefined && !listed.has(at.id); at = byId.get(at.parent ?? '')) {
      listed.add(at.id);
      const siblings = children.get(at.parent);
      if (siblings === undefined) children.set(at.parent, [at]);
      else siblings.push(at);
    }
  }
  return children;
}

/** Frames after all that are in them. */
export function innerFirst<T extends { readonly id: string; readonly parent: string | null }>(frames: readonly T[]): T[] {
  const below = new Map<string | null, T[]>();
  for (const frame of frames) {
    const list = below.get(frame.parent);
    if (list === undefined) below.set(frame.parent, [frame]);
    else list.push(frame);
  }
  const outerFirst = [...(below.get(null) ?? [])];
  for (let at = 0; at < outerFirst.length; at += 1) outerFirst.push(...(below.get(outerFirst[at]?.id ?? '') ?? []));
  return outerFirst.toReversed();
}

/** Lines are not longer than this, as the canvas ends somewhere. */
const longest = 200_000;

function inLine(
  children: readonly Placed[],
  sizes: ReadonlyMap<string, Size>,
  flow: Diagram['direction'],
): Size & { readonly places: Map<string, Rect> } {
  const places = new Map<string, Rect>();
  const [side, depth] = flow === 'down' ? (['width', 'height'] as const) : (['height', 'width'] as const);
  let [along, across, lineDepth, length] = [0, 0, 0, 0];
  for (const { id } of children) {
    const size = sizes.get(id) ?? { width: 1, height: 1 };
    if (along > 0 && along + size[side] > longest) [along, across, lineDepth] = [0, across + lineDepth + defaultGap, 0];
    places.set(id, { ...(flow === 'down' ? { x: along, y: across } : { x: across, y: along }), ...size });
    length = Math.max(length, along + size[side]);
    lineDepth = Math.max(lineDepth, size[depth]);
    along += size[side] + defaultGap;
  }
  const total = across + lineDepth;
  return { places, ...(flow === 'down' ? { width: length, height: total } : { width: total, height: length }) };
}
