/** upload: a picture file into the person's gallery. */
import { imageTypes, isImageType } from '#schema/image.ts';
import { limits } from '#schema/limits.ts';

import { sizeText } from './size-text.ts';
import { homeTexts } from '../../strings/home.ts';

/** What a file chooser offers. */
export const acceptedImages = imageTypes.join();

/** Why the server would refuse the file; null where it may take it. */
export function faultOf(file: { readonly type: string; readonly size: number }): string | null {
  if (!isImageType(file.type)) return homeTexts.unsupportedFile;
  if (file.size > limits.imageBytes) return homeTexts.imageTooLarge(sizeText(limits.imageBytes), sizeText(file.size));
  return null;
}

/** As the header X-Image-Original-Name takes it: percent-encoded, and never longer than the server reads. */
export function nameHeader(name: string): string {
  const signs = Array.from(name.toWellFormed()).slice(-limits.fileNameCharacters);
  return encodeURIComponent(signs.join(''));
}
