/** frame: the ground on which its members lie, with its title at the upper left. */
import type { Frame } from '#schema/element.ts';

import { type Markup, sequence } from '../markup.ts';
import { inkOn, isHex, mixColours } from '../colour.ts';
import { inkOf, outlineAttributes, paintOf, strokeOf } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { roundRect } from './round-rect.ts';
import { stripTitle } from './title-strip.ts';

export const frame = (box: Frame, scene: Scene): Markup => sequence([frameBody(box, scene), frameTitle(box, scene)]);

export function frameBody(box: Frame, scene: Scene): Markup {
  const { theme } = scene;
  const edge = strokeOf(box.stroke, theme) ?? (isPlain(box) ? theme.frame.stroke : paintOf(box, theme).stroke);
  return roundRect(box, 10, { fill: groundOf(box, scene), ...outlineAttributes(box, edge, theme.outline) });
}

export function frameTitle(box: Frame, scene: Scene): Markup {
  const { theme } = scene;
  const { ink } = paintOf(box, theme);
  const title =
    inkOf(box.textColor, theme) ?? (isPlain(box) ? theme.muted : isHex(box.fill ?? '') ? inkOn(groundOf(box, scene)) : ink);
  return stripTitle(box, title, scene);
}

const isPlain = ({ fill }: Pick<Frame, 'fill'>): boolean => fill === undefined || fill === 'neutral';

/** What lies under a frame's members: a slot's colour is thinned, for it is a large surface. */
export function groundOf(box: Pick<Frame, 'fill'>, { theme }: Scene): string {
  const { fill } = paintOf(box, theme);
  if (isPlain(box)) return theme.frame.fill;
  return fill === 'none' ? 'none' : mixColours(fill, theme.background, 0.55);
}
