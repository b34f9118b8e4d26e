/**
 * The images in a source that is imported: each is uploaded to the gallery of the writer, and the source names it by its id instead.
 * Images that cannot be uploaded are left out of it, and the import reports them.
 */
import type { ImageInfo } from '#schema/image.ts';
import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';
import type { AgentActor, PersonActor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';

import type { Images } from './images.ts';

export type ImportedImages = {
  readonly text: string;
  /** Images that were not in the gallery before. */
  readonly uploaded: readonly string[];
};

const scheme = 'data:image/';
const head = /data:image\/(?:png|jpe?g|gif|webp)(?:;base64)?,/y;
/** In pieces, as one pattern for megabytes exceeds the stack. */
const piece = /[A-Za-z0-9+/=]{1,4096}/y;

/** The text with something else for each of its first images, which are in base64. */
function replacedImages(text: string, replacement: (data: string) => string): string {
  let replaced = '';
  let done = 0;
  let count = 0;
  for (let index = text.indexOf(scheme); index !== -1 && count < limits.importedImages;) {
    head.lastIndex = index;
    const start = head.test(text) ? head.lastIndex : null;
    piece.lastIndex = start ?? 0;
    let end = start ?? index + scheme.length;
    while (start !== null && piece.test(text)) end = piece.lastIndex;
    if (start !== null && end > start) {
      replaced += text.slice(done, index) + replacement(text.slice(start, end));
      done = end;
      count += 1;
    }
    index = text.indexOf(scheme, end);
  }
  return replaced + text.slice(done);
}

const noClaims = { contentType: null, width: null, height: null, originalName: null };

export async function withUploadedImages(
  images: Pick<Images, 'upload'>,
  call: Call<PersonActor | AgentActor>,
  text: string,
): Promise<ImportedImages> {
  const ids = new Map<string, ImageInfo['id']>();
  const uploaded: string[] = [];
  const sources = new Set<string>();
  replacedImages(text, (data) => {
    sources.add(data);
    return '';
  });
  for (const data of sources) {
    const result = await images.upload(call, Buffer.from(data, 'base64'), noClaims);
    if (isProblem(result)) continue;
    ids.set(data, result.image.id);
    if (!result.deduped) uploaded.push(result.image.id);
  }
  return { text: replacedImages(text, (data) => ids.get(data) ?? ''), uploaded };
}

/** The source as it is read where nothing may be uploaded. */
export const withoutImages = (text: string): string => replacedImages(text, () => '');
