/**
 * Reads where each struct of a Yjs update (version 1) ends, how long it is and what it refers to, without its content.
 *
 * For bytes of the journal, whose checksum is right: the guard reads those of editors.
 */
const bits = { content: 0x1f, key: 0x20, rightOrigin: 0x40, origin: 0x80 } as const;

/** The types of a ContentType that are followed by a name. */
const namedTypes: readonly number[] = [3, 5];

export class StructScanner {
  readonly bytes: Uint8Array;
  /** The next byte. */
  at: number;
  /** The clocks that the last struct takes. */
  length = 0;
  /** How many other structs the last one refers to. */
  references = 0;
  readonly #clients = [0, 0, 0];
  readonly #clocks = [0, 0, 0];

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  clientOf(reference: number): number {
    return this.#clients[reference] ?? 0;
  }

  clockOf(reference: number): number {
    return this.#clocks[reference] ?? 0;
  }

  /** Reads a struct. False if its form is not known, or it only says that others are missing. */
  next(): boolean {
    this.references = 0;
    const info = this.#byte();
    if (info === 0) {
      this.length = this.uint();
      return true;
    }
    if ((info & bits.origin) !== 0) this.#reference();
    if ((info & bits.rightOrigin) !== 0) this.#reference();
    if ((info & (bits.origin | bits.rightOrigin)) === 0) {
      if (this.uint() === 1) this.#skipBytes();
      else this.#reference();
      if ((info & bits.key) !== 0) this.#skipBytes();
    }
    return this.#content(info & bits.content);
  }

  /** A variable-length unsigned integer. */
  uint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  #content(kind: number): boolean {
    this.length = 1;
    switch (kind) {
      case 1: // deleted
        this.length = this.uint();
        return true;
      case 2: // JSON
        this.length = this.uint();
        for (let left = this.length; left > 0; left -= 1) this.#skipBytes();
        return true;
      case 3: // bytes
      case 5: // an embed
        this.#skipBytes();
        return true;
      case 4: // text
        this.length = this.#skipText();
        return true;
      case 6: // a format
        this.#skipBytes();
        this.#skipBytes();
        return true;
      case 7: // a type
        if (namedTypes.includes(this.uint())) this.#skipBytes();
        return true;
      case 8: // values
        this.length = this.uint();
        for (let left = this.length; left > 0; left -= 1) this.#skipValue();
        return true;
      default:
        return false;
    }
  }

  #reference(): void {
    this.#clients[this.references] = this.uint();
    this.#clocks[this.references] = this.uint();
    this.references += 1;
  }

  /** A value as lib0 encodes it. */
  #skipValue(): void {
    switch (this.#byte()) {
      case 125: // an integer, whose bytes end as those of an unsigned one
        this.uint();
        return;
      case 124:
        this.at += 4;
        return;
      case 123:
      case 122:
        this.at += 8;
        return;
      case 119:
      case 116:
        this.#skipBytes();
        return;
      case 118:
        for (let left = this.uint(); left > 0; left -= 1) {
          this.#skipBytes();
          this.#skipValue();
        }
        return;
      case 117:
        for (let left = this.uint(); left > 0; left -= 1) this.#skipValue();
        return;
      default: // undefined, null, false and true
    }
  }

  /** Returns the text's length in UTF-16. */
  #skipText(): number {
    const end = this.uint() + this.at;
    let length = 0;
    for (; this.at < end; this.at += 1) {
      const byte = this.bytes[this.at] ?? 0;
      // Continuation bytes do not count; a character of four bytes is two surrogates.
      if ((byte & 0xc0) !== 0x80) length += byte >= 0xf0 ? 2 : 1;
    }
    return length;
  }

  #skipBytes(): void {
    const length = this.uint();
    this.at += length;
  }

  #byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new RangeError('the update ends within a struct');
    this.at += 1;
    return byte;
  }
}
