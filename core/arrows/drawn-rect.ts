/** The upright rectangle around a box as drawn. */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

/** The rectangle around the box after its rotation about its center. */
export function drawnRect(box: Box): Rect {
  const { x, y, width, height, rotation = 0 } = box;
  if (rotation % 180 === 0) return box;
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [across, down] = [width * cos + height * sin, width * sin + height * cos];
  return { x: x + (width - across) / 2, y: y + (height - down) / 2, width: across, height: down };
}
