/** A frame: the area behind its members, with its title at the upper left. */
import type { Frame } from '#schema/element.ts';

import { type Markup, sequence } from '../markup.ts';
import { inkOn, isHex, mixColours } from '../colour.ts';
import { inkOf, outlineAttributes, paintOf, strokeOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { block } from './message-block.ts';
import { stripTitle } from './title-strip.ts';

export const frame = (box: Frame, scene: Scene): Markup => sequence([frameBody(box, scene), frameTitle(box, scene)]);

export function frameBody(box: Frame, scene: Scene): Markup {
  if (box.block !== undefined) return block({ ...box, block: box.block }, scene);
  const { theme } = scene;
  const edge = strokeOf(box.stroke, theme) ?? (isPlain(box) ? theme.frame.stroke : paintOf(box, theme).stroke);
  const outline = { fill: frameFill(box, scene), ...outlineAttributes(box, edge, theme.outline) };
  return penOf(box.id, scene).rect(box, outline, 10);
}

export function frameTitle(box: Frame, scene: Scene): Markup {
  const { theme } = scene;
  const { ink } = paintOf(box, theme);
  const title =
    inkOf(box.textColor, theme) ?? (isPlain(box) ? theme.muted : isHex(box.fill ?? '') ? inkOn(frameFill(box, scene)) : ink);
  return stripTitle(box, title, scene);
}

const isPlain = ({ fill }: Pick<Frame, 'fill'>): boolean => fill === undefined || fill === 'neutral';

/** The color behind a frame's members: a paler one than the slot's, since the area is large. */
export function frameFill(box: Pick<Frame, 'fill' | 'block'>, { theme }: Scene): string {
  if (box.block !== undefined) return 'none';
  const { fill } = paintOf(box, theme);
  if (isPlain(box)) return theme.frame.fill;
  return fill === 'none' ? 'none' : mixColours(fill, theme.background, 0.55);
}
