/**
 * sketched-path: path data drawn as by a quick hand: each line twice, a little bowed, with ends that miss the corners a little.
 *
 * How far a point is off depends on the seed and on its place in the path, and only for short parts on lengths: a shape that is moved
 * keeps its lines, and one that is resized changes them gradually.
 */
import type { Point } from '#schema/element.ts';

import { type PathPart, type PathRun, pathRuns } from './path-parts.ts';
import { randomOffsets } from './random-offsets.ts';

/** By how much points are off, in pixels, and as a share of the shorter part beside them. */
const offset = { most: 1.8, share: 0.09 };
/** By how much straight lines are bowed, in pixels, and as a share of their length. */
const bow = { most: 3, share: 0.016 };
/** By how much curves are flatter or rounder, as a share. */
const bulge = 0.12;
/** The ends of a line stay nearer to their places, so that it still meets what it leads to. */
const heldShare = 0.4;
/** Lines that meet at a greater angle form a corner, at which the pen is lifted. */
const cornerAngle = 0.5;

/** `times`: how often each line is drawn. Path data of commands that no shape uses is returned as it is. */
export function sketchedPath(path: string, seed: string, times: number): string {
  const runs = pathRuns(path);
  if (runs === null) return path;
  const random = randomOffsets(seed);
  let sketched = '';
  for (const run of runs) for (let time = 0; time < times; time += 1) sketched += drawnOnce(run, random);
  return sketched;
}

function drawnOnce({ parts, isClosed }: PathRun, random: () => number): string {
  let path = '';
  let begin: Point | null = null;
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    const length = lengthOf(part);
    if (begin === null) {
      begin = off(length, index === 0 && !isClosed, random);
      path += `M${tenths(part.from[0] + begin[0])} ${tenths(part.from[1] + begin[1])}`;
    }
    const lifts = next === undefined || turnBetween(part, next) > cornerAngle;
    const end = off(lifts ? length : Math.min(length, lengthOf(next)), next === undefined && !isClosed, random);
    path += part.isStraight ? line(part, begin, end, length, random) : curve(part, begin, end, random);
    begin = lifts ? null : end;
  }
  return path;
}

/** A straight line between two points that are off, bowed. */
function line({ from, control: [one, other], to }: PathPart, a: Point, b: Point, length: number, random: () => number): string {
  const by = (random() * Math.min(bow.most, length * bow.share)) / length;
  const [across, down] = [(from[1] - to[1]) * by, (to[0] - from[0]) * by];
  return cubic(
    [one[0] + a[0] + across, one[1] + a[1] + down],
    [other[0] + b[0] + across, other[1] + b[1] + down],
    [to[0] + b[0], to[1] + b[1]],
  );
}

/** A curve that keeps its directions at both ends, so that it goes on without a bend. */
function curve({ from, control: [one, other], to }: PathPart, a: Point, b: Point, random: () => number): string {
  const [first, last] = [1 + random() * bulge, 1 + random() * bulge];
  return cubic(
    [from[0] + (one[0] - from[0]) * first + a[0], from[1] + (one[1] - from[1]) * first + a[1]],
    [to[0] + (other[0] - to[0]) * last + b[0], to[1] + (other[1] - to[1]) * last + b[1]],
    [to[0] + b[0], to[1] + b[1]],
  );
}

const cubic = (one: Point, other: Point, to: Point): string =>
  `C${tenths(one[0])} ${tenths(one[1])} ${tenths(other[0])} ${tenths(other[1])} ${tenths(to[0])} ${tenths(to[1])}`;

const tenths = (value: number): number => Math.round(value * 10) / 10;

function off(length: number, isHeld: boolean, random: () => number): Point {
  const most = Math.min(offset.most, length * offset.share) * (isHeld ? heldShare : 1);
  return [random() * most, random() * most];
}

const lengthOf = ({ from, to }: PathPart): number => Math.hypot(to[0] - from[0], to[1] - from[1]);

/** The angle between the end of a part and the beginning of the next one. */
function turnBetween(part: PathPart, next: PathPart): number {
  const [a, b] = [direction(part.control[1], part.to), direction(next.from, next.control[0])];
  if (a === null || b === null) return Math.PI;
  const turn = Math.abs(a - b);
  return Math.min(turn, 2 * Math.PI - turn);
}

function direction(from: Point, to: Point): number | null {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return Math.hypot(dx, dy) < 1e-6 ? null : Math.atan2(dy, dx);
}
