/**
 * fit-size: the size of a new element for its label, and how far an existing one must grow for a longer one.
 *
 * Without a label, or with one that fits, an element has the default size of its kind. Otherwise it grows in steps of 20
 * pixels, at most by 640: in width until the widest word fits, of which twelve em count, then in both directions until the
 * lines fit. Text without spaces counts as it is drawn, in lines. A text is as wide as its longest line, at most 480 pixels, and
 * as tall as its lines, both in multiples of 10. Circles and stickies keep equal sides. Frames, lanes, tables, images, videos,
 * link cards, boards and sheets do not grow for their label; icons do below the icon (icon-figure.ts).
 */
import type { Box } from '#schema/element.ts';
import { shapeKinds } from '#schema/shape-kinds.ts';
import { limits } from '#schema/limits.ts';
import type { Size } from '#schema/tab.ts';

import { defaultShapeSize } from '../shapes/shape-list.ts';
import { grownRecord, isCompartmented, recordSize } from './compartments.ts';
import { grownIcon, iconSize } from './icon-figure.ts';
import { type Labelled, labelBox } from './label-box.ts';
import { drawnLabel, labelLines, labelRoom } from './label-lines.ts';
import type { Font } from './metrics.ts';
import { defaultTextSize, fixedSize, fontSizes, labelWeight, lineHeight, type TextSize, widestWord } from './sizes.ts';
import { textWidth } from './width.ts';
import { wrapLabel } from './wrap-lines.ts';

type BoxType = Box['type'];

const step = 20;
const growthMax = 640;
const textWidthMax = 480;
/** A longer word, in em, is broken. Hardly a word has more than 24 letters; an address has. */
const wordMax = 12;

const typeSizes: Readonly<Record<Exclude<BoxType, 'shape'>, Size>> = {
  text: { width: 100, height: 20 },
  sticky: { width: 160, height: 160 },
  annotation: { width: 200, height: 40 },
  table: { width: 360, height: 160 },
  'link-card': { width: 240, height: 80 },
  frame: { width: 480, height: 320 },
  lane: { width: 800, height: 200 },
  image: { width: 320, height: 240 },
  video: { width: 480, height: 270 },
  stroke: { width: 100, height: 100 },
};

/**
 * Size in pixels of a new element for its label. `kind` is the shape kind of a shape, otherwise the type; an unknown kind
 * counts as a square.
 */
export function fitSize(
  type: BoxType,
  kind: string,
  label: string,
  text: TextSize = defaultTextSize(type),
  font: Font = 'sans',
  bold?: boolean,
): Size {
  if (type === 'text') return fittedText(label, text, font, bold);
  const emphasis = bold === undefined ? {} : { bold };
  const shape = shapeKinds.find((candidate) => candidate === kind) ?? 'square';
  if (type === 'shape' && isCompartmented(shape))
    return recordSize({ x: 0, y: 0, width: 0, height: 0, shape, label, text, font, ...emphasis });
  if (type === 'shape' && shape === 'icon') return iconSize({ label, text, font, ...emphasis });
  const defaultSize = type === 'shape' ? defaultShapeSize(shape) : typeSizes[type];
  return grow({ type, shape, x: 0, y: 0, ...defaultSize, label, text, font, ...emphasis });
}

/** Size in pixels of a note beside a message, as low as its lines. */
export const noteSize = (element: Labelled): Size => grow({ ...element, ...typeSizes.annotation });

/** Size in pixels at which the label of a box fits, never less than its current size. */
export function grownSize(element: Labelled): Size {
  if (isCompartmented(element.shape)) return grownRecord(element);
  if (element.type !== 'text') return grow(element);
  const { need, sizePx } = labelLines(element);
  return { width: element.width, height: Math.max(element.height, Math.min(limits.sizeMax, roundUp(need * lineHeight(sizePx)))) };
}

/** Grows the width for the widest word, then both sides as far as the lines need. */
function grow(element: Labelled): Size {
  if (!growsForLabel(element) || fits(element)) return { width: element.width, height: element.height };
  if (element.shape === 'icon') return grownIcon(element);
  const steps = Math.ceil(growthMax / step);
  const keepsSides = element.width === element.height;
  const word = wordWidth(element, labelLines(element).sizePx);
  const widened = (by: number): Labelled => enlarged(element, by * step, keepsSides ? by * step : 0);
  const first = leastOf(steps, (by) => labelBox(widened(by)).width >= word) ?? 0;
  const wide = widened(first);
  const [across, down] = keepsSides ? [1, 1] : sharesOf(wide);
  const both = (by: number): Labelled => enlarged(wide, Math.ceil(by * across) * step, Math.ceil(by * down) * step);
  const { width, height } = both(leastOf(steps, (by) => fits(both(by))) ?? steps);
  return { width, height };
}

/** The longer side grows by whole steps, the shorter one in proportion, but at least half as fast. */
function sharesOf({ width, height }: Size): readonly [number, number] {
  return width >= height ? [1, Math.max(0.5, height / width)] : [Math.max(0.5, width / height), 1];
}

/** The label is a title or caption in a strip, so the size is that of the contents. */
function growsForLabel({ type, shape }: Labelled): boolean {
  return (
    type === 'sticky' ||
    type === 'annotation' ||
    (type === 'shape' && shape !== 'plan-board' && shape !== 'plan-sheet' && !isCompartmented(shape))
  );
}

/** `lines`: the label needs more than the box has room for. `word`: one continues on the next line, as the box is narrower. */
export function labelFault(element: Labelled): 'lines' | 'word' | null {
  const { need, hold, sizePx } = labelRoom(element);
  if (need > hold) return 'lines';
  return need > 1 && growsForLabel(element) && !holdsWords(element, sizePx) ? 'word' : null;
}

function fits(element: Labelled): boolean {
  const { need, hold, sizePx } = labelLines(element);
  return need <= hold && holdsWords(element, sizePx);
}

const holdsWords = (element: Labelled, sizePx: number): boolean => wordWidth(element, sizePx) <= labelBox(element).width + 0.01;

const wordWidth = (element: Labelled, sizePx: number): number =>
  Math.min(wordMax, widestWord(drawnLabel(element), element.font ?? 'sans', element.bold === true ? 600 : 400)) * sizePx;

function enlarged(element: Labelled, across: number, down: number): Labelled {
  return {
    ...element,
    width: Math.min(limits.sizeMax, element.width + across),
    height: Math.min(limits.sizeMax, element.height + down),
  };
}

/** The least number from 0 to `most` that passes. `passes` must be monotonic. */
function leastOf(most: number, passes: (by: number) => boolean): number | undefined {
  if (!passes(most)) return undefined;
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function fittedText(label: string, text: TextSize, font: Font, bold: boolean | undefined): Size {
  const weight = labelWeight('text', text, bold);
  const sizePx = text === 'scale' ? fontSizes.md : fixedSize(text);
  const unbroken = wrapLabel(label, Number.MAX_SAFE_INTEGER, sizePx, font, weight);
  const natural = unbroken.reduce((widest, line) => Math.max(widest, textWidth(line, sizePx, font, weight)), 0);
  const width = Math.max(20, Math.min(textWidthMax, roundUp(natural)));
  const lines = Math.max(1, wrapLabel(label, width, sizePx, font, weight).length);
  return { width, height: Math.min(limits.sizeMax, roundUp(lines * lineHeight(sizePx))) };
}

const roundUp = (length: number): number => Math.ceil(length / 10) * 10;
