/**
 * A model of PostgreSQL over one SQLite file: concurrent sessions in READ COMMITTED, row locks, sequences, timeouts (../README.md).
 *
 * SQLite has one writer, so one session at a time has its transaction open there. When another one writes, the transaction of the
 * first is rolled back and kept as changesets, which are applied again to what has been committed since: that is what a transaction
 * in READ COMMITTED sees, because the rows that it changed are locked.
 */
import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

import { changedRows, rowKey } from './changed-rows.ts';
import { type LockOwner, RowLocks, type WantedLock } from './row-locks.ts';
import { constraintError, terminated } from './server-error.ts';
import { sqliteText, type Translated } from './sqlite-text.ts';

export type Answer = { readonly rows: Record<string, unknown>[]; readonly rowCount: number; readonly command: string };

/** The open transaction of a session. */
export class OpenTransaction {
  /** What it has changed, statement by statement. */
  changesets: Uint8Array[] = [];
  readonly savepoints = new Map<string, number>();
  isOver = false;
}

export class ModelServer {
  readonly locks = new RowLocks();
  readonly #writer: DatabaseSync;
  readonly #reader: DatabaseSync;
  readonly #prepared = new Map<DatabaseSync, Map<string, StatementSync>>();
  readonly #translated = new Map<string, Translated>();
  readonly #primaryKeys = new Map<string, readonly string[]>();
  readonly #sequences = new Map<string, number>();
  /** The one that is open in SQLite. */
  #current: OpenTransaction | null = null;

  constructor(file: string) {
    this.#writer = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    this.#writer.exec('pragma synchronous = off');
    this.#reader = new DatabaseSync(file, { readOnly: true });
  }

  /** Runs a statement of a transaction once no other session locks what it changes. */
  async run(owner: LockOwner, transaction: OpenTransaction, text: string, values: readonly unknown[]): Promise<Answer> {
    const translated = this.#translate(text);
    const parameters = values.map((value, index) => (translated.lists.includes(index) ? JSON.stringify(value) : value));
    if (translated.numbered !== null) parameters.push(this.#nextPosition(translated.numbered));
    for (;;) {
      // Its session may have ended while it waited for a lock.
      if (transaction.isOver) throw terminated();
      const { answer, wanted, changeset } = this.#attempt(transaction, translated, parameters as SQLInputValue[]);
      const holder = this.locks.conflict(owner, wanted);
      if (holder === null) {
        this.locks.take(owner, wanted);
        if (changeset !== null) transaction.changesets.push(changeset);
        return answer;
      }
      if (changeset !== null) this.#suspend();
      await this.locks.wait(owner, holder);
    }
  }

  commit(transaction: OpenTransaction): void {
    if (transaction.changesets.length === 0) return this.rollBack(transaction);
    this.#resume(transaction);
    this.#writer.exec('commit');
    this.#current = null;
    transaction.isOver = true;
  }

  rollBack(transaction: OpenTransaction): void {
    if (this.#current === transaction) this.#suspend();
    transaction.isOver = true;
  }

  rollBackTo(transaction: OpenTransaction, savepoint: string): void {
    if (this.#current === transaction) this.#suspend();
    transaction.changesets.length = transaction.savepoints.get(savepoint) ?? 0;
  }

  close(): void {
    this.#suspend();
    this.#writer.close();
    this.#reader.close();
  }

  #attempt(
    transaction: OpenTransaction,
    translated: Translated,
    parameters: readonly SQLInputValue[],
  ): { readonly answer: Answer; readonly wanted: readonly WantedLock[]; readonly changeset: Uint8Array | null } {
    const { sql, isRead, isAdvisory, locks } = translated;
    const hasWritten = transaction.changesets.length > 0;
    if (hasWritten || !isRead) this.#resume(transaction);
    const database = hasWritten || !isRead ? this.#writer : this.#reader;
    if (isRead) {
      const rows = this.#statement(database, sql).all(...parameters);
      const wanted = locks === null ? [] : this.#rowsOf(database, locks, parameters);
      if (isAdvisory) wanted.push({ key: 'advisory', mode: 'update' });
      return { answer: { rows, rowCount: rows.length, command: 'SELECT' }, wanted, changeset: null };
    }
    const recording = database.createSession();
    try {
      const answer = this.#write(database, sql, parameters);
      const changeset = recording.changeset();
      if (changeset.length === 0) return { answer, wanted: [], changeset: null };
      const wanted = changedRows(changeset).map(({ key, isDeleted }): WantedLock => ({
        key,
        mode: isDeleted ? 'update' : 'no key update',
      }));
      return { answer, wanted, changeset };
    } catch (error) {
      throw constraintError(error);
    } finally {
      recording.close();
    }
  }

  #write(database: DatabaseSync, sql: string, parameters: readonly SQLInputValue[]): Answer {
    const statement = this.#statement(database, sql);
    const command = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? '';
    if (statement.columns().length === 0) return { rows: [], rowCount: Number(statement.run(...parameters).changes), command };
    const rows = statement.all(...parameters);
    return { rows, rowCount: rows.length, command };
  }

  #rowsOf(
    database: DatabaseSync,
    { table, mode, primaryKeys }: NonNullable<Translated['locks']>,
    parameters: readonly SQLInputValue[],
  ): WantedLock[] {
    const columns = this.#primaryKeyOf(table);
    const rows = this.#statement(database, primaryKeys(columns)).all(...parameters);
    return rows.map((row) => ({
      key: rowKey(
        table,
        columns.map((column) => row[column]),
      ),
      mode,
    }));
  }

  #resume(transaction: OpenTransaction): void {
    if (this.#current === transaction) return;
    this.#suspend();
    this.#writer.exec('begin immediate');
    this.#current = transaction;
    for (const changeset of transaction.changesets) {
      let conflicts = 0;
      this.#writer.applyChangeset(changeset, { onConflict: () => ((conflicts += 1), constants.SQLITE_CHANGESET_OMIT) });
      if (conflicts > 0) throw new Error('the modelled PostgreSQL could not repeat what a transaction had changed');
    }
  }

  #suspend(): void {
    if (this.#current !== null) this.#writer.exec('rollback');
    this.#current = null;
  }

  #nextPosition(table: string): number {
    const last =
      this.#sequences.get(table) ??
      Number(this.#statement(this.#reader, `select coalesce(max(position), 0) as last from ${table}`).get()?.['last']);
    this.#sequences.set(table, last + 1);
    return last + 1;
  }

  #statement(database: DatabaseSync, sql: string): StatementSync {
    const prepared = this.#prepared.get(database) ?? new Map<string, StatementSync>();
    this.#prepared.set(database, prepared);
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }

  #translate(text: string): Translated {
    const translated = this.#translated.get(text) ?? sqliteText(text);
    this.#translated.set(text, translated);
    return translated;
  }

  #primaryKeyOf(table: string): readonly string[] {
    const known =
      this.#primaryKeys.get(table) ??
      this.#reader
        .prepare('select name from pragma_table_info(?) where pk > 0')
        .all(table)
        .map(({ name }) => String(name));
    this.#primaryKeys.set(table, known);
    return known;
  }
}
