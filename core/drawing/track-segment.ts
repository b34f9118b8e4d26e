/** The parts of paths along one axis, each with the channel that it may move in. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '../arrows/polyline.ts';
import { bottom, grown, holds, right, union } from '../tab/rect.ts';
import type { ArrowPath } from './arrow-path.ts';
import { type PortRange, sideLine } from './terminal.ts';

/** 0: upright parts, which move along x; 1: level parts, which move along y. */
export type TrackAxis = 0 | 1;

export type TrackSegment = {
  readonly path: ArrowPath;
  /** It is between the points `index` and `index + 1` of the path. */
  readonly index: number;
  readonly position: number;
  /** The channel: the segment may move from `low` to `high`. */
  readonly low: number;
  readonly high: number;
  /** The channel nearer to what bounds it, for tracks that are crowded otherwise. */
  readonly tightLow: number;
  readonly tightHigh: number;
  readonly desired: number;
  readonly weight: number;
  /** Its extent along the other axis. */
  readonly start: number;
  readonly end: number;
  /** Where the path turns at the start and at the end: to smaller (-1) or larger (1) positions; 0 at a port. */
  readonly before: -1 | 0 | 1;
  readonly after: -1 | 0 | 1;
  /** The path runs from `start` to `end`. */
  readonly isForward: boolean;
};

export type TrackGround = {
  /** What segments stay clear of. */
  readonly wallsIn: (rect: Rect) => readonly Rect[];
  /** Rectangles whose borders segments keep off. */
  readonly bordersIn: (rect: Rect) => readonly Rect[];
};

/** Pixels that segments keep from walls, and from borders of frames, where there is room. */
const channelMargin = 8;
const borderMargin = 10;
/** The least length of the last part of a path where there is room: a head and a round corner [RT19]. */
const headRoom = 18;
/** Pixels that crowded segments keep. */
const tightMargin = 3;
/** Pixels that they keep in the narrowest gaps, where two tracks that can be told apart need so much. */
const leastMargin = 0.6;
const twoTracks = 2.8;
/** How far a channel is looked at. */
const channelReach = 140;
/** Segments settle in the middle of channels up to this width. */
const centredWidth = 260;
/** Pixels from a box to the bar of a trunk. */
const trunkLength = 30;

/** Boxes outside of this area have no bearing on the tracks of the path, nor on the bend that a straight line may get. */
export function trackArea({ points, start, finish }: ArrowPath): Rect {
  const line = grown(boundsOf(points), channelReach + 2);
  return points.length !== 2 || start === null || finish === null
    ? line
    : union(line, union(start.terminal.rect, finish.terminal.rect));
}

export function segmentsOf(path: ArrowPath, axis: TrackAxis, ground: TrackGround): TrackSegment[] {
  if (path.isFixed !== true && (path.start === null || path.finish === null)) return [];
  const segments: TrackSegment[] = [];
  for (let index = 0; index + 1 < path.points.length; index += 1) {
    const segment = segmentAt(path, index, axis, ground);
    if (segment !== null) segments.push(segment);
  }
  return segments;
}

function segmentAt(path: ArrowPath, index: number, axis: TrackAxis, ground: TrackGround): TrackSegment | null {
  const { points } = path;
  const [a, b] = [points[index], points[index + 1]];
  if (a === undefined || b === undefined) return null;
  const along = axis === 0 ? 1 : 0;
  const position = a[axis];
  if (position !== b[axis] || a[along] === b[along]) return null;
  const isForward = b[along] > a[along];
  const [start, end] = isForward ? [a[along], b[along]] : [b[along], a[along]];
  const turn = (point: Point | undefined): -1 | 0 | 1 => (point === undefined ? 0 : point[axis] < position ? -1 : 1);
  const [previous, next] = [turn(points[index - 1]), turn(points[index + 2])];
  const [before, after] = isForward ? [previous, next] : [next, previous];
  if (path.isFixed === true) {
    const here = { position, low: position, high: position, tightLow: position, tightHigh: position, desired: position };
    return { path, index, ...here, weight: 1, start, end, before, after, isForward };
  }
  const ports = portsOf(path, index);
  const [startsAtPort, endsAtPort] = isForward
    ? [index === 0, index + 2 === points.length]
    : [index + 2 === points.length, index === 0];
  // At a port, what the box touches is not in the way; at a bend, what is near is.
  const extent = { from: start + (startsAtPort ? 2 : -2), to: end - (endsAtPort ? 2 : -2) };
  const channel = channelOf(position, extent, axis, ground, barOf(path, index, axis));
  const room = ports.length > 0 ? portChannel(ports, channel, position) : channel;
  const whole = room.low <= room.high ? { low: room.low, high: room.high } : { low: position, high: position };
  const { low, high } =
    withHeadRoom(path, index, whole) ??
    (ports.length > 0 ? null : withHeadRoom(path, index, { low: channel.tightLow, high: channel.tightHigh })) ??
    whole;
  const tight =
    ports.length > 0 ? portChannel(ports, { ...channel, low: channel.tightLow, high: channel.tightHigh }, position) : null;
  const [tightLow, tightHigh] = [Math.min(low, tight?.low ?? channel.tightLow), Math.max(high, tight?.high ?? channel.tightHigh)];
  const [desired, weight] = desiredAt(path, index, axis, { ports, position, ...whole, isSplit: before === -after });
  return {
    path,
    index,
    position,
    low,
    high,
    tightLow,
    tightHigh,
    desired: Math.max(low, Math.min(high, desired)),
    weight,
    start,
    end,
    before,
    after,
    isForward,
  };
}

/** The part of its channel in which the segment before the last one leaves that one room for a head; null if that is none of it. */
function withHeadRoom({ points, finish }: ArrowPath, index: number, whole: TrackExtent): TrackExtent | null {
  if (finish === null || index + 3 !== points.length) return whole;
  const { terminal, side } = finish;
  const isLow = (side === 'left' || side === 'top') !== terminal.isInward;
  const line = sideLine(terminal.rect, side);
  const room = isLow
    ? { ...whole, high: Math.min(whole.high, line - headRoom) }
    : { ...whole, low: Math.max(whole.low, line + headRoom) };
  return room.low <= room.high ? room : null;
}

function portsOf({ points, start, finish }: ArrowPath, index: number): PortRange[] {
  const ports: PortRange[] = [];
  if (index === 0 && start !== null) ports.push(start.range);
  if (index + 2 === points.length && finish !== null) ports.push(finish.range);
  return ports;
}

type TrackExtent = { readonly low: number; readonly high: number };

type Channel = {
  readonly low: number;
  readonly high: number;
  /** The channel without a distance from what bounds it. */
  readonly hardLow: number;
  readonly hardHigh: number;
  /** The channel with the distance that crowded segments keep. */
  readonly tightLow: number;
  readonly tightHigh: number;
};

function portChannel(ports: readonly PortRange[], channel: Channel, position: number): TrackExtent {
  const least = Math.max(...ports.map(({ low, spare }) => Math.min(low - spare, position)));
  const most = Math.min(...ports.map(({ high, spare }) => Math.max(high + spare, position)));
  const [low, high] = [Math.max(least, channel.low), Math.min(most, channel.high)];
  if (low <= high) return { low, high };
  // Where the side leaves no room at a distance, the line may come close to a box, but not into it.
  return { low: Math.max(least, channel.hardLow), high: Math.min(most, channel.hardHigh) };
}

type SegmentPlace = {
  readonly ports: readonly PortRange[];
  readonly position: number;
  readonly low: number;
  readonly high: number;
  /** The path turns to different sides at its ends: any track of the channel makes the same length. */
  readonly isSplit: boolean;
};

function desiredAt({ trunk, start, points }: ArrowPath, index: number, axis: TrackAxis, place: SegmentPlace): [number, number] {
  const { ports, position, low, high, isSplit } = place;
  const [port] = ports;
  if (port !== undefined) return [ports.length > 1 ? position : port.desired, 2];
  const first = points[0];
  if (trunk !== null && index === 1 && start !== null && first !== undefined)
    return [first[axis] + (position < first[axis] ? -trunkLength : trunkLength), 1];
  return [isSplit && high - low < centredWidth ? (low + high) / 2 : position, 1];
}

type TrunkBar = { readonly start: number; readonly target: Rect };

/** The bar of a trunk is before the frames that its arrow enters, like the bars of the other arrows. */
function barOf({ points, trunk, finish }: ArrowPath, index: number, axis: TrackAxis): TrunkBar | null {
  const [first] = points;
  return trunk === null || index !== 1 || first === undefined || finish === null
    ? null
    : { start: first[axis], target: finish.terminal.rect };
}

/** The free range around a segment, or on the near side of the frames that a bar is moved out of. */
function channelOf(
  position: number,
  { from, to }: { from: number; to: number },
  axis: TrackAxis,
  ground: TrackGround,
  bar: TrunkBar | null,
): Channel {
  const length = Math.max(0, to - from);
  const around: Rect =
    axis === 0
      ? { x: position - channelReach, y: from, width: 2 * channelReach, height: length }
      : { x: from, y: position - channelReach, width: length, height: 2 * channelReach };
  let [low, high] = [position - channelReach, position + channelReach];
  let [lowMargin, highMargin] = [0, 0];
  const bound = (limit: number, isBelow: boolean, margin: number): void => {
    if (isBelow && limit > low) [low, lowMargin] = [limit, margin];
    if (!isBelow && limit < high) [high, highMargin] = [limit, margin];
  };
  for (const rect of ground.wallsIn(around)) {
    const [near, far, first, last] = intervalsOf(rect, axis);
    if (first >= to || last <= from) continue;
    if (far <= position + 0.5) bound(far, true, channelMargin);
    else if (near >= position - 0.5) bound(near, false, channelMargin);
  }
  for (const rect of ground.bordersIn(around)) {
    const [near, far, first, last] = intervalsOf(rect, axis);
    if (first >= to || last <= from) continue;
    for (const border of [near, far]) {
      const isEntered = bar !== null && (border - bar.start) * (border - position) < 0 && holds(rect, bar.target);
      bound(border, border <= position !== isEntered, borderMargin);
    }
  }
  const tight = tightMarginIn(high - low);
  const limits = {
    hardLow: low + Math.min(lowMargin, 1),
    hardHigh: high - Math.min(highMargin, 1),
    tightLow: low + Math.min(lowMargin, tight),
    tightHigh: high - Math.min(highMargin, tight),
  };
  if (low + lowMargin <= high - highMargin) return { low: low + lowMargin, high: high - highMargin, ...limits };
  // In a narrow gap, segments keep what distance is left.
  const margin = Math.min(channelMargin, (high - low) / 3);
  return { low: low + margin, high: high - margin, ...limits };
}

/** In a narrow gap, crowded segments leave each other room for two tracks rather than keep off what bounds it. */
const tightMarginIn = (width: number): number =>
  Math.max(0, Math.min(tightMargin, width / 3, Math.max(leastMargin, Math.min(width / 4, (width - twoTracks) / 2))));

/** Along the axis from the first to the second number, and along the other from the third to the fourth. */
const intervalsOf = (rect: Rect, axis: TrackAxis): [number, number, number, number] =>
  axis === 0 ? [rect.x, right(rect), rect.y, bottom(rect)] : [rect.y, bottom(rect), rect.x, right(rect)];
