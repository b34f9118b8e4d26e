/** window-place: points and rectangles of the canvas in pixels of the window. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

export type View = { readonly x: number; readonly y: number; readonly zoom: number };

export const windowPoint = ([x, y]: Point, view: View): readonly [number, number] => [
  Math.round((x - view.x) * view.zoom * 10) / 10,
  Math.round((y - view.y) * view.zoom * 10) / 10,
];

export function inWindow(rect: Rect, view: View): { x: number; y: number; width: number; height: number } {
  const [x, y] = windowPoint([rect.x, rect.y], view);
  return { x, y, width: Math.max(0, rect.width * view.zoom), height: Math.max(0, rect.height * view.zoom) };
}
