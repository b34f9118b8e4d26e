/** Image files that decoders treat differently, built byte by byte: a CMYK JPEG, and a GIF and a PNG of one color and any size. */
import { crc32, deflateSync } from 'node:zlib';

/** A JPEG of 8 by 8 pixels with four components, as for printing. */
export function cmykJpeg(): Uint8Array {
  const components = [1, 2, 3, 4];
  return Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, 0, 8, 0, 8, 4, ...components.flatMap((id) => [id, 0x11, 0])]),
    // One code of one bit each: a difference of zero, and the end of a block.
    ...segment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xda, [4, ...components.flatMap((id) => [id, 0x00]), 0, 63, 0]),
    // Four blocks of two bits.
    0x00,
    0xff,
    0xd9,
  ]);
}

const segment = (marker: number, data: readonly number[]): number[] => [0xff, marker, 0, data.length + 2, ...data];

/** A GIF of one frame in which every pixel is red. */
export function redGif(width: number, height: number): Uint8Array {
  const uint16 = (value: number): number[] => [value & 0xff, value >> 8];
  const head = [...Buffer.from('GIF89a'), ...uint16(width), ...uint16(height), 0x80, 0, 0, 255, 0, 0, 0, 0, 0];
  const frame = [0x2c, 0, 0, 0, 0, ...uint16(width), ...uint16(height), 0];
  const data = runOfZeros(width * height);
  const blocks: number[] = [2];
  for (let at = 0; at < data.length; at += 255) blocks.push(Math.min(255, data.length - at), ...data.subarray(at, at + 255));
  return Uint8Array.from([...head, ...frame, ...blocks, 0, 0x3b]);
}

/** LZW of GIF: each code stands for one pixel more than the one before it. */
function runOfZeros(pixels: number): Uint8Array {
  const [clear, end] = [4, 5];
  const bytes: number[] = [];
  let [buffer, filled] = [0, 0];
  let [bits, next] = [3, 6];
  const put = (code: number): void => {
    buffer |= code << filled;
    filled += bits;
    for (; filled >= 8; filled -= 8, buffer >>>= 8) bytes.push(buffer & 0xff);
  };
  put(clear);
  let length = 0;
  for (let left = pixels; left > 0;) {
    const run = Math.min(length + 1, left);
    put(run === 1 ? 0 : run + 4);
    left -= run;
    if (length > 0) next += 1;
    length = run;
    if (next === 1 << bits && bits < 12) bits += 1;
    if (next < 4_095) continue;
    put(clear);
    [bits, next, length] = [3, 6, 0];
  }
  put(end);
  return Uint8Array.from([...bytes, buffer & 0xff, 0]);
}

/** A PNG in which every pixel is red. */
export function redPng(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Each pixel, and the filter of each row, is the first color of the palette.
  const rows = deflateSync(Buffer.alloc((width + 1) * height));
  const parts = [
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([255, 0, 0])),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}
