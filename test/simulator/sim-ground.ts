/**
 * What histories take place on: files in memory, which one series of histories shares. The modelled PostgreSQL keeps its file for all
 * of them; an embedded installation begins each time with a copy of a prepared database.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { openStorage, type Storage } from '#storage/storage.ts';
import type { ColdTab } from '#test/crash/cold-journal.ts';
import { addPerson } from '#test/harness/people.ts';

import type { Chances } from './chances.ts';
import type { ControlledProcess } from './controlled-process.ts';
import type { FailingSqlite } from './disk/failing-sqlite.ts';
import { SimEmbedded } from './disk/sim-embedded.ts';
import { ModelServer } from './postgres/model-server.ts';
import { SimPostgres } from './postgres/sim-postgres.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimDatabase } from './sim-database.ts';

export class SimGround {
  /** The person whose agents and editors write. */
  readonly token: string;
  readonly process: ControlledProcess;
  readonly #folder: string;
  readonly #template: string;
  readonly #sqlite: FailingSqlite;
  readonly #storage: Storage;
  readonly #server: ModelServer;
  #histories = 0;

  private constructor(
    parts: { folder: string; template: string; token: string; storage: Storage },
    taken: ControlledProcess,
    sqlite: FailingSqlite,
  ) {
    this.token = parts.token;
    this.process = taken;
    this.#folder = parts.folder;
    this.#template = parts.template;
    this.#sqlite = sqlite;
    this.#storage = parts.storage;
    this.#server = new ModelServer(join(parts.folder, 'postgres', 'atelier.db'));
  }

  static async open(taken: ControlledProcess, sqlite: FailingSqlite): Promise<SimGround> {
    const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `atelier-simulator-${process.pid}-`));
    const template = join(folder, 'atelier.db');
    const prepared = await openStorage({ dataDir: folder });
    const { token } = await addPerson(prepared, 'Ada');
    await prepared.close();
    mkdirSync(join(folder, 'postgres'));
    cpSync(template, join(folder, 'postgres', 'atelier.db'));
    // Its commits need not survive the machine: the disk of a PostgreSQL server is not modelled.
    const storage = await openStorage({ dataDir: join(folder, 'postgres'), syncLog: async () => {} });
    return new SimGround({ folder, template, token, storage }, taken, sqlite);
  }

  newDatabase(chances: Chances['storage'], scheduler: Scheduler, place: () => ColdTab): SimDatabase {
    if (chances.kind === 'postgres')
      return new SimPostgres({ server: this.#server, storage: this.#storage, scheduler, chances: chances.postgres, place });
    this.#histories += 1;
    const folder = join(this.#folder, `history-${this.#histories}`);
    mkdirSync(folder);
    return new SimEmbedded({ scheduler, chances: chances.disk, sqlite: this.#sqlite, folder, template: this.#template });
  }

  async close(): Promise<void> {
    this.#server.close();
    await this.#storage.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
