/** cloud: the internet, or a network: seven bows. */
import type { Side } from '#schema/element.ts';

import { isUpright } from './depth.ts';
import { d } from './path-data.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const cloud: ShapeDefinition = {
  outline({ x, y, width, height }) {
    const at = (across: number, down: number): string => d`${x + (0.04 + across * 0.945) * width} ${y + down * 0.98 * height}`;
    const bow = (across: number, down: number, to: string): string =>
      d`A${across * 0.945 * width} ${down * 0.98 * height} 0 0 1 ${to}`;
    const bows = [
      bow(0.18, 0.25, at(0.12, 0.42)),
      bow(0.17, 0.23, at(0.33, 0.15)),
      bow(0.2, 0.24, at(0.68, 0.14)),
      bow(0.17, 0.23, at(0.89, 0.42)),
      bow(0.18, 0.26, at(0.82, 0.92)),
      bow(0.18, 0.16, at(0.5, 0.93)),
      bow(0.18, 0.16, at(0.18, 0.92)),
    ];
    return { body: `M${at(0.18, 0.92)}${bows.join('')}Z` };
  },
  depth: ({ width, height }, side, t) => (isUpright(side) ? width : height) * interpolate(depths[side], t),
  labelInsets: [0.14, 0.2, 0.14, 0.16],
  defaultSize: { width: 180, height: 120 },
};

/** The distance to the bows at each tenth from -0.8 to 0.8, as shares of the width or height. */
const depths: Readonly<Record<Side, readonly number[]>> = {
  top: [0.438, 0.359, 0.201, 0.156, 0.14, 0.146, 0.074, 0.037, 0.022, 0.024, 0.043, 0.086, 0.132, 0.132, 0.155, 0.212, 0.426],
  right: [0.339, 0.207, 0.157, 0.132, 0.118, 0.114, 0.117, 0.076, 0.045, 0.027, 0.017, 0.014, 0.018, 0.029, 0.049, 0.082, 0.165],
  bottom: [0.125, 0.099, 0.096, 0.049, 0.02, 0.009, 0.012, 0.03, 0.071, 0.046, 0.019, 0.009, 0.013, 0.032, 0.075, 0.104, 0.132],
  left: [0.378, 0.262, 0.201, 0.172, 0.157, 0.15, 0.152, 0.086, 0.048, 0.026, 0.014, 0.009, 0.012, 0.022, 0.041, 0.074, 0.148],
};

function interpolate(row: readonly number[], t: number): number {
  const place = Math.max(0, Math.min(row.length - 1, (t + 0.8) * 10));
  const at = Math.floor(place);
  const [low, high] = [row[at] ?? 0, row[at + 1] ?? row[at] ?? 0];
  return low + (high - low) * (place - at);
}
