/**
 * The rows that an SQLite changeset changes, as texts of table and primary key.
 * Format: https://www.sqlite.org/session/changesetfmt.html
 */

/** SQLite's codes of operations. */
const operation = { delete: 9, insert: 18, update: 23 } as const;
/** SQLite's codes of value types; 0: not part of the record. */
const value = { absent: 0, integer: 1, float: 2, text: 3, blob: 4, null: 5 } as const;

export type ChangedRow = { readonly key: string; readonly isDeleted: boolean };

export const rowKey = (table: string, primaryKey: readonly unknown[]): string =>
  `${table} ${primaryKey.map((part) => JSON.stringify(part)).join()}`;

export function changedRows(changeset: Uint8Array): ChangedRow[] {
  const reader = new ChangesetReader(Buffer.from(changeset.buffer, changeset.byteOffset, changeset.length));
  const rows: ChangedRow[] = [];
  let [table, keyColumns]: [string, boolean[]] = ['', []];
  while (!reader.isAtEnd) {
    const head = reader.byte();
    if (head === 'T'.charCodeAt(0)) {
      [table, keyColumns] = reader.tableHeader();
      continue;
    }
    // Whether a trigger made the change is of no interest.
    reader.byte();
    // Deleted rows and rows before an update come first, with their primary key.
    const first = reader.record(keyColumns);
    if (head === operation.update) reader.record(keyColumns);
    rows.push({ key: rowKey(table, first), isDeleted: head === operation.delete });
  }
  return rows;
}

class ChangesetReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    this.#at += 1;
    return this.#bytes.readUInt8(this.#at - 1);
  }

  tableHeader(): [table: string, keyColumns: boolean[]] {
    const columns = this.#varint();
    const keyColumns = Array.from({ length: columns }, () => this.byte() > 0);
    const end = this.#bytes.indexOf(0, this.#at);
    const table = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return [table, keyColumns];
  }

  /** The values of the primary key. */
  record(keyColumns: readonly boolean[]): unknown[] {
    return keyColumns.map((isKey) => ({ isKey, read: this.#value() })).flatMap(({ isKey, read }) => (isKey ? [read] : []));
  }

  #value(): unknown {
    const type = this.byte();
    if (type === value.absent || type === value.null) return null;
    if (type === value.integer) return Number(this.#bytes.readBigInt64BE(this.#skip(8)));
    if (type === value.float) return this.#bytes.readDoubleBE(this.#skip(8));
    const length = this.#varint();
    const at = this.#skip(length);
    return this.#bytes.toString(type === value.text ? 'utf8' : 'hex', at, at + length);
  }

  #skip(length: number): number {
    this.#at += length;
    return this.#at - length;
  }

  #varint(): number {
    let read = 0;
    for (;;) {
      const byte = this.byte();
      read = read * 128 + (byte & 127);
      if (byte < 128) return read;
    }
  }
}
