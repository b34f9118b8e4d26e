/** upload: the checks and headers of an image file that is uploaded. */
import { imageTypes, isImageType } from '#schema/image.ts';
import { limits } from '#schema/limits.ts';

import { sizeText } from './size-text.ts';
import { homeTexts } from '../../strings/home.ts';

/** For the `accept` attribute of a file input. */
export const acceptedImages = imageTypes.join();

/** Why the server would refuse the file; null if it can be sent. */
export function faultOf(file: { readonly type: string; readonly size: number }): string | null {
  if (!isImageType(file.type)) return homeTexts.unsupportedFile;
  if (file.size > limits.imageBytes) return homeTexts.imageTooLarge(sizeText(limits.imageBytes), sizeText(file.size));
  return null;
}

/** The value of the header X-Image-Original-Name: percent-encoded, and within the server's limit. */
export function nameHeader(name: string): string {
  const signs = Array.from(name.toWellFormed()).slice(-limits.fileNameCharacters);
  return encodeURIComponent(signs.join(''));
}
