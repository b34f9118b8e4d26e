/** Finds the images that the elements of a document refer to, without reading whole elements. Invalid image ids are ignored. */
import * as Y from 'yjs';

import { isId } from '../ids.ts';
import { mapIn, rootMap } from './roots.ts';

/** Image ids by element id. */
export function imageIdsOf(doc: Y.Doc, tabId: string): Map<string, string> {
  const ids = new Map<string, string>();
  mapIn(mapIn(rootMap(doc, 'tabs'), tabId), 'elements')?.forEach((value, elementId) => {
    const imageId = imageIdIn(value);
    if (imageId !== null) ids.set(elementId, imageId);
  });
  return ids;
}

/** The image that an element refers to; null if there is none, or no such element. */
export const imageIdAt = (doc: Y.Doc, tabId: string, elementId: string): string | null =>
  imageIdIn(mapIn(mapIn(rootMap(doc, 'tabs'), tabId), 'elements')?.get(elementId));

function imageIdIn(value: unknown): string | null {
  if (!(value instanceof Y.Map) || value.get('type') !== 'image') return null;
  const imageId: unknown = value.get('imageId');
  return typeof imageId === 'string' && isId('img', imageId) ? imageId : null;
}
