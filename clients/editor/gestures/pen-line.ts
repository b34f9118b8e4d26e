/**
 * pen-line: a line drawn by hand, with the pen or the highlighter.
 *
 * Trembling is smoothed while drawing, and points that add nothing are left out, in linear time. A line has one thickness: that
 * of the tool, or of a pen that was pressed harder on average, more. A click is a dot.
 */
import type { Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { drawStroke, type Looks } from '../changes/draw.ts';
import { type InkTool, usualInkWidth } from '../state/ink.ts';
import type { Gesture, Pointer } from './gesture.ts';

/** The maximum number of points of a line: it ends there. */
const pointsMax = 8 * limits.strokePoints;
/** The part of the way to the pointer that each point goes. */
const follows = 0.55;

export function penLine(start: Pointer, tool: InkTool, looks: Looks = {}): Gesture {
  const usual = typeof looks['thickness'] === 'number' ? looks['thickness'] : usualInkWidth;
  const points: Point[] = [start.at];
  let pressed = start.pressure;
  let count = 1;
  const take = ({ at, pressure, screen }: Pointer, zoom: number): void => {
    const last = points.at(-1);
    if (last === undefined || points.length >= pointsMax) return;
    const next: Point = [last[0] + (at[0] - last[0]) * follows, last[1] + (at[1] - last[1]) * follows];
    if (Math.hypot(next[0] - last[0], next[1] - last[1]) * zoom < 1.2 || !Number.isFinite(screen[0])) return;
    points.push(next);
    pressed += pressure;
    count += 1;
  };
  return {
    move(pointer, { zoom }) {
      take(pointer, zoom);
      return { ink: { points, looks }, cursor: 'crosshair' };
    },
    end(pointer, { zoom }) {
      const last = points.at(-1);
      if (last !== undefined && points.length > 1 && points.length < pointsMax) points.push(pointer.at);
      const { thickness: _, ...others } = looks;
      const thickness = tool === 'pen' ? pressedWidth(usual, pressed / count) : usual;
      const width = thickness === usualInkWidth ? {} : { thickness };
      return { change: drawStroke(thinPoints(points, 0.6 / zoom), { ...others, ...width }), used: false };
    },
  };
}

/** Devices without pressure report 0.5. */
const pressedWidth = (usual: number, pressure: number): number =>
  Math.max(0.5, Math.round(usual * (0.4 + 1.2 * Math.min(1, Math.max(0, pressure))) * 2) / 2);

/**
 * The line without points that are within `slack` of the straight line from the last kept one: one pass with a narrowing cone
 * (Williams 1978), in linear time.
 */
export function thinPoints(points: readonly Point[], slack: number): Point[] {
  const [first] = points;
  if (first === undefined) return [];
  const line: Point[] = [first];
  let from = first;
  let [low, high] = [-Infinity, Infinity];
  let turn = 0;
  let previous: Point | null = null;
  for (const point of points.slice(1)) {
    const [dx, dy] = [point[0] - from[0], point[1] - from[1]];
    const away = Math.hypot(dx, dy);
    const angle = Math.atan2(dy, dx);
    const half = away <= slack ? Math.PI : Math.asin(Math.min(1, slack / away));
    if (previous === null) turn = angle;
    const by = wrapped(angle - turn);
    if (previous !== null && (by < low || by > high)) {
      line.push(previous);
      from = previous;
      turn = Math.atan2(point[1] - from[1], point[0] - from[0]);
      const reach = Math.hypot(point[0] - from[0], point[1] - from[1]);
      const opening = reach <= slack ? Math.PI : Math.asin(Math.min(1, slack / reach));
      [low, high] = [-opening, opening];
    } else {
      [low, high] = [Math.max(low, by - half), Math.min(high, by + half)];
    }
    previous = point;
  }
  if (previous !== null) line.push(previous);
  return line;
}

const wrapped = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
