/**
 * label-box: the part of an element where its label goes.
 *
 * For a shape kind it is within the kind's outline. It keeps a padding of 8 pixels at the sides and 4 above and below, less in
 * a small element, none in a text. Frames, lanes, tables, boards and sheets have their title in a strip along the top edge,
 * images and videos along the bottom edge, an actor and an icon have it below their figure, an annotation beside its number.
 */
import type { BlockKind } from '#schema/arranged.ts';
import type { Box } from '#schema/element.ts';
import type { ShapeKind } from '#schema/shape-kinds.ts';
import type { Rect } from '#schema/tab.ts';

import { shapes } from '../shapes/shape-list.ts';
import type { LabelInsets } from '../shapes/shape-definition.ts';
import { headOf, isCompartmented } from './compartments.ts';
import { iconPlaces } from './icon-figure.ts';
import { blockLabelBox } from './block-title.ts';
import type { Font } from './metrics.ts';
import type { TextSize } from './sizes.ts';

/** The fields of a box that its label depends on. */
export type Labelled = Rect & {
  readonly type: Box['type'];
  readonly shape?: ShapeKind;
  readonly label?: string;
  readonly title?: string;
  readonly url?: string;
  readonly sections?: readonly (readonly string[])[];
  readonly block?: BlockKind;
  readonly text?: TextSize;
  readonly font?: Font;
  readonly bold?: boolean;
};

/** Height in pixels of the title strip of a frame, lane, table, board or sheet. */
export const titleHeight = 32;
const captionHeight = 28;
const numberWidth = 36;

const noInsets: LabelInsets = [0, 0, 0, 0];

/** The rectangle of a box's label, in canvas coordinates. */
export function labelBox(element: Labelled): Rect {
  switch (element.type) {
    case 'shape':
      if (element.shape === 'plan-board' || element.shape === 'plan-sheet') return titleStrip(element);
      if (element.shape === 'icon') return iconPlaces(element).words;
      return isCompartmented(element.shape)
        ? padded(headOf(element))
        : padded(inset(element, shapes[element.shape ?? 'square'].labelInsets ?? noInsets));
    case 'sticky':
    case 'link-card':
      return padded(element);
    case 'annotation':
      return padded(right(element, numberWidth));
    case 'frame':
      return element.block === undefined ? titleStrip(element) : padded(blockLabelBox(element));
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

function inset({ x, y, width, height }: Rect, [left, top, rightShare, bottom]: LabelInsets): Rect {
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
