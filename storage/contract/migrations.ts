/** The contract for migrations. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { StorageRefusal } from '../failures.ts';
import { getSetting } from '../settings.ts';
import { openStorage } from '../storage.ts';
import { applyMigrations } from '../migrations/migrate.ts';
import { type ContractDatabase } from './contract-database.ts';

export function migrationsContract(database: ContractDatabase): void {
  describe('migrations', () => {
    test('MG1 several nodes that open an empty database at the same time all find it migrated', async () => {
      const empty = await database.createEmpty();
      const opened = await Promise.all([1, 2, 3, 4].map(() => openStorage(empty)));
      for (const node of opened) {
        expect(await getSetting(node.db, 'nothing')).toBeNull();
        await node.close();
      }
    });

    test('MG2 a database that a newer version has changed is refused and left unchanged', async () => {
      const newer = await database.createEmpty();
      const first = await openStorage(newer);
      await first.transact((tx) => tx.insertInto('migrations').values({ version: 999, name: 'later', at: 1 }).execute());
      await first.close();
      await expect(openStorage(newer)).rejects.toThrow(StorageRefusal);
      await expect(openStorage(newer)).rejects.toThrow('999');
    });

    test('MG2 a database that a newer version has only added to is served and left unchanged', async () => {
      const newer = await database.createEmpty();
      const first = await openStorage(newer);
      const count = (await first.db.selectFrom('migrations').select('version').execute()).length;
      const earlier = Array.from({ length: count }, () => ({ name: 'earlier', statements: () => [] }));
      const addition = {
        name: 'later',
        isAddition: true,
        statements: () => ['create table later (id integer)', 'alter table settings add column later integer'],
      };
      await first.transact((tx) => applyMigrations(tx, [...earlier, addition]));
      await first.close();
      const again = await openStorage(newer);
      expect(await again.db.selectFrom('migrations').select('version').execute()).toHaveLength(count + 1);
      await again.close();
    });

    test('MG2 what is an addition on one kind of database only is refused on the other', async () => {
      const newer = await database.createEmpty();
      const first = await openStorage(newer);
      const earlier = (await first.db.selectFrom('migrations').select('version').execute()).map(() => ({
        name: 'earlier',
        statements: () => [],
      }));
      const later = { name: 'later', isAddition: 'postgres', statements: () => [] } as const;
      await first.transact((tx) => applyMigrations(tx, [...earlier, later]));
      await first.close();
      const again = openStorage(newer);
      if (first.dialect === 'postgres') await (await again).close();
      else await expect(again).rejects.toThrow(StorageRefusal);
    });

    test('MG3 a failed migration leaves the database unchanged', async () => {
      const broken = { name: 'broken', statements: () => ['create table half (id integer)', 'create tabel'] };
      const present = await database.storage.db.selectFrom('migrations').select('version').execute();
      const steps = [...present.map(() => broken), broken];
      await expect(database.storage.transact((tx) => applyMigrations(tx, steps))).rejects.toThrow();
      await expect(sql`select 1 from half`.execute(database.storage.db)).rejects.toThrow();
      expect(await database.storage.db.selectFrom('migrations').select('version').execute()).toEqual(present);
    });
  });
}
