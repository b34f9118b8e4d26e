/** inside-frame: the part of a frame that a pointer goes through, as it does on the canvas: not its title, not its border. */
import { titleHeight } from '#core/text/label-box.ts';
import { type Element, isArrow, isContainer, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

/** The border of a frame to a pointer that presses, in pixels of the window. */
const frameEdgePx = 6;

/** Whether a press at the point is one on the canvas, because the element is a frame around it. */
export const isCanvasInside = (element: Element, at: Point, zoom: number): boolean =>
  !isArrow(element) && isContainer(element) && isInsideFrame(element, at, frameEdgePx / zoom);

/** `edge`: how wide the border is to the pointer, in pixels of the canvas. */
export function isInsideFrame(frame: Rect, at: Point, edge: number): boolean {
  const [x, y] = [at[0] - frame.x, at[1] - frame.y];
  return y > titleHeight && x > edge && x < frame.width - edge && y < frame.height - edge;
}
