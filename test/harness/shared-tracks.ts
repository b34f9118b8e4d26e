/**
 * shared-tracks: pairs of arrows that look like one although there is room to draw them apart, by geometry alone. Only level and upright
 * parts are judged.
 */
import type { Point } from '#schema/element.ts';

import type { ReadArrow, ReadBox, ReadDrawing } from './readability.ts';

/** Lines this near to each other, for longer than that, are one to the eye. */
const sameTrack = 2.5;
const sharedMost = 8;

/** A level or upright part: it is at `at`, and reaches from `from` to `to` along the other axis. */
type Run = {
  readonly arrow: ReadArrow;
  readonly isUpright: boolean;
  readonly at: number;
  readonly from: number;
  readonly to: number;
};

export type SharedTrack = { readonly arrows: readonly [string, string]; readonly width: number; readonly tracks: number };

/** Tracks that two arrows without a common source or target share, although every line of the channel could have `room` pixels to itself. */
export function sharedTracks({ boxes, arrows }: ReadDrawing, room: number): SharedTrack[] {
  const runs = arrows.flatMap(runsOf);
  const shared: SharedTrack[] = [];
  for (const [index, a] of runs.entries()) {
    for (const b of runs.slice(index + 1)) {
      if (a.isUpright !== b.isUpright || a.arrow.from === b.arrow.from || a.arrow.to === b.arrow.to) continue;
      const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
      if (Math.abs(a.at - b.at) > sameTrack || to - from <= sharedMost) continue;
      const channels = [a, b].map((run) => channelOf(run, boxes));
      const [low, high] = [
        Math.min(...channels.map((channel) => channel.low)),
        Math.max(...channels.map((channel) => channel.high)),
      ];
      const inside = runs.filter(
        (run) => run.isUpright === a.isUpright && run.at >= low && run.at <= high && run.from < to && run.to > from,
      );
      const tracks = new Set(inside.map(({ arrow }) => arrow.id)).size;
      if (high - low >= room * (tracks + 1)) shared.push({ arrows: [a.arrow.id, b.arrow.id], width: high - low, tracks });
    }
  }
  return shared;
}

function runsOf(arrow: ReadArrow): Run[] {
  const between = ([ax, ay]: Point, [bx, by]: Point): Run[] => {
    if (Math.abs(ax - bx) < 0.01) return [{ arrow, isUpright: true, at: ax, from: Math.min(ay, by), to: Math.max(ay, by) }];
    return Math.abs(ay - by) < 0.01 ? [{ arrow, isUpright: false, at: ay, from: Math.min(ax, bx), to: Math.max(ax, bx) }] : [];
  };
  return arrow.route.slice(1).flatMap((end, at) => between(arrow.route[at] ?? end, end));
}

/**
 * The room of a part from side to side, up to boxes and the borders of frames, at most `reach` to each side. A loop has no room: it is
 * always where it is.
 */
function channelOf({ arrow, isUpright, at, from, to }: Run, boxes: readonly ReadBox[]): { low: number; high: number } {
  if (arrow.from === arrow.to) return { low: at, high: at };
  let [low, high] = [at - reach, at + reach];
  for (const { x, y, width, height, isFrame } of boxes) {
    const [near, far, first, last] = isUpright ? [x, x + width, y, y + height] : [y, y + height, x, x + width];
    if (first > to || last < from) continue;
    for (const edge of isFrame || (near < at && far > at) ? [near, far] : [near >= at ? near : far]) {
      if (edge <= at) low = Math.max(low, edge);
      if (edge >= at) high = Math.min(high, edge);
    }
  }
  return { low, high };
}

const reach = 200;
