/** package: a UML package: a folder with a tab. */
import { d } from './path-data.ts';
import { polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

/** Height of the tab, as a share of the height. */
const tab = 0.18;

const folder = polygon([[0, 0], [0.52, 0], [0.58, tab], [1, tab], [1, 1], [0, 1]]); // prettier-ignore

export const packageShape: ShapeDefinition = {
  outline(rect) {
    const top = rect.y + rect.height * tab;
    return { ...folder.outline(rect), lines: d`M${rect.x} ${top}H${rect.x + rect.width * 0.58}` };
  },
  depth: folder.depth,
  labelInsets: [0, 0.2, 0, 0],
  defaultSize: { width: 160, height: 100 },
  icon: 'square',
};
