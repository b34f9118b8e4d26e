/** lane: a band of a process with its title along the upper edge and a mark for its direction. */
import type { Lane } from '#schema/element.ts';

import { titleHeight } from '../../text/label-box.ts';
import { mixed } from '../colour.ts';
import { d, type Markup, node, sequence } from '../markup.ts';
import { inkOf, outlined, paintOf, strokeOf } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { stripTitle } from './title-strip.ts';

export function lane(box: Lane, scene: Scene): Markup {
  const { theme } = scene;
  const { x, y, width, height } = box;
  const paint = paintOf(box, theme);
  const isPlain = box.fill === undefined || box.fill === 'neutral';
  const edge = strokeOf(box.stroke, theme) ?? (isPlain ? theme.lane.stroke : paint.stroke);
  const strip = Math.min(titleHeight, height);
  const band = isPlain ? theme.lane.title : paint.fill;
  const ink = inkOf(box.textColor, theme) ?? (isPlain ? theme.ink : paint.ink);
  return sequence([
    node('rect', { x, y, width, height, fill: laneGround(box, scene) }),
    node('rect', { x, y, width, height: strip, fill: band }),
    node('path', { d: d`M${x} ${y + strip}H${x + width}`, ...outlined(box, edge, 1) }),
    node('rect', { x, y, width, height, fill: 'none', ...outlined(box, edge, theme.outline) }),
    stripTitle(box, ink, scene, 28),
    ...(width > 60 ? [chevron(box, strip, ink)] : []),
  ]);
}

/** What lies under a lane's members. */
export function laneGround(box: Pick<Lane, 'fill'>, { theme }: Scene): string {
  const { fill } = paintOf(box, theme);
  if (box.fill === undefined || box.fill === 'neutral') return theme.lane.fill;
  return fill === 'none' ? 'none' : mixed(fill, theme.background, 0.7);
}

function chevron({ x, y, width, direction }: Lane, strip: number, ink: string): Markup {
  const [cx, cy] = [x + width - 20, y + strip / 2];
  const path = direction === 'down' ? d`M${cx - 5} ${cy - 3}L${cx} ${cy + 3}L${cx + 5} ${cy - 3}` : d`M${cx - 3} ${cy - 5}L${cx + 3} ${cy}L${cx - 3} ${cy + 5}`; // prettier-ignore
  return node('path', { d: path, fill: 'none', stroke: ink === 'none' ? 'none' : ink, 'stroke-width': 1.5, opacity: 0.6 });
}
