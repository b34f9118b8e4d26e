/** png: small honest PNGs, and larger ones, that differ from each other in a mark. */
import { crc32, deflateSync } from 'node:zlib';

/** `mark`: what tells it from others of its size. */
export function pngOf(width: number, height: number, mark: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const data = deflateSync(Buffer.alloc((width * 3 + 1) * height));
  const parts = [chunk('IHDR', head), chunk('tEXt', Buffer.from(`Comment\0${mark}`)), chunk('IDAT', data), chunk('IEND')];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

export function chunk(name: string, bytes: Uint8Array = new Uint8Array(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name), bytes]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
