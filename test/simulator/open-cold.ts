/** Opens an SQLite database for reading, beside a node or after its death, past the faults of its disk. */
import { DatabaseSync } from 'node:sqlite';

import { Kysely } from 'kysely';

import { LogSync } from '#storage/sqlite/log-sync.ts';
import { sqliteDialect } from '#storage/sqlite/sqlite-driver.ts';
import type { Storage, Tables } from '#storage/storage.ts';

export async function openCold(file: string): Promise<Storage> {
  const database = new DatabaseSync(file, { readOnly: true });
  const db = new Kysely<Tables>({
    dialect: sqliteDialect({ database, turns: null, log: new LogSync(async () => {}), busyMs: 0 }),
  });
  return {
    dialect: 'sqlite',
    db,
    transact: () => Promise.reject(new Error('the cold storage is for reading')),
    ping: async () => {},
    async close() {
      await db.destroy();
      if (database.isOpen) database.close();
    },
  };
}
