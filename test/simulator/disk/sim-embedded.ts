/**
 * An embedded installation in a history: the real storage on a real SQLite file, and a disk that fails, forgets what was not synced, and
 * is slow (../README.md). A node that starts gets what the last one left on the disk, in a folder of its own.
 */
import { closeSync, cpSync, existsSync, fstatSync, mkdirSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { openStorage, type Storage } from '#storage/storage.ts';

import { openCold } from '../open-cold.ts';
import type { Scheduler } from '../scheduler.ts';
import type { OpenedStorage, SimDatabase } from '../sim-database.ts';
import { type DiskChances, soundDisk } from './disk-chances.ts';
import type { FailingSqlite, SqliteFault } from './failing-sqlite.ts';
import { LogDisk } from './log-disk.ts';

export type SimEmbeddedOptions = {
  readonly scheduler: Scheduler;
  readonly chances: DiskChances;
  readonly sqlite: FailingSqlite;
  /** An empty folder for the history. */
  readonly folder: string;
  /** A database with all tables and the person whose agents and editors write. */
  readonly template: string;
};

const database = 'atelier.db';
const log = 'atelier.db-wal';
/** It contains a number that changes whenever the log starts again. */
const headerBytes = 32;

export class SimEmbedded implements SimDatabase {
  readonly #options: SimEmbeddedOptions;
  #disk = new LogDisk(Buffer.alloc(0));
  #chances = soundDisk;
  #folder: string;
  #lives = 0;
  #storage: Storage | null = null;
  #cold: Storage | null = null;
  /** The log when it was last read. */
  #known: Buffer = Buffer.alloc(0);
  #isOverwritten = false;

  constructor(options: SimEmbeddedOptions) {
    this.#options = options;
    this.#folder = this.#newFolder();
    cpSync(options.template, join(this.#folder, database));
  }

  /** While no node runs, as a starting one would find it. */
  async cold(): Promise<Storage> {
    this.#cold ??= await openCold(join(this.#folder, database));
    return this.#cold;
  }

  async open(node: string, onBroken: () => void): Promise<OpenedStorage> {
    const folder = this.#folder;
    const file = join(folder, database);
    this.#options.sqlite.watch(file, (sql) => (folder === this.#folder ? this.#faultOf(node, sql) : null));
    await this.#closeCold();
    this.#chances = soundDisk;
    const storage = await openStorage({ dataDir: folder, syncLog: () => this.#sync(node), onBroken });
    // Opening syncs what it copies from the log.
    if (this.#log().length === 0) this.#disk.synced(this.#log());
    this.#storage = storage;
    return { ...storage };
  }

  /** Only what the disk or the operating system has is left. */
  died(node: string): void {
    const { random } = this.#options.scheduler;
    const [from, to] = [this.#folder, this.#newFolder()];
    const written = this.#log();
    const isPowerless = random.chance(this.#chances.powerFails);
    const left = isPowerless ? this.#disk.afterPowerFailure(written, random) : written;
    this.#options.scheduler.note(
      `${node} ${isPowerless ? 'loses its power' : 'ends'}: ${left.length} of ${written.length} bytes of the log are left`,
    );
    cpSync(join(from, database), join(to, database));
    if (left.length > 0) writeFileSync(join(to, log), left);
    if (isPowerless) this.#disk = new LogDisk(left);
    this.#folder = to;
    [this.#known, this.#isOverwritten] = [Buffer.alloc(0), false];
    void this.#closeCold();
    this.#leave(from);
  }

  trouble(): void {
    this.#chances = this.#options.chances;
  }

  calm(): void {
    this.#chances = soundDisk;
  }

  get strikes(): SimDatabase['strikes'] {
    return [[this.#options.chances.checkpoint, 'pages are copied from the log', () => this.#checkpoint()]];
  }

  async close(): Promise<void> {
    const from = this.#folder;
    this.#folder = '';
    this.#leave(from);
    await this.#closeCold();
  }

  /** Called in place of fdatasync on a thread of Node. */
  async #sync(node: string): Promise<void> {
    const { scheduler } = this.#options;
    const { random } = scheduler;
    const [folder, written] = [this.#folder, this.#log()];
    await scheduler.pass(`${node} syncs`, { waits: this.#chances.syncWaits, owner: node });
    if (folder !== this.#folder) throw new Error('the machine is off');
    if (random.chance(this.#chances.syncFails)) {
      scheduler.note(`${node}: a sync fails`);
      this.#disk.failedSync(written, random);
      throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    }
    const dies = random.chance(this.#chances.threadDies);
    const hasSynced = !dies || random.chance(0.5);
    if (hasSynced) this.#disk.synced(written);
    if (!dies) return;
    scheduler.note(`${node}: the thread dies ${hasSynced ? 'after' : 'before'} a sync`);
    throw new Error('the thread ended');
  }

  #faultOf(node: string, sql: string): SqliteFault | null {
    const { scheduler } = this.#options;
    const { random } = scheduler;
    const isCommit = sql === 'commit';
    for (const [error, chance] of [
      ['full', this.#chances.full],
      ['io', this.#chances.fails],
    ] as const) {
      if (!random.chance(isCommit ? chance : chance / 10)) continue;
      scheduler.note(`${node}: ${error} at ${sql.slice(0, 30)}`);
      // What a failed COMMIT wrote may be whole when the log is read again.
      return { error, isApplied: isCommit && error === 'io' && random.chance(0.5) };
    }
    return null;
  }

  #checkpoint(): void {
    const connection = new DatabaseSync(join(this.#folder, database));
    try {
      const [result] = connection.prepare('pragma wal_checkpoint(passive)').all();
      if (result?.['busy'] === 0) this.#disk.synced(this.#log());
    } finally {
      connection.close();
    }
  }

  /** SQLite writes behind what is there until it starts the log again, with another header and over what is there. */
  #log(): Buffer {
    const file = join(this.#folder, log);
    if (!existsSync(file)) return Buffer.alloc(0);
    const handle = openSync(file, 'r');
    try {
      const read = (from: number, to: number): Buffer => {
        const bytes = Buffer.alloc(Math.max(0, to - from));
        readSync(handle, bytes, 0, bytes.length, from);
        return bytes;
      };
      const { size } = fstatSync(handle);
      const known = this.#known;
      const isSame = known.length < headerBytes || read(0, headerBytes).equals(known.subarray(0, headerBytes));
      this.#isOverwritten ||= !isSame;
      this.#known =
        !this.#isOverwritten && size >= known.length ? Buffer.concat([known, read(known.length, size)]) : read(0, size);
      return this.#known;
    } finally {
      closeSync(handle);
    }
  }

  #newFolder(): string {
    this.#lives += 1;
    const folder = join(this.#options.folder, String(this.#lives));
    mkdirSync(folder);
    return folder;
  }

  /** Closes what a dead node had open. */
  #leave(folder: string): void {
    const storage = this.#storage;
    this.#storage = null;
    void (storage?.close() ?? Promise.resolve())
      .finally(() => rmSync(folder, { recursive: true, force: true }))
      .catch(() => undefined);
    this.#options.sqlite.forget(join(folder, database));
  }

  async #closeCold(): Promise<void> {
    const cold = this.#cold;
    this.#cold = null;
    await cold?.close();
  }
}
