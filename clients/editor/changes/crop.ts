/** crop: writing what a crop was changed to, and showing whole images again. */
import type { Image } from '#schema/element.ts';

import { beginCrop, cropped, uncropped } from './cropping.ts';
import { type Change, freeElements } from './change.ts';

/** The image as it was cropped. What others changed of it meanwhile stays, unless it shows another file now. */
export const cropImage =
  (to: Image): Change =>
  (planning) => {
    const [element] = freeElements([to.id], planning);
    if (element?.type !== 'image' || element.imageId !== to.imageId) return null;
    const { crop: _before, ...rest } = element;
    const { x, y, width, height, crop, naturalWidth, naturalHeight } = to;
    planning.put({
      ...rest,
      x,
      y,
      width,
      height,
      ...(naturalWidth !== undefined && { naturalWidth }),
      ...(naturalHeight !== undefined && { naturalHeight }),
      ...(crop !== undefined && { crop }),
    });
    return null;
  };

/** The images whole again, at the scale that they have. */
export const resetCrops =
  (ids: Iterable<string>): Change =>
  (planning) => {
    for (const element of freeElements(ids, planning))
      if (element.type === 'image' && element.crop !== undefined) planning.put(cropped(uncropped(beginCrop(element, null))));
    return null;
  };
