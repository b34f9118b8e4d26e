/** The background of the whole picture and its pattern. */
import type { Rect } from '#schema/tab.ts';

import { type Markup, node, sequence } from './markup.ts';
import type { Theme } from './theme.ts';

const step = 24;

export function background(view: Rect, { background: fill, pattern }: Theme): Markup {
  const { x, y, width, height } = view;
  const plain = node('rect', { x, y, width, height, fill });
  if (pattern.kind === 'none') return plain;
  const tile =
    pattern.kind === 'dots'
      ? node('circle', { cx: step / 2, cy: step / 2, r: 1.2, fill: pattern.colour })
      : node('path', { d: `M0 0H${step}M0 0V${step}`, fill: 'none', stroke: pattern.colour, 'stroke-width': 1.5 });
  const size = { width: step, height: step, patternUnits: 'userSpaceOnUse' };
  return sequence([
    plain,
    node('defs', {}, node('pattern', { id: 'ground', ...size }, tile)),
    node('rect', { x, y, width, height, fill: 'url(#ground)' }),
  ]);
}
