/**
 * The bytes of the uploaded images that a picture of a tab shows: at most `limits.pictureImageBytes`, lowest ids first. Images beyond that,
 * and images that an element names but that were never placed in the document, are drawn as placeholders.
 */
import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { InlinedImage } from '#server/pictures/messages.ts';
import type { Blobs } from '#storage/blobs/blobs.ts';

import type { ImageAccess } from './image-access.ts';

/** By image id; null if the elements name no image. */
export async function inlinedImages(
  { imageAccess, blobs }: { readonly imageAccess: ImageAccess; readonly blobs: Blobs },
  documentId: string,
  elements: Iterable<Element>,
): Promise<ReadonlyMap<string, InlinedImage> | null> {
  const imageIds = new Set<string>();
  for (const element of elements) if (element.type === 'image') imageIds.add(element.imageId);
  if (imageIds.size === 0) return null;
  const inlined = new Map<string, InlinedImage>();
  let bytesLeft: number = limits.pictureImageBytes;
  for (const { id, hash, contentType, byteSize, width, height } of await imageAccess.shownIn(
    documentId,
    [...imageIds].toSorted(),
  )) {
    if (byteSize > bytesLeft) continue;
    const bytes = await blobs.get(hash);
    if (bytes === null) continue;
    bytesLeft -= byteSize;
    inlined.set(id, { contentType, bytes, pixels: width * height });
  }
  return inlined;
}
