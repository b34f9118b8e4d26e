/**
 * probe: reads the type and size of an image file from its structure, without decoding a pixel.
 *
 * A file must be of the type that its first bytes indicate and complete; a truncated file is refused. What follows the image is no
 * part of it: callers keep `byteSize` bytes, so that no file is an image and something else. Sizes are those of the decoded
 * bitstream, not only of a container around it. Time is linear in the bytes.
 */
import type { ImageType } from '#schema/image.ts';

import { ByteReader, CutOff } from './byte-reader.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** `width` and `height` as displayed; `isTurned` if the stored sides are swapped. */
export type Probed = {
  readonly contentType: ImageType;
  readonly width: number;
  readonly height: number;
  readonly isTurned: boolean;
  /** From EXIF, 1 to 8. */
  readonly orientation: number;
  /** Components of a pixel in a JPEG: 4 for CMYK. */
  readonly components?: number;
  /** Bytes of the image; what follows is not part of it. */
  readonly byteSize: number;
};

/** Stored pixels. */
export type ImageSize = Pick<Probed, 'width' | 'height' | 'components'> & { readonly orientation?: number };

/** CRC-32 as in PNG. */
export type Crc32 = (bytes: Uint8Array) => number;

type Format = {
  readonly contentType: ImageType;
  /** The first bytes of the file; null matches any byte. */
  readonly start: readonly (number | null)[];
  readonly read: (bytes: ByteReader, crc32: Crc32) => ImageSize | null;
};

const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));

const formats: readonly Format[] = [
  { contentType: 'image/png', start: [0x89, ...letters('PNG\r\n\x1a\n')], read: readPng },
  { contentType: 'image/jpeg', start: [0xff, 0xd8, 0xff], read: readJpeg },
  { contentType: 'image/gif', start: letters('GIF8'), read: readGif },
  { contentType: 'image/webp', start: [...letters('RIFF'), null, null, null, null, ...letters('WEBP')], read: readWebp },
];

/** Null if the file is not a valid image of these types. */
export function probe(bytes: Uint8Array, crc32: Crc32): Probed | null {
  const format = formats.find(({ start }) => start.every((byte, index) => byte === null || bytes[index] === byte));
  const file = new ByteReader(bytes);
  const size = format === undefined ? null : sizeOf(format, file, crc32);
  if (format === undefined || size === null || size.width < 1 || size.height < 1) return null;
  const { orientation = 1, components } = size;
  const isTurned = orientation >= 5;
  const [width, height] = isTurned ? [size.height, size.width] : [size.width, size.height];
  const { contentType } = format;
  return {
    contentType,
    width,
    height,
    isTurned,
    orientation,
    ...(components !== undefined && { components }),
    byteSize: file.at,
  };
}

/** The reader ends behind the image. */
function sizeOf({ read }: Format, file: ByteReader, crc32: Crc32): ImageSize | null {
  try {
    return read(file, crc32);
  } catch (error) {
    if (error instanceof CutOff) return null;
    throw error;
  }
}
