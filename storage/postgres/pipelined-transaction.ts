/**
 * Transactions whose statements are sent when they are called (SPEC.md).
 *
 * Kysely's own transactions send a statement only when the one before it is answered, so statements that do not need one another's
 * answers would each cost a round trip, under the lock of the document.
 */
import { type ConnectionProvider, type Dialect, type Driver, type Kysely, Transaction } from 'kysely';

import type { Tables } from '../tables.ts';

export class PipelinedTransactions {
  readonly #db: Kysely<Tables>;
  readonly #dialect: Dialect;
  /** Begins and ends transactions on connections of `db`. */
  readonly #driver: Driver;

  constructor(db: Kysely<Tables>, dialect: Dialect) {
    this.#db = db;
    this.#dialect = dialect;
    this.#driver = dialect.createDriver();
  }

  /** Commits what work wrote, or rolls it back and throws what work threw. */
  run<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    const executor = this.#db.getExecutor();
    return executor.provideConnection(async (connection) => {
      const statements: ConnectionProvider = { provideConnection: (use) => use(connection) };
      const tx = new Transaction<Tables>({
        config: { dialect: this.#dialect },
        dialect: this.#dialect,
        driver: this.#driver,
        executor: executor.withConnectionProvider(statements),
      });
      await this.#driver.beginTransaction(connection, {});
      try {
        const result = await work(tx);
        await this.#driver.commitTransaction(connection);
        return result;
      } catch (error) {
        await this.#driver.rollbackTransaction(connection);
        throw error;
      }
    });
  }
}
