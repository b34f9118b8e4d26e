/** The paper of a page, and its name above it. */
import type { Page } from '#schema/tab.ts';

import { isHex } from './colour.ts';
import { type Markup, node, sequence } from './markup.ts';
import type { Scene } from './scene.ts';
import { textIn } from './text-block.ts';

export const nameRoom = 24;

/** `index`: distinguishes the gradients of several pages. */
export function drawPage({ rect, name, background }: Page, index: number, scene: Scene): Markup {
  const { x, y, width, height } = rect;
  const colours = (Array.isArray(background) ? background : [background]).filter((colour) => colour !== null && isHex(colour));
  const gradient = `page-${index + 1}`;
  const isGradient = colours.length > 1;
  const stops = colours.map((colour, place) =>
    node('stop', { offset: `${(100 * place) / (colours.length - 1)}%`, 'stop-color': colour ?? undefined }),
  );
  const paper = {
    x,
    y,
    width,
    height,
    fill: isGradient ? `url(#${gradient})` : (colours[0] ?? scene.theme.palette.neutral.fill),
  };
  return sequence([
    ...(isGradient ? [node('linearGradient', { id: gradient, x1: 0, y1: 0, x2: 0, y2: 1 }, ...stops)] : []),
    node('rect', { ...paper, stroke: scene.theme.frame.stroke, 'stroke-width': 1 }),
    textIn({ x, y: y - nameRoom, width, height: 20 }, name, { sizePx: 13, ink: scene.theme.muted, align: 'start' }, scene),
  ]);
}
