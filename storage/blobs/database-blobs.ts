/** database-blobs: blobs as rows of a table: what every node of a PostgreSQL installation reaches without anything else. */
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
