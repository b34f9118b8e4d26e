/** The four sides of a box and their directions. */
import type { Side } from '#schema/element.ts';

/** The outward unit vector of a side. */
export const outward: Readonly<Record<Side, readonly [number, number]>> = {
  top: [0, -1],
  right: [1, 0],
  bottom: [0, 1],
  left: [-1, 0],
};

export const isAcross = (side: Side): boolean => side === 'left' || side === 'right';

/** The side from which a line with this direction leaves. */
export const sideTowards = (dx: number, dy: number): Side =>
  Math.abs(dx) >= Math.abs(dy) ? (dx >= 0 ? 'right' : 'left') : dy >= 0 ? 'bottom' : 'top';

export const opposite: Readonly<Record<Side, Side>> = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' };
