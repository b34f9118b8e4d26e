/** The strip along the upper edge of a block of messages: the tag with its kind, and its condition in brackets. */
import type { Frame } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { knownFont } from './metrics.ts';
import { fontSizes } from './sizes.ts';
import { textWidth } from './width.ts';

export const blockTag = { width: 44, height: 20 } as const;
/** Height of the strip. */
export const blockStrip = 24;

/** Where the condition of a block is. */
export const blockLabelBox = ({ x, y, width }: Rect): Rect => ({
  x: x + Math.min(blockTag.width, width),
  y,
  width: Math.max(0, width - blockTag.width),
  height: blockStrip,
});

/** The width of a block with its title on one line. */
export function blockTitleWidth({ label = '', font, breaks = [] }: Frame): number {
  const longest = [label, ...breaks.map((one) => one.label ?? '')].reduce(
    (most, text) => Math.max(most, textWidth(text.slice(0, 80), fontSizes.sm, knownFont(font), 600)),
    0,
  );
  return Math.min(blockTitleMax, Math.ceil(longest) + blockTag.width + 40);
}

const blockTitleMax = 400;
