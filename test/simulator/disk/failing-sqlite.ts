/**
 * Lets node:sqlite of this process fail as it does on a failing or full disk, below all of our code: a statement throws SQLite's error.
 *
 * SQLite itself rolls back what failed; the driver's ROLLBACK does that here.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';

export type SqliteFault = { readonly error: 'full' | 'io'; readonly isApplied: boolean };

/** Decides on a statement that writes or commits; null: it runs. */
export type FaultOf = (sql: string) => SqliteFault | null;

const codes = { full: 13, io: 778 } as const;
const texts = { full: 'database or disk is full', io: 'disk I/O error' } as const;
const writes = /^\s*(insert|update|delete|commit)\b/i;

export class FailingSqlite {
  /** By the path of a database. */
  readonly #faults = new Map<string, FaultOf>();

  private constructor() {
    const faults = this.#faults;
    // It is called with the database of each call.
    // eslint-disable-next-line typescript/unbound-method
    const prepare = DatabaseSync.prototype.prepare;
    DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string, ...rest) {
      const statement = prepare.call(this, sql, ...rest);
      const faultOf = writes.test(sql) ? faults.get(this.location() ?? '') : undefined;
      if (faultOf !== undefined) failing(statement, () => faultOf(sql));
      return statement;
    };
  }

  /** For the rest of the process. */
  static install(): FailingSqlite {
    return new FailingSqlite();
  }

  /** Before the database is opened. */
  watch(file: string, faultOf: FaultOf): void {
    this.#faults.set(file, faultOf);
  }

  forget(file: string): void {
    this.#faults.delete(file);
  }
}

function failing(statement: StatementSync, faultOf: () => SqliteFault | null): void {
  const around =
    <A extends unknown[], R>(work: (...values: A) => R) =>
    (...values: A): R => {
      const fault = faultOf();
      if (fault === null) return work(...values);
      if (fault.isApplied) work(...values);
      throw Object.assign(new Error(texts[fault.error]), { code: 'ERR_SQLITE_ERROR', errcode: codes[fault.error] });
    };
  Object.assign(statement, { run: around(statement.run.bind(statement)), all: around(statement.all.bind(statement)) });
}
