/** documents: three sheets of paper, one behind the other. */
import type { Rect } from '#schema/tab.ts';

import { shareOf } from './depth.ts';
import { paperPath, waveAt } from './paper-path.ts';
import type { ShapeDefinition } from './shape-definition.ts';

/** The sheet in front, as shares of the whole. */
const front = { width: 0.92, height: 0.88 };

export const documents: ShapeDefinition = {
  outline({ x, y, width, height }) {
    const sheet = (step: number): Rect => ({
      x: x + step * 0.04 * width,
      y: y + (2 - step) * 0.06 * height,
      width: width * front.width,
      height: height * front.height,
    });
    return { body: paperPath(sheet(0)), behind: [paperPath(sheet(2)), paperPath(sheet(1))] };
  },
  depth: ({ height }, side, t) =>
    side === 'bottom' ? height * front.height * (1 - waveAt(Math.min(1, shareOf(t) / front.width))) : 0,
  labelInsets: [0, 0.12, 0.08, 0.16],
  defaultSize: { width: 160, height: 100 },
  icon: 'square',
};
