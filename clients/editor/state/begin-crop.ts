/** begin-crop: opens the crop of an image on the canvas. An image whose own size its element does not say is measured first. */
import type { Image as ImageElement } from '#schema/element.ts';
import type { Size } from '#schema/tab.ts';

import { beginCrop } from '../changes/cropping.ts';
import type { Editor } from './editor.ts';

export function beginCropOf(editor: Editor, element: ImageElement): void {
  const begin = (natural: Size | null): void => {
    if (editor.mayEdit.get()) editor.canvas.crop.set(beginCrop(element, natural));
  };
  editor.selection.set([element.id]);
  if (element.naturalWidth !== undefined && element.naturalHeight !== undefined) begin(null);
  else void measured(imageAddress(element.imageId)).then(begin);
}

export const imageAddress = (imageId: string): string => `/api/v1/images/${imageId}`;

/** Null if the image cannot be loaded. */
async function measured(address: string): Promise<Size | null> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    return null;
  }
  return { width: image.naturalWidth, height: image.naturalHeight };
}
