/** migrations: forward, once, by one node. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { StorageRefusal } from '../failures.ts';
import { getSetting } from '../settings.ts';
import { openStorage } from '../storage.ts';
import { applyMigrations } from '../migrations/migrate.ts';
import { type ContractDatabase } from './contract-database.ts';

export function migrationsContract(ground: ContractDatabase): void {
  describe('migrations', () => {
    test('[M1] several nodes that open an empty database at once all find it ready', async () => {
      const empty = await ground.fresh();
      const opened = await Promise.all([1, 2, 3, 4].map(() => openStorage(empty)));
      for (const one of opened) {
        expect(await getSetting(one.db, 'nothing')).toBeNull();
        await one.close();
      }
    });

    test('[M2] a database that a newer version has changed is refused, and left as it is', async () => {
      const newer = await ground.fresh();
      const first = await openStorage(newer);
      await first.transact((tx) => tx.insertInto('migrations').values({ version: 999, name: 'later', at: 1 }).execute());
      await first.close();
      await expect(openStorage(newer)).rejects.toThrow(StorageRefusal);
      await expect(openStorage(newer)).rejects.toThrow('999');
    });

    test('[M2] one that it has only added to is served, and left as it is', async () => {
      const newer = await ground.fresh();
      const first = await openStorage(newer);
      const known = (await first.db.selectFrom('migrations').select('version').execute()).length;
      const earlier = Array.from({ length: known }, () => ({ name: 'earlier', statements: () => [] }));
      const added = {
        name: 'later',
        isAddition: true,
        statements: () => ['create table later (id integer)', 'alter table settings add column later integer'],
      };
      await first.transact((tx) => applyMigrations(tx, [...earlier, added]));
      await first.close();
      const again = await openStorage(newer);
      expect(await again.db.selectFrom('migrations').select('version').execute()).toHaveLength(known + 1);
      await again.close();
    });

    test('[M3] a migration that fails leaves the database as it was', async () => {
      const broken = { name: 'broken', statements: () => ['create table half (id integer)', 'create tabel'] };
      const present = await ground.storage.db.selectFrom('migrations').select('version').execute();
      const steps = [...present.map(() => broken), broken];
      await expect(ground.storage.transact((tx) => applyMigrations(tx, steps))).rejects.toThrow();
      await expect(sql`select 1 from half`.execute(ground.storage.db)).rejects.toThrow();
      expect(await ground.storage.db.selectFrom('migrations').select('version').execute()).toEqual(present);
    });
  });
}
