/**
 * Reads the primitives of lib0's encoding from untrusted bytes. A read beyond the end is refused (`undecodable`), and no memory is allocated
 * for a length that the bytes only claim.
 */
import { isUtf8 } from 'node:buffer';

import { GuardRefusal } from './guard-refusal.ts';

const asciiMax = 0x7f;

export class Cursor {
  pos = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get atEnd(): boolean {
    return this.pos === this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.pos];
    if (byte === undefined) throw new GuardRefusal('undecodable');
    this.pos += 1;
    return byte;
  }

  /** A variable-length unsigned integer, at most 2^53 - 1. */
  uint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (value > Number.MAX_SAFE_INTEGER) throw new GuardRefusal('undecodable');
      if (byte < 0x80) return value;
    }
  }

  /** A variable-length signed integer: the first byte has the sign and six bits. */
  int(): number {
    const first = this.byte();
    let value = first & 0x3f;
    if ((first & 0x80) !== 0) {
      for (let scale = 64; ; scale *= 128) {
        const byte = this.byte();
        value += (byte & 0x7f) * scale;
        if (value > Number.MAX_SAFE_INTEGER) throw new GuardRefusal('undecodable');
        if (byte < 0x80) break;
      }
    }
    return (first & 0x40) === 0 ? value : -value;
  }

  float32(): number {
    this.skip(4);
    return this.#bytes.readFloatBE(this.pos - 4);
  }

  float64(): number {
    this.skip(8);
    return this.#bytes.readDoubleBE(this.pos - 8);
  }

  /** A text; refused with `tooLong`, before it is decoded, if it has more than `maxBytes`. */
  text(maxBytes: number, tooLong: GuardRefusal['reason']): string {
    const start = this.skipText(maxBytes, tooLong);
    return this.#bytes.toString('utf8', start, this.pos);
  }

  /** Skips a text after checking it; returns where its bytes start. */
  skipText(maxBytes: number, tooLong: GuardRefusal['reason']): number {
    const length = this.uint();
    if (length > this.#bytes.length - this.pos) throw new GuardRefusal('undecodable');
    if (length > maxBytes) throw new GuardRefusal(tooLong);
    const start = this.pos;
    this.pos += length;
    for (let at = start; at < this.pos; at += 1) {
      if ((this.#bytes[at] ?? 0) > asciiMax) {
        if (!isUtf8(this.#bytes.subarray(at, this.pos))) throw new GuardRefusal('undecodable');
        break;
      }
    }
    return start;
  }

  /** True if these bytes are at a position, which is not moved. */
  hasAt(start: number, bytes: Uint8Array): boolean {
    return this.#bytes.subarray(start, start + bytes.length).equals(bytes);
  }

  skip(length: number): void {
    if (length > this.#bytes.length - this.pos) throw new GuardRefusal('undecodable');
    this.pos += length;
  }
}
