/** Faults of PostgreSQL and of the network to it. */
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { startProxy, type Verdict } from '#test/harness/tcp-proxy.ts';

import { append, person, row } from '../contract/contract-database.ts';
import { insertDocument } from '../documents.ts';
import { CommitUnknown, StorageFull, StorageUnavailable } from '../failures.ts';
import { appendJournal, hasWrite, journalAfter, lockDocument } from '../journal.ts';
import { loadState } from '../snapshots.ts';
import { openStorage, type Db, type Storage } from '../storage.ts';
import { insertUser } from '../users.ts';

let server: TestPostgres;
let url: string;
let storage: Storage;
let lost: Error[];
let admin: pg.Client;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

beforeEach(async () => {
  url = await server.createDatabase();
  lost = [];
  storage = await openStorage({ databaseUrl: url, poolSize: 4, onConnectionLost: (error) => lost.push(error) });
  await storage.transact(async (tx) => {
    await insertUser(tx, person('user_1'));
    for (const id of ['doc_1', 'doc_2']) await insertDocument(tx, { id, name: id, ownerId: 'user_1', at: 1 });
  });
  admin = new pg.Client({ connectionString: url });
  admin.on('error', () => {});
  await admin.connect();
  return async () => {
    await admin.end().catch(() => {});
    await storage.close();
  };
});

const write = (document = 'doc_1', on = storage) => append(on, document, new Uint8Array([1]));
const backend = async (tx: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]!.pid;

async function timed(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const start = performance.now();
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  return { error, ms: performance.now() - start };
}

describe('settings', () => {
  test('DB1 a commit waits for the disk whatever the database’s settings', async () => {
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    const other = await openStorage({ databaseUrl: url });
    const show = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(other.db);
    expect(show.rows).toEqual([{ synchronous_commit: 'on' }]);
    await other.close();
  });

  test('64-bit integers are read as numbers', async () => {
    const { rows } = await sql`select 9007199254740991::int8 as large, 1::int4 as small`.execute(storage.db);
    expect(rows).toEqual([{ large: 9007199254740991, small: 1 }]);
  });
});

describe('DB4 every wait has a limit', () => {
  test('DB4 a frozen server: reads and writes are refused within 5.5 seconds and served again afterwards', async () => {
    await write();
    await server.kill('SIGSTOP');
    const calls = await Promise.all(
      Array.from({ length: 12 }, (_, i) => timed(i % 2 === 0 ? write() : loadState(storage.db, 'doc_1'))),
    );
    await server.kill('SIGCONT');
    for (const { error, ms } of calls) {
      expect(error).toBeInstanceOf(StorageUnavailable);
      expect(ms).toBeLessThan(5_500);
    }
    const seq = (await loadState(storage.db, 'doc_1'))!.seq;
    expect(await write()).toBe(seq + 1);
  });

  test('DB4 a frozen server: close ends anyway', async () => {
    const other = await openStorage({ databaseUrl: url });
    await append(other, 'doc_1', new Uint8Array([1]));
    await server.kill('SIGSTOP');
    const { error, ms } = await timed(other.close());
    await server.kill('SIGCONT');
    expect(error).toBeNull();
    expect(ms).toBeLessThan(3_000);
  });

  test('DB4 a document locked by another client: its writes are refused within 5 seconds, and other documents are served', async () => {
    await admin.query(`begin; select * from documents where id = 'doc_1' for update`);
    const refused = timed(write('doc_1'));
    for (let seq = 1; seq <= 5; seq += 1) expect(await write('doc_2')).toBe(seq);
    const { error, ms } = await refused;
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(ms).toBeLessThan(5_000);
    await admin.query('rollback');
    expect(await write('doc_1')).toBe(1);
  });

  test('DB4 a pool without a free connection refuses within 5 seconds', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holders = Array.from({ length: 4 }, () =>
      storage.transact(async (tx) => {
        await sql`select 1`.execute(tx);
        await held;
      }),
    );
    const { error, ms } = await timed(storage.ping());
    release();
    await Promise.all(holders);
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(ms).toBeLessThan(5_000);
    await storage.ping();
  });

  test('DB4 a transaction that takes too long is refused its next statement', async () => {
    const slow = storage.transact(async (tx) => {
      await lockDocument(tx, 'doc_1');
      await sleep(5_100);
      await appendJournal(tx, { ...row(1), documentId: 'doc_1' });
    });
    await expect(slow).rejects.toThrow(StorageUnavailable);
    expect(await write()).toBe(1);
  });

  test('DB4 an unreachable server is reported within 5 seconds', async () => {
    const { error, ms } = await timed(openStorage({ databaseUrl: 'postgres://postgres@127.0.0.1:1/none' }));
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(ms).toBeLessThan(5_000);
  });
});

describe('a broken connection', () => {
  test('DB5 breaking within a transaction: it is refused, nothing is applied, and the next call is served', async () => {
    const broken = storage.transact(async (tx) => {
      await appendJournal(tx, { ...row(1), documentId: 'doc_1' });
      await admin.query('select pg_terminate_backend($1)', [await backend(tx)]);
      await sleep(50);
      await lockDocument(tx, 'doc_1');
    });
    await expect(broken).rejects.toThrow(StorageUnavailable);
    expect(await journalAfter(storage.db, 'doc_1', 0)).toEqual([]);
    expect(await write()).toBe(1);
  });

  test('DB5 breaking within a statement', async () => {
    const broken = storage.transact(async (tx) => {
      const pid = await backend(tx);
      setTimeout(() => void admin.query('select pg_terminate_backend($1)', [pid]), 50);
      await sql`select pg_sleep(2)`.execute(tx);
    });
    await expect(broken).rejects.toThrow(StorageUnavailable);
    expect(await write()).toBe(1);
  });

  test('DB5 breaking within concurrent statements', async () => {
    const broken = storage.transact(async (tx) => {
      const pid = await backend(tx);
      setTimeout(() => void admin.query('select pg_terminate_backend($1)', [pid]), 50);
      await Promise.all([sql`select pg_sleep(2)`.execute(tx), lockDocument(tx, 'doc_1'), lockDocument(tx, 'doc_2')]);
    });
    await expect(broken).rejects.toThrow(StorageUnavailable);
    expect(await write()).toBe(1);
  });

  test('DB5 a statement that was sent behind one that fails is refused for the same reason', async () => {
    const refused = storage.transact(async (tx) => {
      const [failing, behind] = [sql`select 1 / 0`, sql`select 2`].map((statement) => statement.execute(tx));
      failing?.catch(() => undefined);
      await behind;
    });
    await expect(refused).rejects.toThrow('division by zero');
  });

  test('DB5 breaking while idle: it is reported and replaced', async () => {
    await Promise.all([write('doc_1'), write('doc_2'), storage.ping()]);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await sleep(100);
    expect(lost.length).toBeGreaterThan(0);
    expect(await write('doc_1')).toBe(2);
  });

  test('DB5 breaking repeatedly under load: acknowledged writes are stored, and refused ones are not', async () => {
    const acknowledged: string[] = [];
    const refused: string[] = [];
    const unexpected: unknown[] = [];
    let writing = true;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; writing; n += 1) {
        const writeId = `w-${writer}-${n}`;
        const work = storage.transact(async (tx) => {
          const locked = await lockDocument(tx, 'doc_1');
          await appendJournal(tx, { ...row(locked!.seq + 1), writeId, documentId: 'doc_1' });
        });
        await work.then(
          () => acknowledged.push(writeId),
          (error: unknown) => {
            if (error instanceof StorageUnavailable) refused.push(writeId);
            else if (!(error instanceof CommitUnknown)) unexpected.push(error);
          },
        );
      }
    });
    for (let i = 0; i < 15; i += 1) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(before + 1);
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() order by random() limit 2`);
    }
    writing = false;
    await Promise.all(writers);
    const rows = (await loadState(storage.db, 'doc_1'))!.rows;
    const present = new Set(rows.map(({ writeId }) => writeId));
    expect(present.size).toBe(rows.length);
    expect(unexpected).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(20);
    expect(refused.length).toBeGreaterThan(0);
    expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
    expect(refused.filter((id) => present.has(id))).toEqual([]);
  });
});

describe('a COMMIT that is cut off', () => {
  test.each<{ verdict: Verdict; applied: boolean }>([
    { verdict: 'cut', applied: false },
    { verdict: 'cut-after', applied: true },
  ])('DB6 $verdict: the outcome is unknown, and the journal says applied: $applied', async ({ verdict, applied }) => {
    const target = new URL(url);
    const proxy = await startProxy({ host: target.hostname, port: Number(target.port) });
    target.port = String(proxy.port);
    const proxied = await openStorage({ databaseUrl: target.href });
    proxy.judge((chunk) => (chunk.includes('commit\0') ? verdict : 'pass'));
    const work = proxied.transact((tx) => appendJournal(tx, { ...row(1), writeId: 'unknown', documentId: 'doc_1' }));
    await expect(work).rejects.toThrow(CommitUnknown);
    proxy.judge(() => 'pass');
    const found = proxied.transact(async (tx) => {
      await lockDocument(tx, 'doc_1');
      return hasWrite(tx, 'doc_1', 'unknown');
    });
    expect(await found).toBe(applied);
    await proxied.close();
    await proxy.close();
  });

  test('DB6 a connection that is cut before COMMIT is sent has applied nothing', async () => {
    const target = new URL(url);
    const proxy = await startProxy({ host: target.hostname, port: Number(target.port) });
    target.port = String(proxy.port);
    const proxied = await openStorage({ databaseUrl: target.href });
    proxy.judge((chunk) => (chunk.includes('insert into') ? 'cut-after' : 'pass'));
    const work = proxied.transact((tx) => appendJournal(tx, { ...row(1), documentId: 'doc_1' }));
    await expect(work).rejects.toThrow(StorageUnavailable);
    expect(await journalAfter(storage.db, 'doc_1', 0)).toEqual([]);
    await proxied.close();
    await proxy.close();
  });
});

describe('errors of the server', () => {
  const raise = (sqlstate: string) =>
    storage.transact(async (tx) => {
      await appendJournal(tx, { ...row(1), documentId: 'doc_1' });
      await sql.raw(`do $$ begin raise exception 'on purpose' using errcode = '${sqlstate}'; end $$`).execute(tx);
    });

  test('DB7 a full disk is StorageFull', () => expect(raise('53100')).rejects.toThrow(StorageFull));

  test.each(['40001', '40P01', '53200', '53300', '55P03', '57014', '58030', '25006', '08006'])(
    'DB5 %s is StorageUnavailable',
    (sqlstate) => expect(raise(sqlstate)).rejects.toThrow(StorageUnavailable),
  );

  test.each(['22P02', '23505', '42601', 'XX000'])('DB5 %s is a bug of ours and is thrown unchanged', async (sqlstate) => {
    await expect(raise(sqlstate)).rejects.toThrow(pg.DatabaseError);
    expect(await write()).toBe(1);
  });

  test('DB5 a read-only database is not ready and refuses writes', async () => {
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await sleep(100);
    await expect(storage.ping()).rejects.toThrow(StorageUnavailable);
    await expect(write()).rejects.toThrow(StorageUnavailable);
    expect((await loadState(storage.db, 'doc_1'))?.seq).toBe(0);
  });
});

describe('a killed server', () => {
  test('DB1 killed twice under load: nothing acknowledged is lost, the process survives, and calls are served again within 5 seconds', async () => {
    // A server of its own: with fewer databases it starts faster.
    const killedServer = await startPostgres();
    const node = await openStorage({ databaseUrl: await killedServer.createDatabase(), poolSize: 4 });
    await node.transact(async (tx) => {
      await insertUser(tx, person('user_1'));
      await insertDocument(tx, { id: 'doc_1', name: 'Plan', ownerId: 'user_1', at: 1 });
    });
    const acknowledged: string[] = [];
    const unexpected: unknown[] = [];
    let writing = true;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; writing; n += 1) {
        const writeId = `w-${writer}-${n}`;
        try {
          await node.transact(async (tx) => {
            const locked = await lockDocument(tx, 'doc_1');
            await appendJournal(tx, { ...row(locked!.seq + 1), writeId, documentId: 'doc_1' });
          });
          acknowledged.push(writeId);
        } catch (error) {
          if (!(error instanceof StorageUnavailable || error instanceof CommitUnknown)) unexpected.push(error);
          await sleep(10);
        }
      }
    });
    try {
      for (let round = 0; round < 2; round += 1) {
        await sleep(300);
        await killedServer.kill('SIGKILL');
        await sleep(100);
        await killedServer.restart();
        const before = acknowledged.length;
        const back = performance.now();
        while (acknowledged.length === before && performance.now() - back < 5_000) await sleep(5);
        expect(acknowledged.length).toBeGreaterThan(before);
      }
    } finally {
      writing = false;
      await Promise.all(writers);
    }
    const rows = (await loadState(node.db, 'doc_1'))!.rows;
    const present = new Set(rows.map(({ writeId }) => writeId));
    expect(unexpected).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(50);
    expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
    expect(present.size).toBe(rows.length);
    await node.close();
    await killedServer.stop();
  }, 60_000);
});
