/**
 * image-part: which part of an image its element shows, and where the whole image would be.
 *
 * A cropped image fills its box without distortion: if the part has another ratio than the box, as much as does not fit is left out
 * at both sides alike. That takes the size of the image itself; without one the part is stretched. Rotation is ignored.
 */
import { type Crop, cutSides } from '#schema/crop.ts';
import type { Image } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';

import { centreX, centreY } from '../tab/rect.ts';

export type ImagePlace = Rect & Pick<Image, 'crop' | 'naturalWidth' | 'naturalHeight'>;
export type Sides = Required<Crop>;

/** The rectangle of the whole image, of which the box shows a part; without a crop, where the image is in its box. */
export function wholeImage(image: ImagePlace): Rect {
  const { width, height, naturalWidth, naturalHeight, crop } = image;
  const { left, top, right, bottom } = sidesOf(crop);
  const [keptAcross, keptDown] = [1 - left - right, 1 - top - bottom];
  const scales = [width / (keptAcross * (naturalWidth ?? 1)), height / (keptDown * (naturalHeight ?? 1))] as const;
  const isKnown = naturalWidth !== undefined && naturalHeight !== undefined;
  const scale = crop === undefined ? Math.min(...scales) : Math.max(...scales);
  const whole = isKnown
    ? { width: naturalWidth * scale, height: naturalHeight * scale }
    : { width: width / keptAcross, height: height / keptDown };
  return {
    x: centreX(image) - (left + keptAcross / 2) * whole.width,
    y: centreY(image) - (top + keptDown / 2) * whole.height,
    ...whole,
  };
}

/** What of the image is outside its box, as shares of the whole image. */
export function shownPart(image: ImagePlace): Sides {
  return sidesBetween(image, wholeImage(image));
}

/** What is cut off if a rectangle within the whole image is kept. */
export function sidesBetween(kept: Rect, whole: Rect): Sides {
  const share = (length: number, of: number): number => Math.max(0, Math.round((length / of) * 1e6) / 1e6);
  return {
    left: share(kept.x - whole.x, whole.width),
    top: share(kept.y - whole.y, whole.height),
    right: share(whole.x + whole.width - kept.x - kept.width, whole.width),
    bottom: share(whole.y + whole.height - kept.y - kept.height, whole.height),
  };
}

/** The crop that cuts the sides; undefined if they cut nothing. */
export function cropFrom(sides: Sides): Crop | undefined {
  const crop = cutSides(sides);
  return Object.keys(crop).length === 0 ? undefined : crop;
}

/** All four sides. What other programs stored may cut too much: the rest is then as large as it may be. */
function sidesOf(crop: Crop = {}): Sides {
  const { left = 0, top = 0, right = 0, bottom = 0 } = crop;
  const across = Math.min(1, limits.cropMax / Math.max(left + right, 1e-9));
  const down = Math.min(1, limits.cropMax / Math.max(top + bottom, 1e-9));
  return { left: left * across, top: top * down, right: right * across, bottom: bottom * down };
}
