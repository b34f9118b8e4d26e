/**
 * cropping: the crop of an image while it is changed: the whole image, and the part that is kept, as rectangles.
 *
 * Both are on the canvas as if the image was not rotated; they are rotated about one point, which stays while the crop is changed.
 * The kept part is within the whole image, and no smaller than a crop may be.
 */
import type { Image, Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { cropFrom, sidesBetween, wholeImage } from '#core/images/image-part.ts';
import { sameRect } from '#core/tab/rect.ts';

import { type ResizeHandle, roundLength } from './resize.ts';
import { onCanvas } from './set-label.ts';
import { centreOf, turnedAbout, turnOf } from './turned.ts';

export type Cropping = {
  readonly image: Image;
  readonly whole: Rect;
  readonly kept: Rect;
  /** What the canvas shows both rotated about. */
  readonly about: Point;
};

/** `natural`: the size of the image itself, if its element does not say it. */
export function beginCrop(element: Image, natural: Size | null): Cropping {
  const size = natural === null ? {} : { naturalWidth: natural.width, naturalHeight: natural.height };
  const image = { ...size, ...element };
  const whole = wholeImage(image);
  // Without a crop, a box of another ratio is larger than the image in it.
  const kept = image.crop === undefined ? whole : rectOf(image);
  return { image, whole, kept, about: centreOf(image) };
}

/** The image moved under the part that is kept, by a distance on the canvas. */
export function moveUnder(crop: Cropping, by: Point): Cropping {
  const { whole, kept } = crop;
  const [dx, dy] = turnedAbout(by, [0, 0], -turnOf(crop.image));
  const within = (at: number, length: number, from: number, size: number): number =>
    Math.min(from, Math.max(from + size - length, at));
  const x = within(whole.x + dx, whole.width, kept.x, kept.width);
  const y = within(whole.y + dy, whole.height, kept.y, kept.height);
  return { ...crop, whole: { ...whole, x, y } };
}

/** A side or corner of the kept part moved by a distance on the canvas; the others stay. */
export function pullSide(crop: Cropping, { across, down }: ResizeHandle, by: Point, keepsRatio = false): Cropping {
  const { whole, kept } = crop;
  const [dx, dy] = turnedAbout(by, [0, 0], -turnOf(crop.image));
  const ratio = keepsRatio && across !== 0 && down !== 0 ? kept.width / kept.height : null;
  const horizontal = pulled(kept.x, kept.width, across, dx, whole.x, whole.width);
  const vertical = pulled(kept.y, kept.height, down, dy, whole.y, whole.height);
  if (ratio === null) return { ...crop, kept: { x: horizontal.at, y: vertical.at, width: horizontal.length, height: vertical.length } }; // prettier-ignore
  const room = {
    width: across < 0 ? kept.x + kept.width - whole.x : whole.x + whole.width - kept.x,
    height: down < 0 ? kept.y + kept.height - whole.y : whole.y + whole.height - kept.y,
  };
  const least = Math.max(leastOf(whole.width), leastOf(whole.height) * ratio);
  const width = Math.max(least, Math.min(Math.max(horizontal.length, vertical.length * ratio), room.width, room.height * ratio));
  const height = width / ratio;
  return {
    ...crop,
    kept: {
      x: across < 0 ? kept.x + kept.width - width : kept.x,
      y: down < 0 ? kept.y + kept.height - height : kept.y,
      width,
      height,
    },
  };
}

/** The whole image is kept. */
export const uncropped = (crop: Cropping): Cropping => ({ ...crop, kept: crop.whole });

/** The image as it is cropped, where the canvas showed the kept part. */
export function cropped({ image, whole, kept, about }: Cropping): Image {
  const [x, y] = turnedAbout(centreOf(kept), about, turnOf(image));
  const crop = cropFrom(sidesBetween(kept, whole));
  const { crop: _before, ...rest } = image;
  const [width, height] = [roundLength(kept.width), roundLength(kept.height)];
  return {
    ...rest,
    x: onCanvas(roundLength(x - width / 2)),
    y: onCanvas(roundLength(y - height / 2)),
    width,
    height,
    ...(crop !== undefined && { crop }),
  };
}

export const isSameCrop = (a: Cropping, b: Cropping): boolean => sameRect(a.whole, b.whole) && sameRect(a.kept, b.kept);

/** A side moved along its axis: not outside of the whole, and not too near to the opposite one. */
function pulled(at: number, length: number, side: -1 | 0 | 1, by: number, from: number, size: number) {
  const end = at + length;
  const least = leastOf(size);
  if (side < 0) {
    const start = Math.max(from, Math.min(end - least, at + by));
    return { at: start, length: end - start };
  }
  return { at, length: side === 0 ? length : Math.min(from + size, Math.max(at + least, end + by)) - at };
}

/** What must be left of a length of the image, in canvas pixels. */
const leastOf = (length: number): number => Math.min(length, Math.max(leastPx, length * (1 - limits.cropMax) * 1.001));
const leastPx = 8;

const rectOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height });
