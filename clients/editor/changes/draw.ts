/**
 * draw: new elements drawn by hand: boxes of every kind, arrows, strokes.
 *
 * They are added by the engine's `add`, with its ids and its stacking, frames behind what they contain. A click centers a box of
 * the default size of its kind on the point; a text begins at the point. A stroke's points are simplified and relative to its top
 * left corner.
 */
import type { ArrowEnd, Point } from '#schema/element.ts';
import type { ShapeKind } from '#schema/shape-kinds.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import type { Rect, Size } from '#schema/tab.ts';

import type { Json } from '#core/notation/json.ts';
import type { Planning } from '#core/planning/planning.ts';
import { add } from '#core/ops/add.ts';
import { newElementId } from '#core/ops/new-id.ts';
import type { Placement } from '#core/notation/place.ts';
import { fitSize } from '#core/text/fit-size.ts';

import type { Change } from './change.ts';
import { roundLength } from './resize.ts';
import { onCanvas } from './set-label.ts';
import { storable } from './text.ts';

/** What a tool draws: a shape, or another type of box that can be drawn empty. */
export type DrawnKind =
  | { readonly type: 'shape'; readonly shape: Exclude<ShapeKind, 'plan-sheet' | 'icon'> }
  | { readonly type: 'text' | 'sticky' | 'annotation' | 'table' | 'link-card' | 'frame' | 'lane' };

/** The fields of a new element. */
export type Looks = { readonly [name: string]: Json };

export function defaultSize(kind: DrawnKind): Size {
  const name = kind.type === 'shape' ? kind.shape : kind.type;
  return fitSize(kind.type, name, '');
}

/** The rectangle of a box that a click adds. */
export function clickedRect(kind: DrawnKind, [x, y]: Point): Rect {
  const { width, height } = defaultSize(kind);
  if (kind.type === 'text') return { x: Math.round(x), y: Math.round(y - height / 2), width, height };
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
}

/** A box in the rectangle. `made` is called with its id. */
export const drawBox = (kind: DrawnKind, rect: Rect, looks: Looks = {}, made: (id: string) => void = () => undefined): Change =>
  addWhole(
    {
      ...looks,
      type: kind.type,
      ...(kind.type === 'shape' ? { shape: kind.shape } : {}),
      x: onCanvas(roundLength(rect.x)),
      y: onCanvas(roundLength(rect.y)),
      width: lengthOf(rect.width),
      height: lengthOf(rect.height),
    },
    made,
  );

export const drawArrow = (
  from: ArrowEnd,
  to: ArrowEnd,
  looks: Looks = {},
  made: (id: string) => void = () => undefined,
): Change => addWhole({ ...looks, type: 'arrow', from: { ...from }, to: { ...to } }, made);

/** A stroke through the points of the canvas. */
export function drawStroke(points: readonly Point[], looks: Looks = {}, made: (id: string) => void = () => undefined): Change {
  const simplified = atMost(points, limits.strokePoints);
  const [xs, ys] = [simplified.map(([x]) => x), simplified.map(([, y]) => y)];
  const [left, top] = [least(xs), least(ys)];
  return addWhole(
    {
      ...looks,
      type: 'stroke',
      x: onCanvas(roundLength(left)),
      y: onCanvas(roundLength(top)),
      width: lengthOf(-least(xs.map((x) => -x)) - left),
      height: lengthOf(-least(ys.map((y) => -y)) - top),
      points: simplified.map(([x, y]) => [roundLength(x - left), roundLength(y - top)]),
    },
    made,
  );
}

/** Adds a whole element; `made` is called with its id. */
export const addWhole =
  (element: Looks, made: (id: string) => void): Change =>
  (planning) => {
    const id = addElement(element, planning);
    if (isProblem(id)) return id;
    made(id);
    return null;
  };

/** The engine's `add` of a whole element, without the limit of long labels. Returns its id, derived from the label or `name`. */
export function addElement({ label, ...element }: Looks, planning: Planning, name?: string, place?: Placement): string | Problem {
  const words = typeof label === 'string' ? storable(label, limits.labelCharacters) : '';
  const kind = element['type'] === 'shape' ? element['shape'] : element['type'];
  const id = newElementId(planning, undefined, words === '' ? name : words, typeof kind === 'string' ? kind : 'element');
  if (isProblem(id)) return id;
  const refusal = add.plan({ op: 'add', element: { ...element, id }, ...(place !== undefined && { place }) }, planning);
  if (refusal !== null) return refusal;
  const made = planning.draft.get(id);
  if (made !== undefined && words.trim() !== '') planning.put({ ...made, label: words });
  return id;
}

const lengthOf = (length: number): number => Math.min(limits.sizeMax, Math.max(1, roundLength(length)));
const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity);

/** Every nth point, and the last one, within the limit. */
function atMost(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points;
  const step = Math.ceil(points.length / (most - 1));
  const [last] = points.slice(-1);
  const sampled = points.filter((_, index) => index % step === 0);
  return last === undefined ? sampled : [...sampled, last];
}
