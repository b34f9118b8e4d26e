/**
 * webp: size and completeness of a WebP (RFC 9649): a RIFF container of its length, with an image or frames.
 *
 * The size of an image's own bitstream (VP8, VP8L) and that of the container must agree: decoders use one, and callers that
 * reserve memory for it the other.
 */
import { ByteReader } from './byte-reader.ts';
import type { ImageSize } from './probe.ts';

export function readWebp(file: ByteReader): ImageSize | null {
  file.skip(4);
  const end = file.uint32le() + 8;
  // Some writers omit the byte that makes the length even.
  if (end > file.bytes.length + 1) return null;
  const size = readChunks(new ByteReader(file.bytes.subarray(0, end)));
  file.at = Math.min(file.bytes.length, end);
  return size;
}

function readChunks(file: ByteReader): ImageSize | null {
  file.skip(12);
  let canvas: ImageSize | null = null;
  let picture: ImageSize | null = null;
  let frames = 0;
  while (file.left > 1) {
    const { name, data } = readChunk(file);
    if (name === 'VP8X') {
      if (canvas !== null) return null;
      canvas = canvasSize(data);
    } else if (name === 'VP8 ' || name === 'VP8L') {
      if (picture !== null) return null;
      picture = bitstreamSize(name, data);
      if (picture === null) return null;
    } else if (name === 'ANMF') {
      if (canvas === null || !isFrameWithin(data, canvas)) return null;
      frames += 1;
    }
  }
  if (canvas === null || frames > 0) return frames > 0 && picture !== null ? null : (canvas ?? picture);
  return picture !== null && isSame(picture, canvas) ? canvas : null;
}

function readChunk(file: ByteReader): { readonly name: string; readonly data: ByteReader } {
  const name = file.name(4);
  const length = file.uint32le();
  const data = new ByteReader(file.take(length));
  if (length % 2 === 1 && file.left > 0) file.skip(1);
  return { name, data };
}

function canvasSize(data: ByteReader): ImageSize {
  data.skip(4);
  return { width: data.uint24le() + 1, height: data.uint24le() + 1 };
}

function bitstreamSize(name: 'VP8 ' | 'VP8L', data: ByteReader): ImageSize | null {
  if (name === 'VP8L') {
    if (data.byte() !== 0x2f) return null;
    const bits = data.uint32le();
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const isKeyFrame = (data.byte() & 1) === 0;
  data.skip(2);
  if (!isKeyFrame || data.name(3) !== '\x9d\x01\x2a') return null;
  return { width: data.uint16le() & 0x3fff, height: data.uint16le() & 0x3fff };
}

function isFrameWithin(data: ByteReader, canvas: ImageSize): boolean {
  const [x, y] = [2 * data.uint24le(), 2 * data.uint24le()];
  const frame = { width: data.uint24le() + 1, height: data.uint24le() + 1 };
  data.skip(4);
  if (x + frame.width > canvas.width || y + frame.height > canvas.height) return false;
  let picture: ImageSize | null = null;
  while (data.left > 1) {
    const chunk = readChunk(data);
    if (chunk.name === 'VP8 ' || chunk.name === 'VP8L') picture = bitstreamSize(chunk.name, chunk.data);
  }
  return picture !== null && isSame(picture, frame);
}

const isSame = (a: ImageSize, b: ImageSize): boolean => a.width === b.width && a.height === b.height;
