/**
 * What a disk holds of SQLite's log, next to what the operating system has in memory: the file itself. A sync brings the one to the other.
 *
 * After a failed sync the operating system takes pages for written that are not, as Linux does: later syncs succeed without them.
 */
import type { SeededRandom } from '#test/harness/random.ts';

/** What a disk writes whole. */
const sectorBytes = 512;

export class LogDisk {
  #stored: Buffer;
  /** By number: what a failed sync did not write of a sector that is not written again. */
  readonly #dropped = new Map<number, Buffer>();

  constructor(stored: Buffer) {
    this.#stored = stored;
  }

  /** The log as a sync would begin to store it; a later write is not part of it. */
  synced(log: Buffer): void {
    if (log.length === 0) this.#dropped.clear();
    const stored = this.#dropped.size === 0 ? log : Buffer.from(log);
    for (const [sector, bytes] of this.#dropped) {
      if (sectorOf(log, sector).equals(bytes)) sectorOf(this.#stored, sector).copy(zeroed(stored, sector));
      else this.#dropped.delete(sector);
    }
    this.#stored = stored;
  }

  /** A sync that failed: some sectors are stored, and the others never will be. */
  failedSync(log: Buffer, random: SeededRandom): void {
    const before = this.#stored;
    this.#stored = this.#some(log, () => random.chance(0.5));
    for (const sector of differing(this.#stored, log)) this.#dropped.set(sector, Buffer.from(sectorOf(log, sector)));
    if (before.length > log.length) this.#dropped.clear();
  }

  /** The log after a power failure: of what was not synced, nothing, all, the first part, or any sectors. */
  afterPowerFailure(log: Buffer, random: SeededRandom): Buffer {
    const pending = differing(this.#stored, log).filter((sector) => !this.#dropped.has(sector));
    const first = random.integer(0, pending.length);
    const kinds: readonly ((sector: number) => boolean)[] = [
      () => false,
      () => true,
      (sector) => pending.indexOf(sector) < first,
      () => random.chance(0.5),
    ];
    const isStored = random.pick(kinds);
    return this.#some(log, (sector) => pending.includes(sector) && isStored(sector));
  }

  /** What is stored, with some sectors of the log. */
  #some(log: Buffer, isStored: (sector: number) => boolean): Buffer {
    const sectors = differing(this.#stored, log).filter(isStored);
    const last = sectors.at(-1);
    const length = Math.max(Math.min(this.#stored.length, log.length), last === undefined ? 0 : (last + 1) * sectorBytes);
    const bytes = Buffer.alloc(Math.min(length, log.length));
    this.#stored.copy(bytes);
    for (const sector of sectors) sectorOf(log, sector).copy(bytes, sector * sectorBytes);
    return bytes;
  }
}

function differing(stored: Buffer, log: Buffer): number[] {
  const count = Math.ceil(log.length / sectorBytes);
  return Array.from({ length: count }, (_, sector) => sector).filter(
    (sector) => !sectorOf(stored, sector).equals(sectorOf(log, sector)),
  );
}

const sectorOf = (bytes: Buffer, sector: number): Buffer => bytes.subarray(sector * sectorBytes, (sector + 1) * sectorBytes);

function zeroed(bytes: Buffer, sector: number): Buffer {
  return sectorOf(bytes, sector).fill(0);
}
