/**
 * label-place: where the label of an arrow is drawn.
 * L1  The label is broken at 160 pixels and lies on the middle of the line, where it hides no box; where an angled line
 *     has a bend there, on the middle of the part that has the most room for it.
 * L2  Else it lies at the next place along the line, then beside one, that hides none; when all do, on the middle.
 * L3  A label hides a box when it overlaps it; frames, lanes, strokes and boxes that hold an end are not hidden (the arrow lies on them).
 * L4  On a line so short that the label would hide where it begins or ends, beside it comes first.
 */
import type { Arrow, Box, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { overlaps, union } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { defaultTextSize, fontSizes, lineHeight } from '../text/sizes.ts';
import { textWidth } from '../text/width.ts';
import { wrapLabel } from '../text/wrap-lines.ts';
import type { End, RouteEnds } from './ends.ts';
import { canHide, isObstacle, standsOn } from './obstacles.ts';
import { pointAt } from './polyline.ts';
import type { ArrowRoute } from './route.ts';

type LabelSize = { readonly width: number; readonly height: number };

const widthMax = 160;
/** Distance in pixels between a line and a label beside it: half the width of a head, and one more. */
const beside = 7;
/** Pixels of a line that are seen at each of its ends: a head is about as long. */
const endShown = 10;
/** Pixels of a line that are seen between its label and a bend. */
const bendRoom = 8;
const shares = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8] as const;

export type LabelPlace = {
  readonly rect: Rect;
  /** Whether it hides a box. */
  readonly hides: boolean;
  /** Boxes outside of this rectangle have no bearing on the place. */
  readonly region: Rect;
};

/** The place of an arrow's label on its route; null when it has none or the arrow draws nothing. */
export function labelPlace(arrow: Arrow, route: ArrowRoute, tab: Pick<TabView, 'boxesIn'>): LabelPlace | null {
  const size = labelSize(arrow);
  const middle = pointAt(route.points, 0.5);
  if (size === null || middle === null) return null;
  let region = centredOn(middle, size);
  for (const rect of places(route.points, size, arrow.line === 'angled')) {
    region = union(region, rect);
    if (!hidesAny(rect, route.ends, tab)) return { rect, hides: false, region };
  }
  return { rect: centredOn(middle, size), hides: true, region };
}

/** The boxes that a label at the place hides. */
export function* hiddenBy(rect: Rect, ends: RouteEnds, tab: Pick<TabView, 'boxesIn'>): Generator<Box> {
  for (const box of tab.boxesIn(rect)) if (overlaps(box, rect) && isHidden(box, ends)) yield box;
}

function hidesAny(rect: Rect, ends: RouteEnds, tab: Pick<TabView, 'boxesIn'>): boolean {
  for (const box of tab.boxesIn(rect)) if (overlaps(box, rect) && isHidden(box, ends)) return true;
  return false;
}

/** Unlike a line, a label may not lie on the boxes at its own ends either, but where one holds the other end. */
function isHidden(box: Box, ends: RouteEnds): boolean {
  const { from, to } = ends;
  const [isFrom, isTo] = [isAt(from, box), isAt(to, box)];
  if (isFrom && isTo) return true;
  if (isFrom) return canHide(box) && !standsOn(to, box);
  if (isTo) return canHide(box) && !standsOn(from, box);
  return isObstacle(box, ends);
}

const isAt = (end: End, box: Box): boolean => end.kind === 'box' && end.box.id === box.id;

/** On the line, then beside it, then on the line where the label covers an end of it. */
function* places(points: readonly Point[], size: LabelSize, isAngled: boolean): Generator<Rect> {
  const covering: Rect[] = [];
  for (const rect of onLine(points, size, isAngled)) {
    if (coversEnd(rect, points)) covering.push(rect);
    else yield rect;
  }
  yield* besideLine(points, size);
  yield* covering;
}

/** True when less than the least part of the line is seen between the label and one of its ends (L4). */
function coversEnd({ x, y, width, height }: Rect, points: readonly Point[]): boolean {
  const isCovered = (point: Point | undefined): boolean =>
    point !== undefined &&
    point[0] > x - endShown &&
    point[0] < x + width + endShown &&
    point[1] > y - endShown &&
    point[1] < y + height + endShown;
  return isCovered(points[0]) || isCovered(points.at(-1));
}

/** On the line, from its middle outwards. */
function* onLine(points: readonly Point[], size: LabelSize, isAngled: boolean): Generator<Rect> {
  const part = isAngled ? partForLabel(points, size) : null;
  if (part !== null) yield centredOn(part, size);
  for (const share of shares) {
    const at = pointAt(points, share);
    if (at !== null) yield centredOn(at, size);
  }
}

/** Beside the line, from its middle outwards. */
function* besideLine(points: readonly Point[], size: LabelSize): Generator<Rect> {
  for (const share of shares) {
    const at = pointAt(points, share);
    const [before, after] = [pointAt(points, share - 0.01), pointAt(points, share + 0.01)];
    if (at === null || before === null || after === null) continue;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy);
    if (length === 0) continue;
    const [normalX, normalY] = [-dy / length, dx / length];
    const away = (Math.abs(normalX) * size.width + Math.abs(normalY) * size.height) / 2 + beside;
    yield centredOn([at[0] - normalX * away, at[1] - normalY * away], size);
    yield centredOn([at[0] + normalX * away, at[1] + normalY * away], size);
  }
}

/** The middle of the part of an angled line that has the most room for the label; null when the line's middle is as good. */
function partForLabel(points: readonly Point[], size: LabelSize): Point | null {
  const middle = pointAt(points, 0.5);
  let best: { middle: Point; spare: number } | null = null;
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (from === undefined || to === undefined) continue;
    const spare = Math.hypot(to[0] - from[0], to[1] - from[1]) - (from[1] === to[1] ? size.width : size.height) - 2 * bendRoom;
    const at: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const fromMiddle = middle === null ? Infinity : Math.hypot(middle[0] - at[0], middle[1] - at[1]);
    if (spare >= 2 * fromMiddle) return null;
    if (spare >= 0 && spare > (best?.spare ?? -1)) best = { middle: at, spare };
  }
  return best?.middle ?? null;
}

/** What decides how large the label of an arrow is. */
export type ArrowText = Pick<Arrow, 'label' | 'text' | 'font'>;

/** What the label of an arrow takes; null without one. */
export function labelSize(arrow: ArrowText): LabelSize | null {
  const label = arrow.label ?? '';
  if (label === '') return null;
  const text = arrow.text ?? defaultTextSize('arrow');
  const sizePx = text === 'scale' ? fontSizes.sm : fontSizes[text];
  const font = arrow.font ?? 'sans';
  const lines = wrapLabel(label, widthMax, sizePx, font);
  if (lines.length === 0) return null;
  const widest = lines.reduce((most, line) => Math.max(most, textWidth(line, sizePx, font)), 0);
  return { width: Math.ceil(widest) + 12, height: lines.length * lineHeight(sizePx) + 4 };
}

const centredOn = ([x, y]: Point, { width, height }: LabelSize): Rect => ({ x: x - width / 2, y: y - height / 2, width, height });
