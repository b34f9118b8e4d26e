/**
 * upload-claims: what the headers of an upload say of it.
 *
 * H1  The name may be percent-encoded UTF-8, or UTF-8 as it is; one that is broken as either stays as it came. It is a name and
 *     never a path: control characters are refused, and nothing is ever opened by it.
 */
import { type ImageType, isImageType } from '#schema/image.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { UploadClaims } from '#server/app/images.ts';

/** Errors: invalid_request, image_mismatch (a size that is none). */
export function uploadClaims(header: (name: string) => string | null): UploadClaims | Problem {
  const [width, height] = [sizeOf(header('X-Image-Width')), sizeOf(header('X-Image-Height'))];
  if (isProblem(width)) return width;
  if (isProblem(height)) return height;
  const originalName = nameOf(header('X-Image-Original-Name'));
  return isProblem(originalName) ? originalName : { contentType: typeOf(header('Content-Type')), width, height, originalName };
}

/** Null where it says nothing. */
function typeOf(header: string | null): ImageType | null {
  const type = (header?.split(';')[0] ?? '').trim().toLowerCase();
  if (type === 'image/jpg') return 'image/jpeg';
  return isImageType(type) ? type : null;
}

function sizeOf(header: string | null): number | null | Problem {
  if (header === null || header === '') return null;
  return /^\d{1,15}$/.test(header)
    ? Number(header)
    : problem('image_mismatch', { detail: 'A size is a whole number of pixels.' });
}

/** [H1] */
function nameOf(header: string | null): string | null | Problem {
  if (header === null || header === '') return null;
  const name = decoded(header);
  const isPlain = !/[\p{Cc}\p{Cs}]/u.test(name) && Array.from(name).length <= limits.fileNameCharacters;
  const message = `must be at most ${limits.fileNameCharacters} characters without control characters`;
  return isPlain ? name : problem('invalid_request', { errors: [{ in: 'header', pointer: '/X-Image-Original-Name', message }] });
}

/** Node reads headers byte by byte. */
function decoded(header: string): string {
  const text = utf8(Buffer.from(header, 'latin1')) ?? header;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
