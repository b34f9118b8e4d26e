/** A real database that the nodes of a play share, slow and failing as each of them meets it (delayed-storage.ts). */
import type { Turns } from '#storage/sqlite/turns.ts';
import type { Storage } from '#storage/storage.ts';

import { DelayedStorage, type StorageChances } from './delayed-storage.ts';
import type { Scheduler } from './scheduler.ts';
import type { OpenedStorage, SimDatabase } from './sim-database.ts';

const sound: StorageChances = { waits: 0, statementFails: 0, transactionFails: 0, mayBeUnknown: false };

export class SharedDatabase implements SimDatabase {
  readonly strikes = [];
  readonly #storage: Storage;
  readonly #turns: Turns;
  readonly #scheduler: Scheduler;
  readonly #chances: StorageChances;
  readonly #nodes = new Map<string, DelayedStorage>();

  constructor(storage: Storage, turns: Turns, scheduler: Scheduler, chances: StorageChances) {
    this.#storage = storage;
    this.#turns = turns;
    this.#scheduler = scheduler;
    this.#chances = chances;
  }

  async cold(): Promise<Storage> {
    return this.#storage;
  }

  async open(node: string): Promise<OpenedStorage> {
    const storage = new DelayedStorage(this.#storage, this.#turns, node, this.#scheduler);
    this.#nodes.set(node, storage);
    return storage;
  }

  died(node: string): void {
    this.#nodes.get(node)?.cut();
    this.#nodes.delete(node);
  }

  trouble(node: string): void {
    this.#nodes.get(node)?.trouble(this.#chances);
  }

  calm(): void {
    for (const storage of this.#nodes.values()) storage.trouble(sound);
  }

  /** Its owner closes the storage. */
  async close(): Promise<void> {}
}
