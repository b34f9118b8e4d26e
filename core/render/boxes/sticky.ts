/**
 * A note on colored paper. Its colors are the same in every theme; text in the color of a slot has the ink of the contrast theme.
 */
import type { Sticky, stickyColors } from '#schema/element.ts';

import { type Markup, sequence } from '../markup.ts';
import { mixColours } from '../colour.ts';
import { inkOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { labelOf } from '../text-block.ts';
import { contrast } from '../themes/contrast.ts';
import { roundRect } from './round-rect.ts';

type StickyColour = (typeof stickyColors)[number];

export const papers: Readonly<Record<StickyColour, string>> = {
  yellow: '#ffe680',
  orange: '#ffcb8f',
  red: '#ffb0a8',
  pink: '#ffc2dd',
  purple: '#d9c7ff',
  blue: '#b5d8ff',
  teal: '#a8e6dc',
  green: '#c2ebad',
  grey: '#e1e5ea',
};
/** Inset and offset in pixels of each layer of the shadow, which is soft without a filter. */
const shadow = [[0, 1], [0, 2], [1, 3], [2, 5]] as const; // prettier-ignore
export const stickyInk = '#2a2718';
/** A hand-drawn note has an outline: its paper with this share of ink. */
const edgeInk = 0.45;

export function sticky(box: Sticky, scene: Scene): Markup {
  const { x, y, width, height } = box;
  const paper = papers[box.color ?? 'yellow'];
  const edge =
    scene.theme.isHandDrawn === true
      ? { stroke: mixColours(paper, stickyInk, edgeInk), 'stroke-width': scene.theme.outline }
      : {};
  return sequence([
    ...shadow.map(([inset, fall]) =>
      roundRect({ x: x + inset, y: y + fall, width: width - 2 * inset, height }, 4, { fill: '#0b1220', 'fill-opacity': 0.05 }),
    ),
    penOf(box.id, scene).rect(box, { fill: paper, ...edge }, 2),
    labelOf(box, { ink: inkOf(box.textColor, contrast) ?? stickyInk }, scene),
  ]);
}
