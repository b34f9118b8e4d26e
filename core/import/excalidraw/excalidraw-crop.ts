/** excalidraw-crop: the crop of an image of Excalidraw, which is a rectangle of the image in its own pixels. */
import type { Image } from '#schema/element.ts';
import { leavesEnough } from '#schema/crop.ts';
import { limits } from '#schema/limits.ts';

import { cropFrom, sidesBetween } from '../../images/image-part.ts';
import type { SceneElement } from './excalidraw-scene.ts';

/** Nothing if it has none, or one of which too little is left. */
export function cropOf(element: SceneElement): Partial<Pick<Image, 'crop' | 'naturalWidth' | 'naturalHeight'>> {
  const number = (member: string): number => element.numberIn('crop', member) ?? 0;
  const [naturalWidth, naturalHeight] = [number('naturalWidth'), number('naturalHeight')];
  const kept = { x: number('x'), y: number('y'), width: number('width'), height: number('height') };
  const isPart = kept.x >= 0 && kept.y >= 0 && kept.width > 0 && kept.height > 0;
  if (!isPart || !isLength(naturalWidth) || !isLength(naturalHeight)) return {};
  const sides = sidesBetween(kept, { x: 0, y: 0, width: naturalWidth, height: naturalHeight });
  const crop = leavesEnough(sides) ? cropFrom(sides) : undefined;
  return crop === undefined ? {} : { crop, naturalWidth, naturalHeight };
}

const isLength = (length: number): boolean => length >= 1 && length <= limits.sizeMax;
