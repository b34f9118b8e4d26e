/**
 * Which of two segments in one channel comes first: the order that makes fewer crossings. (The order within a channel
 * weighs crossings as in Sander: "Layout of directed hypergraphs with orthogonal hyperedges", Graph Drawing 2003.)
 */
import type { Point } from '#schema/element.ts';

import { isCommonTip, type PathEnd } from './arrow-path.ts';
import type { TrackAxis, TrackSegment } from './track-segment.ts';

/** Whether the first has the smaller position, which saves about `weight` crossings. */
export type SegmentOrder = { readonly isFirst: boolean; readonly weight: number };

/** Segments that end this close to each other, and those further apart than `farApart`, are no pair. */
const touch = 6;
export const farApart = 60;
export const trackGap = 12;
/** Pixels between tracks that are distinguished at a glance. */
export const leastTrackGap = 8;
/** Lines that are nearer to each other look like one. */
export const distinctGap = 2.7;
/** Ends this close count as one place. */
const sameEnd = 3;

/** Pixels between a label on its line and the lines beside it. */
const labelGap = 4;
/** The gap between two lines at one side of a box, so that their heads do not touch. */
const portGap = 18;

/** The gap between two tracks where there is room: heads, and a label between straight lines [RT16], need more than lines do. */
export function gapBetween(s: TrackSegment, t: TrackSegment, axis: TrackAxis): number {
  const { room, points } = s.path;
  const other = t.path;
  if (room === null || other.room === null || points.length > 2 || other.points.length > 2)
    return shareSide(s, t) ? portGap : trackGap;
  const [a, b] = axis === 0 ? [room.width, other.room.width] : [room.height, other.room.height];
  return Math.max(trackGap, Math.min(farApart, Math.ceil(Math.max(a, b) / 2) + labelGap));
}

/** Whether both are next to their ports, on one side of a box. */
const shareSide = (s: TrackSegment, t: TrackSegment): boolean =>
  portsOf(s).some((port) => portsOf(t).some((other) => port.side === other.side && port.terminal.box === other.terminal.box));

function portsOf({ path: { points, start, finish }, index }: TrackSegment): PathEnd[] {
  const ends = [index === 0 ? start : null, index + 2 === points.length ? finish : null];
  return ends.filter((end) => end !== null).filter(({ terminal }) => terminal.box !== null);
}

/** Whether the order of the two has to be decided. */
export const meetInChannel = (s: TrackSegment, t: TrackSegment): boolean =>
  (Math.abs(s.position - t.position) <= farApart || Math.abs(s.desired - t.desired) <= farApart) && shareChannel(s, t);

/** Whether the two would be taken for each other at one position. */
export function shareChannel(s: TrackSegment, t: TrackSegment): boolean {
  if (s === t || s.start >= t.end + touch || t.start >= s.end + touch) return false;
  if (s.path.isFixed === true && t.path.isFixed === true) return false;
  if (s.tightLow > t.tightHigh + trackGap || t.tightLow > s.tightHigh + trackGap) return false;
  if (shareTip(s, t)) return false;
  return s.path.trunk === null || s.path.trunk !== t.path.trunk || s.index !== t.index || s.index > 1;
}

/** Whether both are next to one tip of an outline, which has room for one port, and part there. */
function shareTip(s: TrackSegment, t: TrackSegment): boolean {
  const fromEnd = ({ path, index }: TrackSegment): number => path.points.length - 2 - index;
  const part = s.start >= t.end || t.start >= s.end;
  const isNext = (a: number, b: number): boolean => a === b && (a === 0 || (a === 1 && part));
  return (
    (isNext(s.index, t.index) && isCommonTip(s.path.start, t.path.start)) ||
    (isNext(fromEnd(s), fromEnd(t)) && isCommonTip(s.path.finish, t.path.finish))
  );
}

export function orderOf(s: TrackSegment, t: TrackSegment, axis: TrackAxis): SegmentOrder {
  if (s.path.id === t.path.id) return { isFirst: isNearer(s, t), weight: 1_000 };
  // Only one order fits.
  if (s.low > t.high - 1) return { isFirst: false, weight: 500 };
  if (t.low > s.high - 1) return { isFirst: true, weight: 500 };
  const saved = crossings(t, s, axis) - crossings(s, t, axis);
  if (saved !== 0) return { isFirst: saved > 0, weight: Math.abs(saved) };
  return { isFirst: isNearer(s, t), weight: 0.1 };
}

function isNearer(s: TrackSegment, t: TrackSegment): boolean {
  if (s.position !== t.position) return s.position < t.position;
  if (s.desired !== t.desired) return s.desired < t.desired;
  // Arrows that lead the same way are together: where room is short, only those that lead different ways need it.
  const [from, other] = [startOf(s), startOf(t)];
  if (from !== other) return from < other;
  return s.path.id === t.path.id ? s.index < t.index : s.path.id < t.path.id;
}

const startOf = ({ path: { start } }: TrackSegment): string => start?.terminal.box?.id ?? '';

/** Crossings if `s` has the smaller position. */
function crossings(s: TrackSegment, t: TrackSegment, axis: TrackAxis): number {
  const isWithin = (value: number, of: TrackSegment): boolean => value > of.start + sameEnd && value < of.end - sameEnd;
  let count = 0;
  if (isWithin(s.start, t) && sideOfTurn(s, t, true, axis) === 1) count += 1;
  if (isWithin(s.end, t) && sideOfTurn(s, t, false, axis) === 1) count += 1;
  if (isWithin(t.start, s) && sideOfTurn(t, s, true, axis) === -1) count += 1;
  if (isWithin(t.end, s) && sideOfTurn(t, s, false, axis) === -1) count += 1;
  if (Math.abs(s.start - t.start) <= sameEnd) count += crossingsAtEnd(s, t, true, axis);
  if (Math.abs(s.end - t.end) <= sameEnd) count += crossingsAtEnd(s, t, false, axis);
  return count + crossingsInLine(s, t);
}

/** On which side of `t` the path of `s` goes on beyond its bend: at smaller (-1) or larger (1) positions; 0 at a port. */
function sideOfTurn(s: TrackSegment, t: TrackSegment, atStart: boolean, axis: TrackAxis): -1 | 0 | 1 {
  const turn = atStart ? s.before : s.after;
  const next = turn === 0 ? undefined : pointsBeyond(s, atStart)[1]?.[axis];
  if (next === undefined || Math.abs(next - t.position) < 0.01) return turn;
  return next < t.position ? -1 : 1;
}

/** Crossings where one ends and the other begins; bends that lead away from each other are better than others. */
function crossingsInLine(s: TrackSegment, t: TrackSegment): number {
  let count = 0;
  if (Math.abs(s.end - t.start) <= sameEnd) {
    if (s.after === t.before && s.after !== 0) count += 0.3;
    if (s.after === 1 && t.before === -1) count += 1;
  }
  if (Math.abs(t.end - s.start) <= sameEnd && t.after === -1 && s.before === 1) count += 1;
  return count;
}

function crossingsAtEnd(s: TrackSegment, t: TrackSegment, atStart: boolean, axis: TrackAxis): number {
  const [a, b] = atStart ? [s.before, t.before] : [s.after, t.after];
  // The bend of one must not run over the port of the other.
  if (a === 0 || b === 0) return a === 1 || b === -1 ? 0.5 : 0;
  if (a !== b) return a === 1 ? 1 : 0;
  // Both turn the same way: the order in which they part decides.
  const parting = partingOf(s, t, atStart, axis);
  if (parting === 0) return 0;
  const isBefore = atStart === (a === 1) ? parting < 0 : parting > 0;
  return isBefore ? 0 : 1;
}

/** Negative if `s` parts from `t`, beyond the bend that they share, towards smaller coordinates of the other axis. */
function partingOf(s: TrackSegment, t: TrackSegment, atStart: boolean, axis: TrackAxis): number {
  const along = axis === 0 ? 1 : 0;
  const [a0, a1, a2] = pointsBeyond(s, atStart);
  const [b0, b1, b2] = pointsBeyond(t, atStart);
  if (a0 === undefined || b0 === undefined || a1 === undefined || b1 === undefined) return 0;
  if (Math.abs(a0[along] - b0[along]) > 0.01) return a0[along] - b0[along];
  const [lengthA, lengthB] = [Math.abs(a1[axis] - a0[axis]), Math.abs(b1[axis] - b0[axis])];
  const turnA = a2 === undefined ? 0 : Math.sign(a2[along] - a1[along]);
  const turnB = b2 === undefined ? 0 : Math.sign(b2[along] - b1[along]);
  if (turnA !== turnB) return turnA - turnB;
  // Both turn the same way again: the one that turns first is on that side.
  return lengthA === lengthB ? 0 : lengthA < lengthB ? turnA : -turnA;
}

function pointsBeyond({ path, index, isForward }: TrackSegment, atStart: boolean): Point[] {
  return atStart === isForward ? path.points.slice(0, index + 1).toReversed() : path.points.slice(index + 1);
}
