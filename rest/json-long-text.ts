/**
 * Scans one long string of a JSON text, escape by escape, so that other work can run in between: refuses NUL and lone surrogates, and finds its end and
 * where it can be divided.
 */

/** `cuts` are offsets between its characters that divide no escape. */
export type LongText = { readonly kind: 'text'; readonly start: number; readonly end: number; readonly cuts: readonly number[] };

const backslash = 0x5c;
const letterU = 0x75;

export class LongTextScan {
  readonly #text: string;
  readonly #start: number;
  readonly #pieceLength: number;
  readonly #cuts: number[] = [];
  #index: number;
  /** The next quote and the next backslash, at or after the index; the length of the text if there is none. */
  #quote = -1;
  #escape = -1;
  /** The escape before the index is the first half of a pair. */
  #isHalfPair = false;
  fault: string | null = null;
  /** Set when the scan is over without a fault. */
  found: LongText | null = null;

  /** `start`: the offset of the opening quote. */
  constructor(text: string, start: number, pieceLength: number) {
    this.#text = text;
    this.#start = start;
    this.#pieceLength = pieceLength;
    this.#index = start + 1;
  }

  /** Continues for a number of escapes. False when the scan is over. */
  advance(escapes: number): boolean {
    for (let left = escapes; left > 0; left -= 1) {
      this.#quote = this.#next('"', this.#quote);
      this.#escape = this.#next('\\', this.#escape);
      const end = Math.min(this.#quote, this.#escape);
      if (end === this.#text.length) return this.#stop(endsTooEarly);
      if (this.#isHalfPair && (end > this.#index || end === this.#quote)) return this.#stop(loneOrNul);
      this.#divide(end);
      this.#index = end;
      if (end === this.#quote) {
        this.found = { kind: 'text', start: this.#start, end, cuts: this.#cuts };
        return false;
      }
      if (!this.#passEscape()) return this.#stop(loneOrNul);
      this.#divide(this.#index);
    }
    return true;
  }

  #next(character: string, known: number): number {
    if (known >= this.#index) return known;
    const at = this.#text.indexOf(character, this.#index);
    return at === -1 ? this.#text.length : at;
  }

  /** Cuts that are due before `end`, up to which there is no escape. */
  #divide(end: number): void {
    for (let cut = (this.#cuts.at(-1) ?? this.#start) + this.#pieceLength; cut < end; cut += this.#pieceLength)
      this.#cuts.push(Math.max(cut, this.#index));
  }

  /** Moves behind the escape at the index; false for NUL and the wrong half of a pair. */
  #passEscape(): boolean {
    const text = this.#text;
    const isUnicode = text.charCodeAt(this.#index + 1) === letterU;
    const unit = isUnicode ? hexadecimal(text.slice(this.#index + 2, this.#index + 6)) : null;
    const isSecondHalf = unit !== null && unit >= 0xdc00 && unit <= 0xdfff;
    if (unit === 0 || isSecondHalf !== this.#isHalfPair) return false;
    this.#isHalfPair = unit !== null && unit >= 0xd800 && unit <= 0xdbff;
    this.#index += unit === null ? 2 : 6;
    return true;
  }

  #stop(fault: string): false {
    this.fault = fault;
    return false;
  }
}

/** Null for an invalid escape, which is left to the parser. */
const hexadecimal = (digits: string): number | null => (/^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : null);

export const loneOrNul = 'contains a NUL character or a lone surrogate';
export const endsTooEarly = 'is not JSON: it ends too early or is empty';

/** True for a quote after an odd number of backslashes, none of which is before `from`. */
export function isEscaped(text: string, from: number, at: number): boolean {
  let start = at;
  while (start > from && text.charCodeAt(start - 1) === backslash) start -= 1;
  return (at - start) % 2 === 1;
}
