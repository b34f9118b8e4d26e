/**
 * sketched-path: path data drawn as by a quick hand: each line twice, a little bowed, with ends that miss the corners a little.
 *
 * How far a point is off depends on the seed and on its place in the path, and only for short parts on lengths: a shape that is moved
 * keeps its lines, and one that is resized changes them gradually.
 */
import type { Point } from '#schema/element.ts';

import { d } from '../../shapes/path-data.ts';
import { type PathPart, type PathRun, pathRuns } from './path-parts.ts';
import { randomOffsets } from './random-offsets.ts';

/** By how much points are off, in pixels, and as a share of the shorter part beside them. */
const offset = { most: 1.6, share: 0.09 };
/** By how much straight lines are bowed, in pixels, and as a share of their length. */
const bow = { most: 2.6, share: 0.014 };
/** The ends of a line stay nearer to their places, so that it still meets what it leads to. */
const heldShare = 0.35;
/** Lines that meet at a greater angle form a corner, at which the pen is lifted. */
const cornerAngle = 0.5;

/** `times`: how often each line is drawn. */
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
    const isFirst = index === 0;
    const isLast = index === parts.length - 1;
    const next = parts[index + 1];
    const length = lengthOf(part);
    if (begin === null) {
      begin = off(length, isFirst && !isClosed, random);
      path += d`M${part.from[0] + begin[0]} ${part.from[1] + begin[1]}`;
    }
    const lifts = next === undefined || turnBetween(part, next) > cornerAngle;
    const end = off(lifts ? length : Math.min(length, lengthOf(next)), isLast && !isClosed, random);
    path += curve(part, begin, end, bowOf(part, length, random));
    begin = lifts ? null : end;
  }
  return path;
}

function curve({ control: [one, other], to }: PathPart, begin: Point, end: Point, [bx, by]: Point): string {
  return d`C${one[0] + begin[0] + bx} ${one[1] + begin[1] + by} ${other[0] + end[0] + bx} ${other[1] + end[1] + by} ${to[0] + end[0]} ${to[1] + end[1]}`;
}

function off(length: number, isHeld: boolean, random: () => number): Point {
  const most = Math.min(offset.most, length * offset.share) * (isHeld ? heldShare : 1);
  return [random() * most, random() * most];
}

/** Across a straight line; nothing for a curve. */
function bowOf({ from, to, isStraight }: PathPart, length: number, random: () => number): Point {
  const by = random() * Math.min(bow.most, length * bow.share);
  if (!isStraight || length === 0) return [0, 0];
  return [(-(to[1] - from[1]) / length) * by, ((to[0] - from[0]) / length) * by];
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
