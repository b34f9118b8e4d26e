/** Reads the pixels of a PNG independently of the library that wrote it. Eight bits per channel, RGB or RGBA, not interlaced. */
import { inflateSync } from 'node:zlib';

export type Pixels = { readonly width: number; readonly height: number; readonly rgba: Uint8Array };

export function pixelsOf(png: Uint8Array): Pixels {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const [width, height, depth, color, interlace] = [
    bytes.readUInt32BE(16),
    bytes.readUInt32BE(20),
    bytes[24],
    bytes[25],
    bytes[28],
  ];
  if (depth !== 8 || (color !== 6 && color !== 2) || interlace !== 0)
    throw new Error(`unsupported PNG: bit depth ${depth}, color type ${color}`);
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  const step = color === 6 ? 4 : 3;
  const raw = inflateSync(Buffer.concat(data));
  const lineLength = width * step;
  const rgba = new Uint8Array(width * height * 4).fill(255);
  let above = new Uint8Array(lineLength);
  for (let y = 0; y < height; y += 1) {
    const from = y * (lineLength + 1);
    const line = new Uint8Array(raw.subarray(from + 1, from + 1 + lineLength));
    unfilter(raw[from] ?? 0, line, above, step);
    for (let x = 0; x < width; x += 1) rgba.set(line.subarray(x * step, (x + 1) * step), (y * width + x) * 4);
    above = line;
  }
  return { width, height, rgba };
}

/** Reverses the filters of PNG (W3C, 9.2) in place. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  for (let at = 0; at < line.length; at += 1) {
    const [a, b, c] = [at < step ? 0 : line[at - step]!, above[at]!, at < step ? 0 : above[at - step]!];
    const guess = filter === 1 ? a : filter === 2 ? b : filter === 3 ? (a + b) >> 1 : filter === 4 ? paeth(a, b, c) : 0;
    line[at] = line[at]! + guess;
  }
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
