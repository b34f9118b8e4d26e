/** new-size: the size of a new box: as given, or else as its label, image or cells require. */
import type { Box } from '#schema/element.ts';
import type { Size, TabSettings } from '#schema/tab.ts';

import { kindOf } from '../notation/naming.ts';
import { isRecord, recordSize } from '../text/compartments.ts';
import { fitSize } from '../text/fit-size.ts';
import { lettered, tabFont } from '../text/tab-font.ts';
import { tableSize } from '../text/table-grid.ts';

const imageMax = 1_000;

/** `given`: the names of the fields that the operation sets; `settings`: of the tab. */
export function newSize(box: Box, givenFields: ReadonlySet<string>, settings: Pick<TabSettings, 'look'>): Size {
  const natural = naturalSize(lettered(box, tabFont(settings)));
  return {
    width: givenFields.has('width') ? box.width : natural.width,
    height: givenFields.has('height') ? box.height : natural.height,
  };
}

function naturalSize(box: Box): Size {
  const fit = fitSize(box.type, kindOf(box), box.label ?? '', box.text, box.font, box.bold);
  if (box.type === 'table') {
    const { width, height } = tableSize(box);
    return { width: Math.max(fit.width, width), height: Math.max(fit.height, height) };
  }
  if (isRecord(box)) return recordSize(box);
  if (box.type === 'image' && box.naturalWidth !== undefined && box.naturalHeight !== undefined) {
    const scale = Math.min(1, imageMax / box.naturalWidth, imageMax / box.naturalHeight);
    return {
      width: Math.max(1, Math.round(box.naturalWidth * scale)),
      height: Math.max(1, Math.round(box.naturalHeight * scale)),
    };
  }
  if (box.type === 'stroke') {
    const [xs, ys] = [box.points.map(([x]) => x), box.points.map(([, y]) => y)];
    return { width: Math.max(1, Math.max(...xs)), height: Math.max(1, Math.max(...ys)) };
  }
  return fit;
}
