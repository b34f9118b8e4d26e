/** Hand-made PNG files: valid ones that differ in a comment, and ones with arbitrary parts. */
import { crc32, deflateSync } from 'node:zlib';

/** A valid PNG of that size. `mark` makes its bytes unique. */
export const pngOf = (width: number, height: number, mark: number): Buffer =>
  pngFile(width, height, [
    chunk('tEXt', Buffer.from(`Comment\0${mark}`)),
    chunk('IDAT', deflateSync(Buffer.alloc((width * 3 + 1) * height))),
  ]);

/** A PNG that claims this size, with these chunks between its header and its end. */
export function pngFile(width: number, height: number, chunks: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), ...chunks, chunk('IEND')]);
}

export function chunk(name: string, bytes: Uint8Array = new Uint8Array(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name), bytes]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
