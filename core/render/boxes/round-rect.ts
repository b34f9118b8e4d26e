/** A rectangle with round corners. */
import type { Rect } from '#schema/tab.ts';

import { type Attributes, type Markup, node } from '../markup.ts';

/** `radius`: in pixels, less in a small rectangle. */
export const roundRect = ({ x, y, width, height }: Rect, radius: number, attributes: Attributes): Markup =>
  node('rect', { x, y, width, height, rx: Math.min(radius, width / 2, height / 2), ...attributes });
