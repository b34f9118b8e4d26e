/** png: PNG files made by hand: honest ones that differ in a mark, and whatever else their parts are said to be. */
import { crc32, deflateSync } from 'node:zlib';

/** An honest one of that size. `mark`: what tells it from others. */
export const pngOf = (width: number, height: number, mark: number): Buffer =>
  pngFile(width, height, [
    chunk('tEXt', Buffer.from(`Comment\0${mark}`)),
    chunk('IDAT', deflateSync(Buffer.alloc((width * 3 + 1) * height))),
  ]);

/** One that says it is so large, with these chunks between its head and its end. */
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
