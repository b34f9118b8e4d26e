/**
 * inflate: unpacks data of RFC 1951, as puff.c of zlib does, and stops where its output exceeds a limit.
 *
 * Written here because the engine runs in browsers as well, and must count its work while it unpacks.
 */
export type InflateFailure = 'invalid' | 'too large' | 'exhausted';

/** Bytes of output for a unit of work. */
const bytesPerUnit = 8;
const checkedBytes = 4_096;

/** `spend`: returns false once the work is exhausted. */
export function inflate(
  input: Uint8Array,
  limit: number,
  spend: (units: number) => boolean,
): Uint8Array<ArrayBuffer> | InflateFailure {
  const inflater = new Inflater(input, limit, spend);
  try {
    return inflater.run();
  } catch (error) {
    if (error instanceof Stop) return error.failure;
    throw error;
  }
}

class Stop extends Error {
  readonly failure: InflateFailure;

  constructor(failure: InflateFailure) {
    super(failure);
    this.failure = failure;
  }
}

const longestCode = 15;
const orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;
const lengthBases = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258]; // prettier-ignore
const lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const distanceBases = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073, 4_097, 6_145, 8_193, 12_289, 16_385, 24_577]; // prettier-ignore
const distanceBits = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];

/** A canonical Huffman code: how many codes have each length, and the symbols in the order of their codes. */
type Huffman = { readonly counts: Uint16Array; readonly symbols: Uint16Array };

function huffmanOf(lengths: readonly number[]): Huffman {
  const counts = new Uint16Array(longestCode + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  let left = 1;
  for (let length = 1; length <= longestCode; length += 1) {
    left = left * 2 - (counts[length] ?? 0);
    if (left < 0) throw new Stop('invalid');
  }
  const offsets = new Uint16Array(longestCode + 2);
  for (let length = 1; length <= longestCode; length += 1) offsets[length + 1] = (offsets[length] ?? 0) + (counts[length] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const place = offsets[length] ?? 0;
    symbols[place] = symbol;
    offsets[length] = place + 1;
  }
  return { counts, symbols };
}

class Inflater {
  readonly #input: Uint8Array;
  readonly #limit: number;
  readonly #spend: (units: number) => boolean;
  #output = new Uint8Array(65_536);
  #size = 0;
  #at = 0;
  #bits = 0;
  #bitCount = 0;

  constructor(input: Uint8Array, limit: number, spend: (units: number) => boolean) {
    this.#input = input;
    this.#limit = limit;
    this.#spend = spend;
  }

  run(): Uint8Array<ArrayBuffer> {
    let isLast = false;
    while (!isLast) {
      if (!this.#spend(1)) throw new Stop('exhausted');
      isLast = this.#take(1) === 1;
      const kind = this.#take(2);
      if (kind === 0) this.#stored();
      else if (kind === 1) this.#compressed(huffmanOf(fixedLengths()), huffmanOf(Array.from({ length: 30 }, () => 5)));
      else if (kind === 2) this.#compressed(...this.#dynamicCodes());
      else throw new Stop('invalid');
    }
    return this.#output.slice(0, this.#size);
  }

  #take(count: number): number {
    while (this.#bitCount < count) {
      const byte = this.#input[this.#at];
      if (byte === undefined) throw new Stop('invalid');
      this.#at += 1;
      this.#bits |= byte << this.#bitCount;
      this.#bitCount += 8;
    }
    const value = this.#bits & ((1 << count) - 1);
    this.#bits >>>= count;
    this.#bitCount -= count;
    return value;
  }

  #put(byte: number): void {
    if (this.#size >= this.#limit) throw new Stop('too large');
    if (this.#size % checkedBytes === 0 && !this.#spend(checkedBytes / bytesPerUnit)) throw new Stop('exhausted');
    if (this.#size === this.#output.length) {
      const larger = new Uint8Array(this.#output.length * 2);
      larger.set(this.#output);
      this.#output = larger;
    }
    this.#output[this.#size] = byte;
    this.#size += 1;
  }

  #stored(): void {
    this.#bits = 0;
    this.#bitCount = 0;
    const length = this.#take(16);
    if (this.#take(16) !== (~length & 0xff_ff)) throw new Stop('invalid');
    for (let count = 0; count < length; count += 1) this.#put(this.#take(8));
  }

  #symbol({ counts, symbols }: Huffman): number {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= longestCode; length += 1) {
      code |= this.#take(1);
      const count = counts[length] ?? 0;
      if (code - count < first) return symbols[index + (code - first)] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Stop('invalid');
  }

  #compressed(lengthCode: Huffman, distanceCode: Huffman): void {
    for (;;) {
      const symbol = this.#symbol(lengthCode);
      if (symbol === 256) return;
      if (symbol < 256) {
        this.#put(symbol);
        continue;
      }
      const base = lengthBases[symbol - 257];
      if (base === undefined) throw new Stop('invalid');
      const length = base + this.#take(lengthBits[symbol - 257] ?? 0);
      const slot = this.#symbol(distanceCode);
      const distanceBase = distanceBases[slot];
      if (distanceBase === undefined) throw new Stop('invalid');
      const distance = distanceBase + this.#take(distanceBits[slot] ?? 0);
      if (distance > this.#size) throw new Stop('invalid');
      for (let count = 0; count < length; count += 1) this.#put(this.#output[this.#size - distance] ?? 0);
    }
  }

  #dynamicCodes(): [Huffman, Huffman] {
    const [lengthCount, distanceCount, codeCount] = [this.#take(5) + 257, this.#take(5) + 1, this.#take(4) + 4];
    if (lengthCount > 286 || distanceCount > 30) throw new Stop('invalid');
    const codeLengths = Array.from({ length: 19 }, () => 0);
    for (const place of orderOfLengths.slice(0, codeCount)) codeLengths[place] = this.#take(3);
    const code = huffmanOf(codeLengths);
    const lengths: number[] = [];
    while (lengths.length < lengthCount + distanceCount) {
      const symbol = this.#symbol(code);
      if (symbol < 16) {
        lengths.push(symbol);
        continue;
      }
      const previous = lengths.at(-1);
      if (symbol === 16 && previous === undefined) throw new Stop('invalid');
      const count = symbol === 16 ? 3 + this.#take(2) : symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7);
      for (let at = 0; at < count; at += 1) lengths.push(symbol === 16 ? (previous ?? 0) : 0);
    }
    if (lengths.length > lengthCount + distanceCount) throw new Stop('invalid');
    return [huffmanOf(lengths.slice(0, lengthCount)), huffmanOf(lengths.slice(lengthCount))];
  }
}

const fixedLengths = (): number[] =>
  Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8));
