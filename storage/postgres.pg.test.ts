/** The storage contract on PostgreSQL. postgres/postgres-faults.pg.test.ts tests its faults. */
import { afterAll, beforeAll, describe } from 'vitest';

import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';

import { storageContract } from './contract/contract.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

describe('PostgreSQL', () => {
  storageContract(async () => ({ databaseUrl: await server.createDatabase(), poolSize: 4 }));
});
