/** Blobs as rows of a table, which all nodes of a PostgreSQL installation can reach without further set-up. */
import type { Storage } from '../storage.ts';
import type { Blobs } from './blobs.ts';

export const databaseBlobs = (storage: Storage): Blobs => ({
  async put(hash, bytes) {
    if (await this.has(hash)) return;
    await storage.transact((tx) =>
      tx
        .insertInto('blob_bytes')
        .values({ hash, bytes })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  },
  async has(hash) {
    const row = await storage.db.selectFrom('blob_bytes').select('hash').where('hash', '=', hash).executeTakeFirst();
    return row !== undefined;
  },
  async get(hash) {
    const row = await storage.db.selectFrom('blob_bytes').select('bytes').where('hash', '=', hash).executeTakeFirst();
    return row?.bytes ?? null;
  },
  async remove(hash) {
    await storage.transact((tx) => tx.deleteFrom('blob_bytes').where('hash', '=', hash).execute());
  },
});
