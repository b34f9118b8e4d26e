/**
 * resize: boxes resized by one of the eight handles around them.
 *
 * The side or corner opposite the handle stays in place, also of a rotated box. With a kept ratio both sides change by the same
 * factor. No box becomes narrower than the widest word of its label, and it grows in height as its text needs; frames and boxes
 * with a title strip have a fixed minimum. Several boxes are resized as one rectangle, in which each keeps its share; the points
 * of strokes are scaled. Frames and lanes do not carry their members.
 */
import { isRecord } from '#core/text/compartments.ts';
import { type Box, isBox, type Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { labelBox } from '#core/text/label-box.ts';
import { drawnLabel, labelLines } from '#core/text/label-lines.ts';
import { lineHeight, widestWord } from '#core/text/sizes.ts';

import { type Change, freeElements } from './change.ts';
import { onCanvas } from './set-label.ts';
import { centreOf, turnedAbout, turnOf } from './turned.ts';

/** The sides that a handle moves: -1 left or top, 1 right or bottom, 0 neither. */
export type ResizeHandle = { readonly across: -1 | 0 | 1; readonly down: -1 | 0 | 1 };

/** The minimum size of a box without text. */
const least = 8;
const leastStrip = { width: 48, height: 32 };

/** The box with the handle moved by a distance on the canvas. */
export function pullHandle(box: Box, handle: ResizeHandle, [dx, dy]: Point, keepsRatio: boolean): Box {
  const turn = turnOf(box);
  const [right, down] = turnedAbout([dx, dy], [0, 0], -turn);
  const wanted = { width: Math.max(1, box.width + handle.across * right), height: Math.max(1, box.height + handle.down * down) };
  const size = keepsRatio ? withRatio(box, handle, wanted) : withRoom(box, wanted.width, wanted.height);
  const resized = sized(box, { x: box.x, y: box.y, ...size });
  // The opposite point stays: it is where it was in the box, rotated around the new center.
  const anchor = turnedAbout(pointAt(box, handle), centreOf(box), turn);
  const moved = turnedAbout(pointAt(resized, handle), centreOf(resized), turn);
  return {
    ...resized,
    x: onCanvas(roundLength(resized.x + anchor[0] - moved[0])),
    y: onCanvas(roundLength(resized.y + anchor[1] - moved[1])),
  };
}

/** The boxes of one rectangle scaled to another one. */
export function scaleBox(box: Box, from: Rect, to: Rect): Box {
  const [across, down] = [to.width / Math.max(1e-6, from.width), to.height / Math.max(1e-6, from.height)];
  const size = withRoom(box, clampLength(box.width * across), clampLength(box.height * down));
  const place = { x: to.x + (box.x - from.x) * across, y: to.y + (box.y - from.y) * down };
  return sized(box, { x: onCanvas(roundLength(place.x)), y: onCanvas(roundLength(place.y)), ...size });
}

/** The rectangle with the handle moved, to which several boxes are resized. */
export function pulledRect(rect: Rect, { across, down }: ResizeHandle, [dx, dy]: Point, keepsRatio: boolean): Rect {
  let width = Math.max(least, rect.width + across * dx);
  let height = Math.max(least, rect.height + down * dy);
  if (keepsRatio) {
    const factor = ratioFactor(rect, { across, down }, width, height);
    width = rect.width * factor;
    height = rect.height * factor;
  }
  const x = across < 0 ? rect.x + rect.width - width : across === 0 ? rect.x + (rect.width - width) / 2 : rect.x;
  const y = down < 0 ? rect.y + rect.height - height : down === 0 ? rect.y + (rect.height - height) / 2 : rect.y;
  return { x, y, width, height };
}

/** Puts boxes at the given places and sizes. */
export const resizeTo =
  (sizes: ReadonlyMap<string, Box>): Change =>
  (planning) => {
    for (const element of freeElements(sizes.keys(), planning)) {
      const to = sizes.get(element.id);
      if (isBox(element) && to !== undefined) planning.put(sized(element, to));
    }
    return null;
  };

/** Whether a corner keeps the ratio by default. */
export const keepsItsRatio = (box: Box): boolean => box.type === 'sticky' || box.type === 'image';

/** The wanted size with the ratio of the box, large enough for its text. */
function withRatio(box: Box, handle: ResizeHandle, wanted: Size): Size {
  const factor = ratioFactor(box, handle, wanted.width, wanted.height);
  const { width, height } = withRoom(box, clampLength(box.width * factor), clampLength(box.height * factor));
  const least = Math.max(width / box.width, height / box.height);
  return { width: clampLength(box.width * least), height: clampLength(box.height * least) };
}

function ratioFactor(rect: Size, handle: ResizeHandle, width: number, height: number): number {
  const [across, down] = [width / rect.width, height / rect.height];
  if (handle.across === 0) return down;
  if (handle.down === 0) return across;
  return Math.abs(across - 1) > Math.abs(down - 1) ? across : down;
}

/** A size that fits the text of the box. */
function withRoom(box: Box, width: number, height: number): Size {
  if (!growsForWords(box)) {
    const isStrip = box.type !== 'image' && box.type !== 'stroke';
    const bound = isStrip ? leastStrip : { width: least, height: least };
    return { width: Math.max(bound.width, width), height: Math.max(bound.height, height) };
  }
  if (drawnLabel(box) === '' || box.text === 'scale') return { width: Math.max(least, width), height: Math.max(least, height) };
  const { sizePx, weight } = labelLines(box);
  const word = widestWord(drawnLabel(box), box.font ?? 'sans', box.bold === undefined ? 400 : weight) * sizePx;
  const wide = leastThat(Math.max(least, width), (tried) => labelBox({ ...box, width: tried }).width + 0.01 >= word);
  if (box.type === 'text') {
    const { need, sizePx } = labelLines({ ...box, width: wide });
    return { width: wide, height: Math.max(height, Math.min(limits.sizeMax, need * lineHeight(sizePx))) };
  }
  const high = leastThat(Math.max(least, height), (tried) => {
    const { need, hold } = labelLines({ ...box, width: wide, height: tried });
    return need <= hold;
  });
  return { width: wide, height: high };
}

const growsForWords = (box: Box): boolean =>
  box.type === 'sticky' ||
  box.type === 'annotation' ||
  box.type === 'text' ||
  (box.type === 'shape' && box.shape !== 'plan-board' && box.shape !== 'plan-sheet' && !isRecord(box));

/** The smallest whole length from `start` that passes, within the limit of elements. */
function leastThat(start: number, passes: (length: number) => boolean): number {
  if (passes(start)) return start;
  let [low, high] = [start, start + 16];
  while (high < limits.sizeMax && !passes(high)) [low, high] = [high, start + (high - start) * 2];
  if (high >= limits.sizeMax) return start;
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (passes(middle)) high = middle;
    else low = middle;
  }
  return Math.ceil(high);
}

/** The box at a place and size, with the points of a stroke scaled. */
function sized<T extends Box>(box: T, { x, y, width, height }: Rect): T {
  const changed = { ...box, x, y, width: roundLength(width), height: roundLength(height) };
  if (changed.type !== 'stroke' || box.type !== 'stroke') return changed;
  const [across, down] = [width / box.width, height / box.height];
  if (across === 1 && down === 1) return changed;
  const points = box.points.map(([px, py]): Point => [onCanvas(roundLength(px * across)), onCanvas(roundLength(py * down))]);
  return { ...changed, points };
}

/** The point of a rectangle that stays when the handle moves, before rotation. */
const pointAt = (rect: Rect, { across, down }: ResizeHandle): Point => [
  rect.x + (rect.width * (1 - across)) / 2,
  rect.y + (rect.height * (1 - down)) / 2,
];

export const clampLength = (length: number): number => Math.min(limits.sizeMax, Math.max(1, length));
export const roundLength = (value: number): number => Math.round(value * 100) / 100 + 0;
