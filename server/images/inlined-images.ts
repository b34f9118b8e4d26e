/**
 * inlined-images: the bytes of what a picture of a tab shows of uploaded images.
 *
 * N1  Only what somebody who could read it placed in the document: what an editor merely named is drawn as a stand-in.
 * N2  At most `limits.pictureImageBytes` of bytes, those of the lowest ids first; what is beyond is drawn as a stand-in.
 */
import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { InlinedImage } from '#server/pictures/messages.ts';
import type { Blobs } from '#storage/blobs/blobs.ts';

import type { ImageAccess } from './image-access.ts';

/** By image id; null when the elements name none. */
export async function inlinedImages(
  { imageAccess, blobs }: { readonly imageAccess: ImageAccess; readonly blobs: Blobs },
  documentId: string,
  elements: Iterable<Element>,
): Promise<ReadonlyMap<string, InlinedImage> | null> {
  const named = new Set<string>();
  for (const element of elements) if (element.type === 'image') named.add(element.imageId);
  if (named.size === 0) return null;
  const inlined = new Map<string, InlinedImage>();
  let left: number = limits.pictureImageBytes;
  for (const { id, hash, contentType, byteSize, width, height } of await imageAccess.shownIn(documentId, [...named].toSorted())) {
    if (byteSize > left) continue;
    const bytes = await blobs.get(hash);
    if (bytes === null) continue;
    left -= byteSize;
    inlined.set(id, { contentType, bytes, pixels: width * height });
  }
  return inlined;
}
