/** A SHA-256 of rows, the same for equal rows of SQLite and PostgreSQL. */
import { createHash } from 'node:crypto';

export class RowDigest {
  readonly #hash = createHash('sha256');

  /** Hashes each value with its kind and length, so that different lists of values have different digests. */
  add(row: Readonly<Record<string, unknown>>, columns: readonly string[]): void {
    for (const column of columns) {
      const value = row[column];
      if (value === null) this.#hash.update('n');
      else if (value instanceof Uint8Array) this.#hash.update(`b${value.byteLength}:`).update(value);
      else if (typeof value === 'string') this.#hash.update(`t${Buffer.byteLength(value)}:`).update(value);
      else if (typeof value === 'number') this.#hash.update(`i${value};`);
      else throw new TypeError(`a value of ${column} is neither text, number nor bytes`);
    }
    this.#hash.update('.');
  }

  /** The digest of all rows so far. */
  value(): string {
    return this.#hash.copy().digest('hex');
  }
}
