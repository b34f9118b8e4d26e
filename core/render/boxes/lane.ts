/** A lane: a band of a process, with its title along the upper edge and a mark for its direction. */
import type { Lane } from '#schema/element.ts';

import { titleHeight } from '../../text/label-box.ts';
import { mixColours } from '../colour.ts';
import { type Markup, node, sequence } from '../markup.ts';
import { d } from '../../shapes/path-data.ts';
import { inkOf, outlineAttributes, paintOf, strokeOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { stripTitle } from './title-strip.ts';

export const lane = (box: Lane, scene: Scene): Markup => sequence([laneBody(box, scene), laneTitle(box, scene)]);

export function laneBody(box: Lane, scene: Scene): Markup {
  const { theme } = scene;
  const { x, y, width, height } = box;
  const edge = strokeOf(box.stroke, theme) ?? (isPlain(box) ? theme.lane.stroke : paintOf(box, theme).stroke);
  const strip = Math.min(titleHeight, height);
  const pen = penOf(box.id, scene);
  return sequence([
    node('rect', { x, y, width, height, fill: laneFill(box, scene) }),
    node('rect', { x, y, width, height: strip, fill: laneTitleFill(box, scene) }),
    pen.path(d`M${x} ${y + strip}H${x + width}`, outlineAttributes(box, edge, 1)),
    pen.rect(box, { fill: 'none', ...outlineAttributes(box, edge, theme.outline) }),
    ...(width > 60 ? [chevron(box, strip, inkIn(box, scene))] : []),
  ]);
}

export const laneTitle = (box: Lane, scene: Scene): Markup => stripTitle(box, inkIn(box, scene), scene, chevronRoom);

/** Pixels at the right end of the strip. */
export const chevronRoom = 28;

const isPlain = ({ fill }: Pick<Lane, 'fill'>): boolean => fill === undefined || fill === 'neutral';

/** The color behind the title. */
export const laneTitleFill = (box: Lane, { theme }: Scene): string =>
  isPlain(box) ? theme.lane.title : paintOf(box, theme).fill;

const inkIn = (box: Lane, { theme }: Scene): string =>
  inkOf(box.textColor, theme) ?? (isPlain(box) ? theme.ink : paintOf(box, theme).ink);

/** The color behind a lane's members. */
export function laneFill(box: Pick<Lane, 'fill'>, { theme }: Scene): string {
  const { fill } = paintOf(box, theme);
  if (isPlain(box)) return theme.lane.fill;
  return fill === 'none' ? 'none' : mixColours(fill, theme.background, 0.7);
}

function chevron({ x, y, width, direction }: Lane, strip: number, ink: string): Markup {
  const [cx, cy] = [x + width - 20, y + strip / 2];
  const path = direction === 'down' ? d`M${cx - 5} ${cy - 3}L${cx} ${cy + 3}L${cx + 5} ${cy - 3}` : d`M${cx - 3} ${cy - 5}L${cx + 3} ${cy}L${cx - 3} ${cy + 5}`; // prettier-ignore
  return node('path', { d: path, fill: 'none', stroke: ink === 'none' ? 'none' : ink, 'stroke-width': 1.5, opacity: 0.6 });
}
