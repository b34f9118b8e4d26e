/** replace-image: another file in the place of an image, which keeps its style, its arrows and its place in the stack. */
import type { ImageInfo } from '#schema/image.ts';

import { centreX, centreY } from '#core/tab/rect.ts';

import { type Change, freeElements } from '../changes/change.ts';
import { onCanvas } from '../changes/set-label.ts';
import { writeChange } from '../changes/write-change.ts';
import type { Editor } from '../state/editor.ts';
import { altOf, uploadImages } from './place-images.ts';

export async function replaceImage(editor: Editor, id: string, file: File): Promise<void> {
  const [uploaded] = await uploadImages(editor, [file]);
  if (uploaded !== undefined) writeChange(editor, withImage(id, uploaded.image, altOf(file)));
}

/** The new image is not cropped, and has its own ratio, the area of the one before, and the same center. */
export const withImage =
  (id: string, image: Pick<ImageInfo, 'id' | 'width' | 'height'>, alt: string): Change =>
  (planning) => {
    const [element] = freeElements([id], planning);
    if (element?.type !== 'image') return null;
    const side = Math.sqrt(element.width * element.height);
    const stretch = Math.sqrt(image.width / image.height);
    const [width, height] = [Math.max(1, Math.round(side * stretch)), Math.max(1, Math.round(side / stretch))];
    const { crop: _of, ...rest } = element;
    planning.put({
      ...rest,
      imageId: image.id,
      naturalWidth: image.width,
      naturalHeight: image.height,
      alt,
      width,
      height,
      x: onCanvas(Math.round(centreX(element) - width / 2)),
      y: onCanvas(Math.round(centreY(element) - height / 2)),
    });
    return null;
  };
