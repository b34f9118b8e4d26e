/**
 * A PostgreSQL database that an installation is moved into.
 *
 * The table `moving` stores the progress of each table, is written in the transactions that write the rows, and exists until the move
 * is complete. No node starts on such a database (postgres/open-postgres.ts).
 */
import { type Kysely, sql } from 'kysely';

import { StorageRefusal } from '../failures.ts';
import { migrate } from '../migrations/migrate.ts';
import { openForMoving } from '../postgres/open-postgres.ts';
import type { Tables } from '../tables.ts';
import type { SourceRow, Source, SourceTable } from './source.ts';

/** The number of copied rows of a table, and their digest. */
export type Progress = { readonly rows: number; readonly digest: string };

const noProgress: Progress = { rows: 0, digest: '' };

export class MoveTarget {
  readonly #db: Kysely<Tables>;
  readonly #source: Source;
  readonly #progress: Map<string, Progress>;

  private constructor(db: Kysely<Tables>, source: Source, progress: Map<string, Progress>) {
    this.#db = db;
    this.#source = source;
    this.#progress = progress;
  }

  /** Migrates the tables, and begins the move or reads its progress. Throws StorageRefusal, StorageUnavailable. */
  static async open(databaseUrl: string, source: Source): Promise<MoveTarget> {
    const db = openForMoving(databaseUrl);
    try {
      await assertNothingElse(db);
      await migrate(db);
      await assertSameTables(db, source);
      const progress = await db.transaction().execute((tx) => begin(tx, source));
      return new MoveTarget(db, source, progress);
    } catch (error) {
      await db.destroy();
      throw error;
    }
  }

  progressOf(table: SourceTable): Progress {
    return this.#progress.get(table.name) ?? noProgress;
  }

  /** Writes the rows after those that are already copied. */
  async append(table: SourceTable, rows: readonly SourceRow[], next: Progress): Promise<void> {
    const { name, columns } = table;
    const before = this.progressOf(table);
    await this.#db.transaction().execute(async (tx) => {
      // Matches no row if another process has written in the meantime.
      const { numAffectedRows } = await sql`update moving set rows = ${next.rows}, digest = ${next.digest}
        where name = ${name} and rows = ${before.rows} and digest = ${before.digest}`.execute(tx);
      if (numAffectedRows !== 1n) throw new StorageRefusal('Another process is moving an installation into this database.');
      const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
      await sql`insert into ${sql.id(name)} (${sql.join(columns.map((column) => sql.id(column)))})
        overriding system value values ${sql.join(values)}`.execute(tx);
    });
    this.#progress.set(name, next);
  }

  /** The rows with keys after `after`, up to and including `last`. */
  async rowsBetween({ name, columns, key }: SourceTable, after: SourceRow | null, last: SourceRow): Promise<SourceRow[]> {
    const keys = sql`(${sql.join(key.map((column) => sql.id(column)))})`;
    const valuesOf = (row: SourceRow) => sql`(${sql.join(key.map((column) => row[column]))})`;
    const above = after === null ? sql`true` : sql`${keys} > ${valuesOf(after)}`;
    const { rows } = await sql<SourceRow>`select ${sql.join(columns.map((column) => sql.id(column)))} from ${sql.id(name)}
      where ${above} and ${keys} <= ${valuesOf(last)} order by ${sql.join(key.map((column) => sql.id(column)))}`.execute(
      this.#db,
    );
    return rows;
  }

  async count({ name }: SourceTable): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.id(name)}`.execute(this.#db);
    return rows[0]?.count ?? 0;
  }

  /** Empties the tables, because the source has changed since they were copied. */
  async startOver(): Promise<void> {
    const names = this.#source.tables.map(({ name }) => sql.id(name));
    await this.#db.transaction().execute(async (tx) => {
      await sql`truncate ${sql.join(names)}`.execute(tx);
      await sql`update moving set rows = 0, digest = ''`.execute(tx);
    });
    this.#progress.clear();
  }

  /** Completes the move. Generated keys continue after the highest one of the source. */
  async finish(): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      for (const { name, key, lastPosition } of this.#source.tables)
        if (lastPosition !== null)
          await sql`select setval(pg_get_serial_sequence(${name}, ${key[0]}), ${Math.max(1, lastPosition)})`.execute(tx);
      await sql`drop table moving`.execute(tx);
    });
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}

/** Runs before the migration creates tables. */
async function assertNothingElse(db: Kysely<Tables>): Promise<void> {
  const names = await tableNames(db);
  if (names.length > 0 && !names.includes('migrations'))
    throw new StorageRefusal('The target database has tables of another program: create an empty database for Atelier.');
}

async function assertSameTables(db: Kysely<Tables>, { tables, version }: Source): Promise<void> {
  const { rows } = await sql<{ version: number }>`select max(version) as version from migrations`.execute(db);
  const current = rows[0]?.version ?? 0;
  if (version < current)
    throw new StorageRefusal(
      'The data folder was last used by an older Atelier: start this version on it once, stop it, and then move it.',
    );
  if (version > current) throw new StorageRefusal('The data folder was last used by a newer Atelier: move it with that version.');
  const ours = new Set([...tables.map(({ name }) => name), 'migrations', 'moving']);
  const unexpected = (await tableNames(db)).filter((name) => !ours.has(name));
  if (unexpected.length > 0)
    throw new StorageRefusal(`The target database has tables that the data folder does not have: ${unexpected.join(', ')}.`);
}

async function begin(tx: Kysely<Tables>, { tables, identity }: Source): Promise<Map<string, Progress>> {
  const names = await tableNames(tx);
  if (!names.includes('moving')) {
    for (const { name } of tables) {
      const { rows } = await sql`select 1 from ${sql.id(name)} limit 1`.execute(tx);
      if (rows.length > 0) throw new StorageRefusal('The target database is not empty: it already has an Atelier installation.');
    }
    await sql`create table moving (name text primary key, rows bigint not null, digest text not null, source text not null)`.execute(
      tx,
    );
    for (const { name } of tables) await sql`insert into moving values (${name}, 0, '', ${identity})`.execute(tx);
  }
  const { rows } = await sql<{ name: string; rows: number; digest: string; source: string }>`select * from moving`.execute(tx);
  if (rows.some(({ source }) => source !== identity))
    throw new StorageRefusal('Another installation is being moved into the target database.');
  return new Map(rows.map(({ name, rows: count, digest }) => [name, { rows: count, digest }]));
}

async function tableNames(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  return rows.map(({ name }) => name);
}
