/**
 * Reads what the headers of an upload say about it: type, size and name.
 *
 * The name may be percent-encoded UTF-8 or plain UTF-8; otherwise it is kept as received. It is never used as a path, and control
 * characters are refused.
 */
import { type ImageType, isImageType } from '#schema/image.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { UploadClaims } from '#server/app/images.ts';

/** Problems: invalid_request, image_mismatch (an invalid size). */
export function uploadClaims(header: (name: string) => string | null): UploadClaims | Problem {
  const [width, height] = [sizeOf(header('X-Image-Width')), sizeOf(header('X-Image-Height'))];
  if (isProblem(width)) return width;
  if (isProblem(height)) return height;
  const originalName = nameOf(header('X-Image-Original-Name'));
  return isProblem(originalName) ? originalName : { contentType: typeOf(header('Content-Type')), width, height, originalName };
}

/** Null if the header does not name an image type. */
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

function nameOf(header: string | null): string | null | Problem {
  if (header === null || header === '') return null;
  const name = decode(header);
  const isPlain = !/[\p{Cc}\p{Cs}]/u.test(name) && Array.from(name).length <= limits.fileNameCharacters;
  const message = `must be at most ${limits.fileNameCharacters} characters without control characters`;
  return isPlain ? name : problem('invalid_request', { errors: [{ in: 'header', pointer: '/X-Image-Original-Name', message }] });
}

/** Node decodes headers as Latin-1. */
function decode(header: string): string {
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
