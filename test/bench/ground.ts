/** An installation to measure: a database, a person with a token, documents, and nodes that serve them. */
import { openStorage, type Storage, type StorageConfig } from '#storage/storage.ts';

import { type NodeEnvironment, type NodeProcess, startNodeProcess } from '../harness/node-process.ts';
import { addPerson, type TestAccount } from '../harness/people.ts';
import { startPostgres } from '../harness/postgres.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { BenchCaller, type BenchTab } from './caller.ts';
import { type Drawn, drawDocument } from './drawing.ts';
import { putDocument } from './put-document.ts';

export class BenchGround {
  readonly storage: Storage;
  readonly person: TestAccount;
  /** The folder of an embedded database; empty for PostgreSQL. */
  readonly dataDir: string;
  /** Of PostgreSQL; empty for an embedded database. */
  readonly databaseUrl: string;
  readonly #environment: NodeEnvironment;
  readonly #nodes: NodeProcess[] = [];
  readonly #callers: BenchCaller[] = [];
  readonly #end: () => Promise<void> | void;

  private constructor(storage: Storage, person: TestAccount, environment: NodeEnvironment, end: () => Promise<void> | void) {
    this.storage = storage;
    this.person = person;
    this.dataDir = environment['DATA_DIR'] ?? '';
    this.databaseUrl = environment['DATABASE_URL'] ?? '';
    this.#environment = environment;
    this.#end = end;
  }

  /** Embedded: SQLite in a temporary folder. */
  static async embedded(): Promise<BenchGround> {
    const folder = temporaryFolder('bench');
    return BenchGround.#on({ dataDir: folder.path }, { DATA_DIR: folder.path }, () => folder.remove());
  }

  /** A separate PostgreSQL; `url` is a second, empty database of it, for the baseline. */
  static async onPostgres(): Promise<{ ground: BenchGround; url: string }> {
    const postgres = await startPostgres();
    const databaseUrl = await postgres.createDatabase();
    const ground = await BenchGround.#on({ databaseUrl }, { DATABASE_URL: databaseUrl }, () => postgres.stop());
    return { ground, url: await postgres.createDatabase() };
  }

  static async #on(config: StorageConfig, environment: NodeEnvironment, end: () => Promise<void> | void): Promise<BenchGround> {
    const storage = await openStorage(config);
    return new BenchGround(storage, await addPerson(storage, 'Ada'), environment, end);
  }

  /** A document that was never opened, in the drawn state. */
  /** `edits`: updates of later journal rows. */
  put(drawn: Drawn, edits: readonly Uint8Array[] = []): Promise<BenchTab> {
    return putDocument(this.storage, this.person.id, drawn, edits);
  }

  async documents(count: number, elements: number): Promise<BenchTab[]> {
    const places: BenchTab[] = [];
    const drawn = drawDocument(elements);
    while (places.length < count) {
      const some = Array.from({ length: Math.min(50, count - places.length) }, () => this.put(drawn));
      places.push(...(await Promise.all(some)));
    }
    return places;
  }

  async node(environment: NodeEnvironment = {}): Promise<NodeProcess> {
    const node = await startNodeProcess({ ...this.#environment, ...environment });
    this.#nodes.push(node);
    return node;
  }

  caller(node: NodeProcess): BenchCaller {
    const caller = new BenchCaller(node.url, this.person.token);
    this.#callers.push(caller);
    return caller;
  }

  async end(): Promise<void> {
    for (const caller of this.#callers) caller.close();
    await Promise.all(this.#nodes.map((node) => node.kill('SIGKILL')));
    await this.storage.close();
    await this.#end();
  }
}
