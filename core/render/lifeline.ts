/** The lifeline of a participant of a sequence: a dashed line below its box, with a bar where it is active. */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { barRect, barWidth } from '../arrows/message-line.ts';
import { d } from '../shapes/path-data.ts';
import { bottom, centreX } from '../tab/rect.ts';
import { emptyMarkup, type Markup, sequence } from './markup.ts';
import { paintOf } from './paint.ts';
import { penOf } from './outline-pen.ts';
import type { Scene } from './scene.ts';

export function lifelineOf(box: Box, scene: Scene): Markup {
  const { lifeline } = box;
  const { theme } = scene;
  if (lifeline === undefined) return emptyMarkup;
  const [x, top] = [centreX(box), bottom(box)];
  const { fill, stroke } = paintOf(box, theme);
  const pen = penOf(`${box.id} lifeline`, scene);
  const line = { stroke: theme.muted, 'stroke-width': 1, 'stroke-dasharray': '6 5', opacity: 0.7 };
  return sequence([
    pen.path(d`M${x} ${top}V${top + lifeline.length}`, { fill: 'none', ...line }),
    ...(lifeline.bars ?? []).map((bar) => {
      const rect = barRect(box, bar);
      return pen.rect(rect, { fill: fill === 'none' ? theme.background : fill, stroke, 'stroke-width': 1 }, 1.5);
    }),
  ]);
}

/** What it covers; null without a lifeline. */
export function lifelineRect(box: Box): Rect | null {
  if (box.lifeline === undefined) return null;
  const depth = (box.lifeline.bars ?? []).reduce((most, [, , on]) => Math.max(most, on), 0);
  const width = barWidth * (depth + 1);
  return { x: centreX(box) - barWidth / 2, y: bottom(box), width, height: box.lifeline.length };
}
