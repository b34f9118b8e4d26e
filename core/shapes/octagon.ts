/** octagon: a stop sign: the corners are cut off by the same length on both sides. */
import { polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const octagon: ShapeDefinition = {
  ...polygon(({ width, height }) => {
    const cut = 0.29 * Math.min(width, height);
    const [across, down] = [cut / width, cut / height];
    return [[across, 0], [1 - across, 0], [1, down], [1, 1 - down], [1 - across, 1], [across, 1], [0, 1 - down], [0, down]]; // prettier-ignore
  }),
  labelInsets: [0.15, 0.1, 0.15, 0.1],
  defaultSize: { width: 120, height: 120 },
  icon: 'square',
};
