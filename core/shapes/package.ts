/** package: a UML package: a folder with a tab. */
import { d } from './path-data.ts';
import { polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

/** Height of the tab, as a share of the height. */
const tab = 0.18;

export const packageShape: ShapeDefinition = {
  ...polygon([[0, 0], [0.52, 0], [0.58, tab], [1, tab], [1, 1], [0, 1]]), // prettier-ignore
  outline({ x, y, width, height }) {
    const [far, low, top] = [x + width, y + height, y + height * tab];
    return {
      body: d`M${x} ${y}H${x + width * 0.52}L${x + width * 0.58} ${top}H${far}V${low}H${x}Z`,
      lines: d`M${x} ${top}H${x + width * 0.58}`,
    };
  },
  labelInsets: [0, 0.2, 0, 0],
  defaultSize: { width: 160, height: 100 },
  icon: 'square',
};
