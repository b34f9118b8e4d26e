/**
 * label-box: the part of an element where its label goes.
 *
 * For a shape kind it is within the kind's outline. It keeps a padding of 8 pixels at the sides and 4 above and below, less in
 * a small element, none in a text. Frames, lanes, tables, boards and sheets have their title in a strip along the top edge,
 * images and videos along the bottom edge, an actor has it below its figure, an annotation beside its number.
 */
import type { Box, ShapeKind } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Font } from './metrics.ts';
import type { TextSize } from './sizes.ts';

/** The fields of a box that its label depends on. */
export type Labelled = Rect & {
  readonly type: Box['type'];
  readonly shape?: ShapeKind;
  readonly label?: string;
  readonly title?: string;
  readonly url?: string;
  readonly text?: TextSize;
  readonly font?: Font;
};

/** Height in pixels of the title strip of a frame, lane, table, board or sheet. */
export const titleHeight = 32;
const captionHeight = 28;
const numberWidth = 36;

/** Shares of the element's width or height that its outline takes away on each side of the label. */
type Insets = readonly [left: number, top: number, right: number, bottom: number];

const none: Insets = [0, 0, 0, 0];
/** The largest rectangle in an ellipse has 1/√2 of its width and height. */
const round: Insets = [0.1465, 0.1465, 0.1465, 0.1465];

const insets: Readonly<Record<ShapeKind, Insets>> = {
  square: none,
  rounded: none,
  circle: round,
  ellipse: round,
  diamond: [0.25, 0.25, 0.25, 0.25],
  cylinder: [0, 0.22, 0, 0.08],
  stadium: [0.1, 0, 0.1, 0],
  hexagon: [0.15, 0.1, 0.15, 0.1],
  triangle: [0.25, 0.5, 0.25, 0],
  parallelogram: [0.15, 0, 0.15, 0],
  trapezoid: [0.15, 0, 0.15, 0],
  pentagon: [0.15, 0.3, 0.15, 0.05],
  octagon: [0.15, 0.1, 0.15, 0.1],
  star: [0.28, 0.36, 0.28, 0.26],
  cloud: [0.14, 0.2, 0.14, 0.16],
  document: [0, 0, 0, 0.16],
  documents: [0, 0.12, 0.08, 0.16],
  actor: [0, 0.66, 0, 0],
  queue: [0.06, 0, 0.16, 0],
  component: [0.14, 0, 0, 0],
  package: [0, 0.2, 0, 0],
  cross: [0, 0.33, 0, 0.33],
  callout: [0, 0, 0, 0.25],
  'block-arrow': [0, 0.22, 0.2, 0.22],
  'plan-board': none,
  'plan-sheet': none,
};

/** The rectangle of a box's label, in canvas coordinates. */
export function labelBox(element: Labelled): Rect {
  switch (element.type) {
    case 'shape':
      return element.shape === 'plan-board' || element.shape === 'plan-sheet'
        ? titleStrip(element)
        : padded(inset(element, insets[element.shape ?? 'square']));
    case 'sticky':
    case 'link-card':
      return padded(element);
    case 'annotation':
      return padded(right(element, numberWidth));
    case 'frame':
    case 'lane':
    case 'table':
      return titleStrip(element);
    case 'image':
    case 'video':
      return captionStrip(element);
    case 'text':
    case 'stroke':
      return { x: element.x, y: element.y, width: element.width, height: element.height };
  }
}

function inset({ x, y, width, height }: Rect, [left, top, rightShare, bottom]: Insets): Rect {
  return {
    x: x + left * width,
    y: y + top * height,
    width: width * (1 - left - rightShare),
    height: height * (1 - top - bottom),
  };
}

/** Less padding in a small rectangle, so that some space is left. */
function padded({ x, y, width, height }: Rect): Rect {
  const [across, down] = [Math.min(8, width / 8), Math.min(4, height / 8)];
  return { x: x + across, y: y + down, width: width - 2 * across, height: height - 2 * down };
}

function right({ x, y, width, height }: Rect, by: number): Rect {
  const offset = Math.min(by, width / 2);
  return { x: x + offset, y, width: width - offset, height };
}

function titleStrip(element: Rect): Rect {
  return padded({ x: element.x, y: element.y, width: element.width, height: Math.min(titleHeight, element.height) });
}

function captionStrip(element: Rect): Rect {
  const height = Math.min(captionHeight, element.height);
  return padded({ x: element.x, y: element.y + element.height - height, width: element.width, height });
}
