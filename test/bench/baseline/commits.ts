/** Durable commits of a number of bytes and nothing else, on databases with the settings of the product. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import pg from 'pg';

import { temporaryFolder } from '../../harness/temporary-folder.ts';

/** `commit` resolves when one row of `bytes` is on disk. */
export type BaselineCommits = { commit(): Promise<void>; end(): Promise<void> };

/** node:sqlite, WAL, synchronous=FULL. */
export function sqliteCommits(bytes: number): BaselineCommits {
  const folder = temporaryFolder('bench');
  const database = new DatabaseSync(join(folder.path, 'bare.db'));
  database.exec('pragma journal_mode=wal; pragma synchronous=full; create table rows (seq integer primary key, bytes blob)');
  const insert = database.prepare('insert into rows (bytes) values (?)');
  const row = new Uint8Array(bytes).fill(7);
  return {
    commit() {
      insert.run(row);
      return Promise.resolve();
    },
    end() {
      database.close();
      folder.remove();
      return Promise.resolve();
    },
  };
}

/** PostgreSQL, each commit on a connection of a pool of `connections`. */
export async function postgresCommits(url: string, bytes: number, connections: number): Promise<BaselineCommits> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  await pool.query('create table if not exists rows (seq bigserial primary key, bytes bytea)');
  const row = Buffer.alloc(bytes, 7);
  return {
    async commit() {
      await pool.query({ name: 'insert', text: 'insert into rows (bytes) values ($1)', values: [row] });
    },
    end: () => pool.end(),
  };
}
