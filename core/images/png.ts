/**
 * png: size, orientation and completeness of a PNG (W3C PNG, third edition): every chunk with its checksum, IHDR first, data, IEND
 * last. The frames of an animated PNG must be within its size.
 */
import type { ByteReader } from './byte-reader.ts';
import { tiffOrientation } from './exif-orientation.ts';
import type { Crc32, ImageSize } from './probe.ts';

/** Allowed bit depths by color type. */
const depths: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
]);

export function readPng(file: ByteReader, crc32: Crc32): ImageSize | null {
  file.skip(8);
  let size: (ImageSize & { readonly isIndexed: boolean }) | null = null;
  let [hasPalette, hasData] = [false, false];
  let orientation = 1;
  for (;;) {
    const length = file.uint32();
    const start = file.at;
    const name = file.name(4);
    file.skip(length);
    if (crc32(file.bytes.subarray(start, file.at)) !== file.uint32()) return null;
    const next = file.at;
    file.at = start + 4;
    if ((size === null) !== (name === 'IHDR')) return null;
    if (name === 'IHDR') size = length === 13 ? readHeader(file) : null;
    if (size === null) return null;
    if (name === 'PLTE') hasPalette = true;
    if (name === 'fcTL' && (length !== 26 || !isWithin(file, size))) return null;
    if (name === 'IDAT' && length > 0) {
      if (!hasData && (!isDeflate(file, length) || (size.isIndexed && !hasPalette))) return null;
      hasData = true;
    }
    if (name === 'eXIf') orientation = tiffOrientation(file.bytes.subarray(file.at, file.at + length)) ?? orientation;
    file.at = next;
    if (name === 'IEND') return hasData && length === 0 ? { width: size.width, height: size.height, orientation } : null;
  }
}

function readHeader(file: ByteReader): (ImageSize & { readonly isIndexed: boolean }) | null {
  const [width, height] = [file.uint32(), file.uint32()];
  const [depth, colours, compression, filter, interlace] = [file.byte(), file.byte(), file.byte(), file.byte(), file.byte()];
  const isKnown = depths.get(colours)?.includes(depth) === true && compression === 0 && filter === 0 && interlace <= 1;
  return isKnown && Math.max(width, height) < 2 ** 31 ? { width, height, isIndexed: colours === 3 } : null;
}

/** The first bytes of a zlib stream (RFC 1950). */
function isDeflate(file: ByteReader, length: number): boolean {
  if (length < 2) return true;
  const [method, flags] = [file.byte(), file.byte()];
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}

/** A frame of an animation. */
function isWithin(file: ByteReader, { width, height }: ImageSize): boolean {
  file.skip(4);
  const [frameWidth, frameHeight, x, y] = [file.uint32(), file.uint32(), file.uint32(), file.uint32()];
  return x + frameWidth <= width && y + frameHeight <= height;
}
