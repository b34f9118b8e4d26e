/** What a process wrote and synced (watched-disk.c), and the states in which a power failure can leave the disk. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SeededRandom } from './random.ts';

type DiskWrite = { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer };
type DiskTruncation = { readonly kind: 'truncation'; readonly file: string; readonly size: number };
type DiskRemoval = { readonly kind: 'removal'; readonly file: string };
/** A sync of the folder itself has an empty name. */
type DiskSync = { readonly kind: 'sync' | 'synced'; readonly file: string; readonly id: number };
export type DiskEvent = DiskWrite | DiskTruncation | DiskRemoval | DiskSync;

const headBytes = 14;

export function readDiskRecord(path: string): DiskEvent[] {
  const record = readFileSync(path);
  const events: DiskEvent[] = [];
  for (let start = 0; start < record.length;) {
    const kind = String.fromCharCode(record[start]!);
    const nameAt = start + headBytes;
    const bytesAt = nameAt + record[start + 1]!;
    const file = record.toString('utf8', nameAt, bytesAt);
    const at = Number(record.readBigUInt64LE(start + 2));
    start = bytesAt + record.readUInt32LE(start + 10);
    if (kind === 'W') events.push({ kind: 'write', file, at, bytes: record.subarray(bytesAt, start) });
    else if (kind === 'T') events.push({ kind: 'truncation', file, size: at });
    else if (kind === 'U') events.push({ kind: 'removal', file });
    else events.push({ kind: kind === 'S' ? 'sync' : 'synced', file, id: at });
  }
  return events;
}

const sectorBytes = 512;

/** A file as the disk has it for certain, and what the operating system may not have written yet. */
class DiskFile {
  #bytes = Buffer.alloc(0);
  #size = 0;
  #pending: (DiskWrite | DiskTruncation)[] = [];
  readonly #syncs = new Map<number, number>();
  /** Whether its name is certain to be in the folder. */
  isNamed: boolean;

  constructor(bytes: Buffer | null) {
    this.isNamed = bytes !== null;
    if (bytes !== null) this.#write(0, bytes);
  }

  add(change: DiskWrite | DiskTruncation): void {
    this.#pending.push(change);
  }

  begin(sync: number): void {
    this.#syncs.set(sync, this.#pending.length);
  }

  end(sync: number): void {
    const count = this.#syncs.get(sync) ?? 0;
    for (const change of this.#pending.splice(0, count)) this.#apply(change, () => true);
    for (const [other, before] of this.#syncs) this.#syncs.set(other, Math.max(0, before - count));
  }

  /** Its content after a power failure. `survives` is called for each sector that the disk may lack. */
  after(survives: () => boolean): Buffer {
    const copy = new DiskFile(this.#bytes.subarray(0, this.#size));
    for (const change of this.#pending) copy.#apply(change, survives);
    return copy.#bytes.subarray(0, copy.#size);
  }

  #apply(change: DiskWrite | DiskTruncation, survives: () => boolean): void {
    if (change.kind === 'truncation') {
      if (!survives()) return;
      this.#grow(change.size);
      this.#bytes.fill(0, change.size);
      this.#size = change.size;
      return;
    }
    for (let from = 0; from < change.bytes.length;) {
      const to = Math.min(change.bytes.length, from + sectorBytes - ((change.at + from) % sectorBytes));
      if (survives()) this.#write(change.at + from, change.bytes.subarray(from, to));
      from = to;
    }
  }

  #write(at: number, bytes: Buffer): void {
    this.#grow(at + bytes.length);
    bytes.copy(this.#bytes, at);
    this.#size = Math.max(this.#size, at + bytes.length);
  }

  #grow(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = Buffer.alloc(size * 2);
    this.#bytes.copy(larger);
    this.#bytes = larger;
  }
}

/** The disk while the recorded events happen one after the other. */
export class ReplayedDisk {
  readonly #files = new Map<string, DiskFile>();

  /** `before`: the files of the folder at the start. */
  constructor(before: ReadonlyMap<string, Buffer>) {
    for (const [name, bytes] of before) this.#files.set(name, new DiskFile(bytes));
  }

  play(event: DiskEvent): void {
    if (event.kind === 'removal') return void this.#files.delete(event.file);
    if (event.file === '') {
      if (event.kind === 'synced') for (const file of this.#files.values()) file.isNamed = true;
      return;
    }
    const file = this.#files.get(event.file) ?? new DiskFile(null);
    this.#files.set(event.file, file);
    if (event.kind === 'sync') file.begin(event.id);
    else if (event.kind === 'synced') file.end(event.id);
    else if (event.kind === 'write' || event.kind === 'truncation') file.add(event);
  }

  /** Writes a folder as a power failure at this moment could leave it. */
  fail(folder: string, names: readonly string[], random: SeededRandom): void {
    mkdirSync(folder, { recursive: true });
    for (const name of names) {
      const file = this.#files.get(name);
      if (file === undefined || (!file.isNamed && random.chance(0.5))) continue;
      const kept = random.pick([0, 0.5, 0.95, 1]);
      writeFileSync(
        join(folder, name),
        file.after(() => random.chance(kept)),
      );
    }
  }
}
