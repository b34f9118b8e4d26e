/** byte-reader: reads numbers and byte ranges in sequence; reading past the end throws CutOff. */

/** The file ends too early. */
export class CutOff extends Error {}

export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  skip(count: number): void {
    if (count > this.left) throw new CutOff();
    this.at += count;
  }

  take(count: number): Uint8Array {
    this.skip(count);
    return this.bytes.subarray(this.at - count, this.at);
  }

  byte(): number {
    this.skip(1);
    return this.#view.getUint8(this.at - 1);
  }

  /** Big-endian; the other two are little-endian. */
  uint16(): number {
    this.skip(2);
    return this.#view.getUint16(this.at - 2);
  }

  uint32(): number {
    this.skip(4);
    return this.#view.getUint32(this.at - 4);
  }

  uint16le(): number {
    this.skip(2);
    return this.#view.getUint16(this.at - 2, true);
  }

  uint24le(): number {
    return this.uint16le() | (this.byte() << 16);
  }

  uint32le(): number {
    this.skip(4);
    return this.#view.getUint32(this.at - 4, true);
  }

  /** Letters of ASCII. */
  name(count: number): string {
    return String.fromCharCode(...this.take(count));
  }
}
