/** A point inside a transaction to which the transaction can be rolled back. */
import { sql } from 'kysely';

import type { Db } from '#storage/storage.ts';

export class Savepoint {
  readonly #tx: Db;

  private constructor(tx: Db) {
    this.#tx = tx;
  }

  static async set(tx: Db): Promise<Savepoint> {
    await sql`savepoint refusable`.execute(tx);
    return new Savepoint(tx);
  }

  async rollBack(): Promise<void> {
    await sql`rollback to savepoint refusable`.execute(this.#tx);
  }
}
