/** round-rect-path: the path data of a rectangle with rounded corners. */
import type { Rect } from '#schema/tab.ts';

export function roundRectPath({ x, y, width, height }: Rect, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  const [far, low] = [x + width, y + height];
  return `M${x + r} ${y}H${far - r}A${r} ${r} 0 0 1 ${far} ${y + r}V${low - r}A${r} ${r} 0 0 1 ${far - r} ${low}H${x + r}A${r} ${r} 0 0 1 ${x} ${low - r}V${y + r}A${r} ${r} 0 0 1 ${x + r} ${y}Z`;
}
