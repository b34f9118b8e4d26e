/** The blob contract in a real bucket, with rows in each database. */
import { join } from 'node:path';

import { afterAll, beforeAll, describe } from 'vitest';

import { startBucket, type TestBucket } from '#test/harness/bucket.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { blobsAt } from '../contract/blobs.ts';
import { ContractDatabase } from '../contract/contract-database.ts';
import type { StorageConfig } from '../storage.ts';
import { openBlobs } from './blobs.ts';

const folder = temporaryFolder('bucketrows');
let bucket: TestBucket;
let server: TestPostgres;
beforeAll(async () => {
  [bucket, server] = await Promise.all([startBucket(), startPostgres()]);
});
afterAll(async () => {
  await Promise.all([bucket.stop(), server.stop()]);
  folder.remove();
});

const databases: Readonly<Record<string, () => Promise<StorageConfig>>> = {
  SQLite: async () => ({ dataDir: join(folder.path, 'data') }),
  PostgreSQL: async () => ({ databaseUrl: await server.createDatabase(), poolSize: 4 }),
};

describe.each(Object.entries(databases))('%s', (_name, createEmpty) => {
  const database = new ContractDatabase(createEmpty);
  beforeAll(() => database.open());
  afterAll(() => database.close());
  blobsAt(database, 'in a bucket', () => {
    const { url, keys } = bucket;
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = keys;
    return openBlobs(database.storage, { bucket: { url, region: 'us-east-1', accessKeyId, secretAccessKey } });
  });
});
