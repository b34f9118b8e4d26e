/** icons: adding an icon, and showing another one in those that are there. */
import type { Shape } from '#schema/element.ts';

import { isIcon } from '#core/text/icon-figure.ts';
import { fitSize } from '#core/text/fit-size.ts';

import { addWhole } from './draw.ts';
import { type Change, freeElements } from './change.ts';
import { type NewPlace, placeFor } from './free-place.ts';
import { onCanvas } from './set-label.ts';

/** `onAdded` gets the new id. */
export const addIcon =
  (name: string, place: NewPlace, onAdded: (id: string) => void): Change =>
  (planning) => {
    const size = fitSize('shape', 'icon', '');
    const { x, y } = placeFor(planning.draft, place, size);
    const shape = { type: 'shape', shape: 'icon', icon: name, x: onCanvas(x), y: onCanvas(y), ...size };
    return addWhole(shape, onAdded)(planning);
  };

/** Elements that are no icons stay as they are. */
export const setIcon =
  (ids: Iterable<string>, name: string): Change =>
  (planning) => {
    for (const element of freeElements(ids, planning))
      if (element.type !== 'arrow' && isIcon(element)) planning.put({ ...element, icon: name } satisfies Shape);
    return null;
  };
