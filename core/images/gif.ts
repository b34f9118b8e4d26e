/**
 * gif: size and completeness of a GIF (CompuServe, 87a and 89a): extensions and frames up to the trailer, the last byte.
 */
import type { ByteReader } from './byte-reader.ts';
import type { ImageSize } from './probe.ts';

const block = { extension: 0x21, image: 0x2c, trailer: 0x3b } as const;

export function readGif(file: ByteReader): ImageSize | null {
  const version = file.name(6);
  if (version !== 'GIF87a' && version !== 'GIF89a') return null;
  const size = { width: file.uint16le(), height: file.uint16le() };
  const flags = file.byte();
  file.skip(2);
  skipColours(file, flags);
  for (let frames = 0; ;) {
    const kind = file.byte();
    if (kind === block.trailer) return frames > 0 ? size : null;
    if (kind === block.extension) file.skip(1);
    else if (kind !== block.image || !readFrame(file, size)) return null;
    else frames += 1;
    skipData(file);
  }
}

/** False if the frame extends beyond the canvas. */
function readFrame(file: ByteReader, { width, height }: ImageSize): boolean {
  const [left, top, frameWidth, frameHeight] = [file.uint16le(), file.uint16le(), file.uint16le(), file.uint16le()];
  skipColours(file, file.byte());
  const smallestCode = file.byte();
  return left + frameWidth <= width && top + frameHeight <= height && smallestCode >= 1 && smallestCode <= 11;
}

function skipColours(file: ByteReader, flags: number): void {
  if ((flags & 0x80) !== 0) file.skip(3 * 2 ** ((flags & 7) + 1));
}

/** Sub-blocks up to an empty one. */
function skipData(file: ByteReader): void {
  const { bytes } = file;
  let { at } = file;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length;
  // One byte further: past the empty block, or past the end of a truncated file.
  file.skip(at + 1 - file.at);
}
