/** Converts WebP images to PNG, for the rasterizer, which does not read WebP. Animations and invalid images give null. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

import decode, { init } from '@jsquash/webp/decode.js';

const wasm = '@jsquash/webp/codec/dec/webp_dec.wasm';

export class WebpReader {
  private constructor() {}

  /** Call this once per thread. */
  static async load(): Promise<WebpReader> {
    // The decoder returns an ImageData, which Node does not have.
    Object.assign(globalThis, { ImageData: Pixels });
    await init({ wasmBinary: readFileSync(fileURLToPath(import.meta.resolve(wasm))) });
    return new WebpReader();
  }

  async png(bytes: Uint8Array): Promise<Uint8Array | null> {
    try {
      const { data, width, height } = await decode(Uint8Array.from(bytes).buffer);
      return pngOf(data, width, height);
    } catch {
      return null;
    }
  }
}

class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

/** An RGBA PNG of 8 bits per channel, unfiltered and lightly compressed, as it is read only once. */
export function pngOf(rgba: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const rows = Buffer.alloc(height * (1 + 4 * width));
  for (let row = 0; row < height; row += 1)
    rows.set(rgba.subarray(row * 4 * width, (row + 1) * 4 * width), row * (1 + 4 * width) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
