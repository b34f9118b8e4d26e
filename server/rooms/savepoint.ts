/** A point inside a transaction to which the transaction can be rolled back. */
import { sql } from 'kysely';

import { prepareQuery } from '#storage/prepared.ts';
import type { Db } from '#storage/storage.ts';

const set = prepareQuery(() => sql`savepoint refusable`);
const release = prepareQuery(() => sql`release savepoint refusable`);
const rollBack = prepareQuery(() => sql`rollback to savepoint refusable`);

export class Savepoint {
  readonly #tx: Db;

  private constructor(tx: Db) {
    this.#tx = tx;
  }

  static async set(tx: Db): Promise<Savepoint> {
    await set(tx, {});
    return new Savepoint(tx);
  }

  async rollBack(): Promise<void> {
    await rollBack(this.#tx, {});
  }

  /** A later one in its place. What was written in between stays in the transaction. */
  async move(): Promise<Savepoint> {
    const [, later] = await Promise.all([release(this.#tx, {}), Savepoint.set(this.#tx)]);
    return later;
  }
}
