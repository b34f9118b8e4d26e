/** actor: a person: head and shoulders, with the label below. */
import type { Size } from '#schema/tab.ts';

import { bulge, shareOf } from './depth.ts';
import { d } from './path-data.ts';
import type { ShapeDefinition } from './shape-definition.ts';

/** Where the figure ends and its label begins, as a share of the height. */
const footShare = 0.65;

export const actor: ShapeDefinition = {
  outline({ x, y, width, height }) {
    const middle = x + width / 2;
    const { head, neck, foot, shoulder } = figure({ width, height });
    const [top, bottom] = [y + neck - (foot - neck) * 0.3, y + foot];
    return {
      body: d`M${middle - head} ${y + head}A${head} ${head} 0 1 1 ${middle + head} ${y + head}A${head} ${head} 0 1 1 ${middle - head} ${y + head}ZM${middle - shoulder} ${bottom}C${middle - shoulder} ${top} ${middle + shoulder} ${top} ${middle + shoulder} ${bottom}Z`,
    };
  },
  depth({ width, height }, side, t) {
    const { head, neck, foot, shoulder } = figure({ width, height });
    if (side === 'top') return head * bulge(Math.min(1, (Math.abs(t) * width) / 2 / head));
    if (side === 'bottom' || shareOf(t) > footShare) return 0;
    // The shoulders are a cubic curve, symmetric to the middle.
    const rise = Math.min(0.25, Math.max(0, foot - shareOf(t) * height) / (3.9 * (foot - neck)));
    const s = (1 - Math.sqrt(1 - 4 * rise)) / 2;
    return width / 2 - shoulder * (1 - 6 * s * s + 4 * s ** 3);
  },
  labelInsets: [0, 0.66, 0, 0],
  defaultSize: { width: 100, height: 120 },
  aliases: ['person', 'user'],
  icon: 'square',
};

/** Radius of the head, height of neck and foot below the top, and half the width of the shoulders, in pixels. */
function figure({ width, height }: Size): { head: number; neck: number; foot: number; shoulder: number } {
  const head = Math.min(height * 0.17, width * 0.22);
  return {
    head,
    neck: head * 2 + height * 0.03,
    foot: height * footShare,
    shoulder: Math.min(width * 0.4, height * 0.32),
  };
}
