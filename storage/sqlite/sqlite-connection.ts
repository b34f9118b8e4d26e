/** One node:sqlite connection with prepared statements, and the transaction that is open on it. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

import type { CompiledQuery, QueryResult } from 'kysely';

import { StorageUnavailable } from '../failures.ts';
import { isBusy, sqliteFailure } from './sqlite-failure.ts';

type Prepared = { readonly statement: StatementSync; readonly answersRows: boolean };

/** Far more than our statements: only those of varying form (filters of pages) could exceed it. */
const statementsKept = 500;

export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  #inTransaction = false;
  /** True after a failed statement: as on PostgreSQL, the transaction can then only be rolled back. */
  #failed = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** False if another process has locked the database. */
  begin(): boolean {
    try {
      this.#run('begin immediate', [], 'statement');
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
    this.#inTransaction = true;
    return true;
  }

  /** Begins a transaction of the group, as a savepoint. */
  beginMember(): void {
    this.#assertTransaction();
    this.#failed = false;
    this.#run('savepoint member', [], 'statement');
  }

  endMember(): void {
    this.#assertTransaction();
    if (this.#failed) throw new Error('the transaction was rolled back, because a statement in it had failed');
    this.#run('release member', [], 'statement');
  }

  /** False if the database has rolled back the whole group. Never throws. */
  undoMember(): boolean {
    try {
      this.#assertTransaction();
      this.#run('rollback to member', [], 'statement');
      this.#run('release member', [], 'statement');
      return true;
    } catch {
      this.rollback();
      return false;
    }
  }

  commit(): void {
    this.#assertTransaction();
    this.#run('commit', [], 'commit');
    this.#inTransaction = false;
  }

  /** Never throws: a transaction that cannot be rolled back has been already, or was never begun. */
  rollback(): void {
    this.#inTransaction = false;
    if (!this.#database.isOpen || !this.#database.isTransaction) return;
    try {
      this.#run('rollback', [], 'statement');
    } catch {
      // SQLite has then rolled back by itself; the next BEGIN would fail otherwise.
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#inTransaction) this.#assertTransaction();
    try {
      return this.#run<R>(query.sql, query.parameters, 'statement');
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed from SQLite');
  }

  /** Outside a transaction each statement would be committed by itself. */
  #assertTransaction(): void {
    if (!this.#database.isOpen || !this.#database.isTransaction) {
      throw new StorageUnavailable('The transaction was rolled back by the database.');
    }
  }

  #run<R>(sql: string, parameters: readonly unknown[], during: 'statement' | 'commit'): QueryResult<R> {
    try {
      const { statement, answersRows } = this.#prepare(sql);
      const values = parameters as readonly SQLInputValue[];
      if (answersRows) return { rows: statement.all(...values) as R[] };
      return { numAffectedRows: BigInt(statement.run(...values).changes), rows: [] };
    } catch (error) {
      throw sqliteFailure(error, during);
    }
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (prepared === undefined) {
      const statement = this.#database.prepare(sql);
      prepared = { statement, answersRows: statement.columns().length > 0 };
      if (this.#prepared.size >= statementsKept) this.#prepared.clear();
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}
