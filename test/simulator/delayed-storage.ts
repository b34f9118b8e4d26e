/**
 * The real storage as seen by one node of a history: slow, failing, and lost with the node.
 *
 * A statement or transaction that fails, fails as in the drivers: with one of storage/failures.ts, rolled back. A COMMIT of unknown outcome
 * took place or did not. Transactions of several nodes run one after the other, each committed before the next begins: on one
 * connection they would see one another's uncommitted work. Nothing is executed for a dead node; its transaction is rolled back
 * unless it was committed already.
 */
import type { KyselyPlugin } from 'kysely';

import { CommitUnknown, StorageFull, StorageUnavailable } from '#storage/failures.ts';
import type { Turns } from '#storage/sqlite/turns.ts';
import type { Db, Dialect, Storage } from '#storage/storage.ts';

import type { Scheduler } from './scheduler.ts';

export type StorageChances = {
  /** That a statement, a BEGIN or a COMMIT is delayed. */
  readonly waits: number;
  readonly statementFails: number;
  readonly transactionFails: number;
  /** Whether a COMMIT may have an unknown outcome. */
  readonly mayBeUnknown: boolean;
};

/** `lost` and `unheard`: the COMMIT has an unknown outcome. */
type Fate = 'sound' | 'unavailable' | 'full' | 'lost' | 'unheard';

export class DelayedStorage implements Storage {
  readonly dialect: Dialect;
  readonly db: Db;
  readonly #base: Storage;
  readonly #turns: Turns;
  readonly #owner: string;
  readonly #scheduler: Scheduler;
  readonly #plugin: KyselyPlugin;
  #chances: StorageChances = { waits: 0, statementFails: 0, transactionFails: 0, mayBeUnknown: false };
  #isCut = false;

  constructor(base: Storage, turns: Turns, owner: string, scheduler: Scheduler) {
    this.#base = base;
    this.#turns = turns;
    this.#owner = owner;
    this.#scheduler = scheduler;
    this.#plugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await this.#pass('statement');
        if (scheduler.random.chance(this.#chances.statementFails)) throw this.#failure('a statement fails');
        return result;
      },
    };
    this.dialect = base.dialect;
    this.db = base.db.withPlugin(this.#plugin);
  }

  trouble(chances: StorageChances): void {
    this.#chances = chances;
  }

  cut(): void {
    this.#isCut = true;
    this.#scheduler.drop(this.#owner);
  }

  async transact<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    await this.#pass('begin');
    const fate = this.#fate();
    await this.#turns.take();
    const value = await this.#executed(work, fate).finally(() => this.#turns.give());
    await this.#pass('committed');
    if (fate === 'unheard') throw new CommitUnknown('the connection was lost after the COMMIT');
    return value;
  }

  async ping(): Promise<void> {
    await this.#pass('ping');
  }

  async close(): Promise<void> {}

  #executed<T>(work: (tx: Db) => Promise<T>, fate: Fate): Promise<T> {
    return this.#base.transact(async (tx) => {
      const done = await work(tx.withPlugin(this.#plugin));
      await this.#pass('commit');
      if (fate === 'unavailable') throw this.#failure('a transaction fails');
      if (fate === 'full') throw new StorageFull('no space is left');
      if (fate === 'lost') throw new CommitUnknown('the connection was lost before the COMMIT');
      return done;
    });
  }

  async #pass(label: string): Promise<void> {
    if (this.#isCut) throw this.#failure('the node is dead');
    await this.#scheduler.pass(`${this.#owner} ${label}`, { waits: this.#chances.waits, owner: this.#owner });
    if (this.#isCut) throw this.#failure('the node is dead');
  }

  #fate(): Fate {
    const { random } = this.#scheduler;
    if (!random.chance(this.#chances.transactionFails)) return 'sound';
    const fates = ['unavailable', 'full', ...(this.#chances.mayBeUnknown ? (['lost', 'unheard'] as const) : [])] as const;
    const fate = random.pick(fates);
    this.#scheduler.note(`${this.#owner}: a transaction will be ${fate}`);
    return fate;
  }

  #failure(why: string): Error {
    return new StorageUnavailable(`${this.#owner}: ${why}`);
  }
}
