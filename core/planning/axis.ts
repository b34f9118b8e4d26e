/** axis: views rectangles along a direction, with numbers that increase in it, whatever it is on the canvas. */
import type { Rect, Size } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';
import type { Direction } from './free-spot.ts';

/** The edge that comes first. */
export function near(rect: Rect, direction: Direction): number {
  switch (direction) {
    case 'right':
      return rect.x;
    case 'left':
      return -right(rect);
    case 'down':
      return rect.y;
    case 'up':
      return -bottom(rect);
  }
}

export const lengthAlong = ({ width, height }: Size, direction: Direction): number => (isLevel(direction) ? width : height);

/** The edge that comes last. */
export const far = (rect: Rect, direction: Direction): number => near(rect, direction) + lengthAlong(rect, direction);

export const middle = (rect: Rect, direction: Direction): number => near(rect, direction) + lengthAlong(rect, direction) / 2;

/** The perpendicular direction that points down or to the right. */
export const sideways = (direction: Direction): Direction => (isLevel(direction) ? 'down' : 'right');

export const opposite: Readonly<Record<Direction, Direction>> = { right: 'left', left: 'right', down: 'up', up: 'down' };

/** The rectangle with these near edges along the direction and sideways. */
export function rectAt(size: Size, direction: Direction, along: number, across: number): Rect {
  const { width, height } = size;
  const at = (direction === 'left' || direction === 'up' ? -along - lengthAlong(size, direction) : along) + 0;
  return isLevel(direction) ? { x: at, y: across, width, height } : { x: across, y: at, width, height };
}

/** The direction from one rectangle's center to another's; null if they coincide. */
export function directionTo(from: Rect, to: Rect): Direction | null {
  const dx = middle(to, 'right') - middle(from, 'right');
  const dy = middle(to, 'down') - middle(from, 'down');
  if (dx === 0 && dy === 0) return null;
  if (Math.abs(dx) >= Math.abs(dy)) return dx > 0 ? 'right' : 'left';
  return dy > 0 ? 'down' : 'up';
}

const isLevel = (direction: Direction): boolean => direction === 'right' || direction === 'left';
