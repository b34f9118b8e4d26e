/** document: a sheet of paper. */
import { shareOf } from './depth.ts';
import { paperPath, waveAt } from './paper-path.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const document: ShapeDefinition = {
  outline: (rect) => ({ body: paperPath(rect) }),
  depth: ({ height }, side, t) => (side === 'bottom' ? height * (1 - waveAt(shareOf(t))) : 0),
  labelInsets: [0, 0, 0, 0.16],
  defaultSize: { width: 160, height: 100 },
  icon: 'square',
};
