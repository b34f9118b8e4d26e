/**
 * icon-figure: where an icon and its label go. The icon is a square, as large as the room above the label allows; both are centered in
 * their box. The label takes as many lines as it needs, at most three quarters of the height.
 *
 * A box that is exactly as large as its icon and label need follows the label, so that the icon keeps its size.
 */
import type { Box, Shape } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { defaultShapeSize } from '../shapes/shape-list.ts';
import { type Font, knownFont } from './metrics.ts';
import { fixedSize, fontSizes, labelWeight, lineHeight, type TextSize, widestWord } from './sizes.ts';
import { textWidth } from './width.ts';
import { wrapLabel } from './wrap-lines.ts';

/** The fields that the places depend on. */
export type IconBox = Rect & {
  readonly label?: string;
  readonly text?: TextSize;
  readonly font?: Font;
  readonly bold?: boolean;
};
export type IconShape = Shape & { readonly shape: 'icon' };
export const isIcon = (box: Box): box is IconShape => box.type === 'shape' && box.shape === 'icon';

/** Above and below the label, in pixels. */
const gap = 4;
/** Of the height of the box, for the label. */
const roomShare = 0.75;
/** A label that is wider breaks into lines; one of more lines gets more room across, in steps. */
const labelWidthMax = 160;
const linesMax = 5;
const [widthStep, widestLabel] = [40, 800] as const;
/** A longer word, in em, is broken, as in fit-size.ts. */
const wordMax = 12;

/** The square of the icon, and the place of its label below. */
export function iconPlaces(box: IconBox): { readonly figure: Rect; readonly words: Rect } {
  const { x, y, width, height } = box;
  const room = Math.min(roomFor(box), height * roomShare);
  const side = Math.min(width, height - room);
  const top = y + (height - room - side) / 2;
  return {
    figure: { x: x + (width - side) / 2, y: top, width: side, height: side },
    words: { x, y: top + side + Math.min(gap, room), width, height: Math.max(0, room - 2 * gap) },
  };
}

/** The size of an icon with its label. */
export function iconSize(box: Omit<IconBox, keyof Rect>, side: number = defaultShapeSize('icon').width): Size {
  const label = box.label ?? '';
  if (label.trim() === '') return { width: side, height: side };
  const [sizePx, font, weight] = [sizeOf(box), knownFont(box.font), labelWeight('shape', box.text ?? 'md', box.bold)];
  const lines = wrapLabel(label, Number.MAX_SAFE_INTEGER, sizePx, font, weight);
  const natural = lines.reduce((widest, line) => Math.max(widest, textWidth(line, sizePx, font, weight)), 0);
  const word = Math.min(wordMax, widestWord(label, font, weight)) * sizePx;
  let wanted = Math.ceil(Math.min(natural, Math.max(labelWidthMax, word)) / 10) * 10;
  while (wanted < Math.min(natural, widestLabel) && wrapLabel(label, wanted, sizePx, font, weight).length > linesMax)
    wanted += widthStep;
  const width = Math.min(limits.sizeMax, Math.max(side, wanted));
  return { width, height: Math.min(limits.sizeMax, side + roomFor({ ...box, x: 0, y: 0, width, height: side })) };
}

/** The size at which the label has the room that it needs, never smaller than the box. */
export function grownIcon(box: IconBox): Size {
  const { width, height } = iconSize(box, iconPlaces(box).figure.width);
  return { width: Math.max(box.width, width), height: Math.max(box.height, height) };
}

/** The icon, as large as before, with room for another label: below it, and evenly on both sides. */
export function iconForLabel<T extends IconBox>(box: T, before: IconBox): T {
  const side = iconPlaces(before).figure.width;
  const [old, wanted] = [iconSize(before, side), iconSize(box, side)];
  const width = old.width === before.width ? wanted.width : Math.max(box.width, wanted.width);
  const height = old.height === before.height ? wanted.height : Math.max(box.height, wanted.height);
  const x = Math.min(limits.coordinateMax, Math.max(-limits.coordinateMax, box.x - (width - box.width) / 2));
  return { ...box, x, width, height };
}

/** The height that the label needs, with the gaps. A label that scales has a share of the box. */
function roomFor(box: IconBox): number {
  const { label = '', text = 'md', width, height } = box;
  if (label.trim() === '') return 0;
  if (text === 'scale') return height * 0.3;
  const sizePx = sizeOf(box);
  const lines = wrapLabel(label, width, sizePx, knownFont(box.font), labelWeight('shape', text, box.bold));
  return lines.length * lineHeight(sizePx) + 2 * gap;
}

const sizeOf = ({ text = 'md' }: Pick<IconBox, 'text'>): number => (text === 'scale' ? fontSizes.md : fixedSize(text));
