/** The modelled PostgreSQL of one history, behind the real storage: the driver, its transactions and pg's pool. */
import { openMigrated } from '#storage/postgres/open-postgres.ts';
import type { Storage } from '#storage/storage.ts';
import type { ColdTab } from '#test/crash/cold-journal.ts';

import type { Scheduler } from '../scheduler.ts';
import type { OpenedStorage, SimDatabase } from '../sim-database.ts';
import { type PostgresChances, soundPostgres } from './connection-faults.ts';
import type { ModelServer } from './model-server.ts';
import { rowKey } from './changed-rows.ts';
import { serverError } from './server-error.ts';
import { Session } from './session.ts';
import { SimClient } from './sim-client.ts';

export type SimPostgresOptions = {
  readonly server: ModelServer;
  /** Reads and writes the server's file without faults. */
  readonly storage: Storage;
  readonly scheduler: Scheduler;
  readonly chances: PostgresChances;
  readonly place: () => ColdTab;
};

/** Few enough that nodes wait for a connection. */
const poolSize = 4;

export class SimPostgres implements SimDatabase {
  readonly #options: SimPostgresOptions;
  readonly #connections = new Map<SimClient, { readonly node: string; readonly session: Session }>();
  readonly #storages = new Map<string, Storage>();
  readonly #troubled = new Set<string>();
  #connected = 0;
  /** Holds the lock of the document, as a session of an operator may. */
  #foreign: Session | null = null;

  constructor(options: SimPostgresOptions) {
    this.#options = options;
  }

  async cold(): Promise<Storage> {
    return this.#options.storage;
  }

  async open(node: string): Promise<OpenedStorage> {
    const host = {
      scheduler: this.#options.scheduler,
      chances: () => this.#chancesOf(node),
      newSession: (client: SimClient) => this.#accept(client, node),
    };
    let clients = 0;
    const Client = class extends SimClient {
      constructor() {
        clients += 1;
        super({ ...host, owner: `${node} pg${clients}` });
      }
    };
    const storage = openMigrated({ databaseUrl: 'postgres://model', poolSize, Client: Client as unknown as PoolClientClass });
    this.#storages.set(node, storage);
    return { ...storage };
  }

  died(node: string): void {
    for (const [client, { node: of }] of this.#connections) if (of === node) client.end();
    void this.#storages.get(node)?.close();
    this.#storages.delete(node);
  }

  trouble(node: string): void {
    this.#troubled.add(node);
  }

  calm(): void {
    this.#troubled.clear();
    this.#releaseForeign();
  }

  get strikes(): SimDatabase['strikes'] {
    const { restart, foreignLock } = this.#options.chances;
    return [
      [restart, 'PostgreSQL is killed and starts', () => this.#restart()],
      [foreignLock, 'a foreign session takes or gives the lock of the document', () => this.#lock()],
    ];
  }

  async close(): Promise<void> {
    this.calm();
    for (const node of this.#storages.keys()) this.died(node);
    for (const { session } of this.#connections.values()) session.end();
    // Keeps the next history from finding answers of this one.
    await this.#options.storage.transact((tx) => tx.deleteFrom('idempotency').execute());
  }

  #chancesOf(node: string): PostgresChances {
    return this.#troubled.has(node) ? this.#options.chances : soundPostgres;
  }

  #accept(client: SimClient, node: string): Session | null {
    if (this.#options.scheduler.random.chance(this.#chancesOf(node).connectFails)) return null;
    this.#connected += 1;
    const session = new Session(`session ${this.#connected}`, this.#options.server, (error) => client.lose(error));
    this.#connections.set(client, { node, session });
    return session;
  }

  /** What is committed stays, and no session does. */
  #restart(): void {
    for (const [client, { session }] of this.#connections) {
      session.end();
      client.lose(serverError('57P02', 'terminating connection because of crash of another server process', 'FATAL'));
    }
    this.#connections.clear();
  }

  #lock(): void {
    if (this.#foreign !== null) return this.#releaseForeign();
    const { server, place } = this.#options;
    const foreign = new Session('foreign', server, () => undefined);
    const wanted = [{ key: rowKey('documents', [place().id]), mode: 'update' as const }];
    if (server.locks.conflict(foreign, wanted) !== null) return;
    server.locks.take(foreign, wanted);
    this.#foreign = foreign;
  }

  #releaseForeign(): void {
    this.#foreign?.end();
    this.#foreign = null;
  }
}

type PoolClientClass = NonNullable<Parameters<typeof openMigrated>[0]['Client']>;
