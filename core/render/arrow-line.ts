/** The line of an arrow and its heads: straight segments with round corners, or a curve. The line ends inside its heads. */
import type { Arrow, Point } from '#schema/element.ts';

import type { ArrowRoute } from '../arrows/route.ts';
import { endHeadsOf } from '../arrows/end-heads.ts';
import { type HeadPart, headParts, type Tip, tipOf, underHead } from './arrow-head.ts';
import { type Markup, emptyMarkup, sequence } from './markup.ts';
import { d } from '../shapes/path-data.ts';
import { outlineAttributes, strokeOf } from './paint.ts';
import { type OutlinePen, penOf } from './outline-pen.ts';
import type { Scene } from './scene.ts';

/** Radius of round corners, pixels. */
const corner = 8;

export function arrowLine(arrow: Arrow, route: ArrowRoute, scene: Scene): Markup {
  const colour = strokeOf(arrow.stroke, scene.theme) ?? scene.theme.arrow;
  const width = arrow.strokeWidth ?? scene.theme.outline + 0.25;
  const line = outlineAttributes(arrow, colour, width);
  if (line.stroke === 'none' || route.points.length < 2) return emptyMarkup;
  const tips = tipsOf(arrow, route, width);
  const pen = penOf(arrow.id, scene);
  return sequence([
    pen.path(pathBetween(tips, route), { fill: 'none', ...line }),
    ...tips.flatMap((tip) => (tip === null ? [] : headParts(tip).map((part) => headPart(part, colour, width, { pen, scene })))),
  ]);
}

type Drawn = { readonly pen: OutlinePen; readonly scene: Scene };

function headPart({ path, fill }: HeadPart, colour: string, width: number, { pen, scene }: Drawn): Markup {
  if (fill === 'solid') return pen.path(path, { fill: colour, stroke: colour, 'stroke-width': 1 });
  const inside = fill === 'hollow' ? scene.theme.background : 'none';
  return pen.path(path, { fill: inside, stroke: colour, 'stroke-width': width });
}

/** The line as it is drawn, without its heads, for marks that follow it. Empty if the arrow draws nothing. */
export const linePath = (arrow: Arrow, route: ArrowRoute): string =>
  route.points.length < 2 ? '' : pathBetween(tipsOf(arrow, route, arrow.strokeWidth ?? markedWidth), route);

/** The width of a line in most themes; the heads of another width cover the difference. */
const markedWidth = 1.75;

type Tips = readonly [end: Tip | null, start: Tip | null];

function tipsOf({ heads }: Arrow, { curve, points }: ArrowRoute, width: number): Tips {
  const track = curve ?? points;
  const [start, end] = endHeadsOf(heads);
  return [tipOf(track, width, end), tipOf(track.toReversed(), width, start)];
}

function pathBetween([atEnd, atStart]: Tips, { curve, points }: ArrowRoute): string {
  const shown = [...(curve ?? points)];
  if (atEnd !== null) shown[shown.length - 1] = underHead(atEnd);
  if (atStart !== null) shown[0] = underHead(atStart);
  return curve === null ? cornered(shown, corner) : curvedPath(shown);
}

/** The points joined by straight lines, the corners rounded by at most `radius` pixels. */
function cornered(points: readonly Point[], radius: number): string {
  let path = '';
  for (const [index, point] of points.entries()) {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined) path += d`M${point[0]} ${point[1]}`;
    else if (after === undefined) path += d`L${point[0]} ${point[1]}`;
    else {
      const [into, out] = [towards(point, before, radius), towards(point, after, radius)];
      path += d`L${into[0]} ${into[1]}Q${point[0]} ${point[1]} ${out[0]} ${out[1]}`;
    }
  }
  return path;
}

/** A point `by` pixels from a corner towards the next point, at most half the distance. */
function towards(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const share = length === 0 ? 0 : Math.min(by / length, 0.5);
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** `curve`: a start and three points for each segment, as in core/arrows/curved.ts. */
function curvedPath(curve: readonly Point[]): string {
  let path = '';
  for (const [index, [x, y]] of curve.entries()) path += index === 0 ? d`M${x} ${y}` : d`${index % 3 === 1 ? 'C' : ' '}${x} ${y}`;
  return path;
}
