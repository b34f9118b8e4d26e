/** What the storage does when PostgreSQL or the way to it fails. */
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

const one = (document = 'doc_1', on = storage) => append(on, document, new Uint8Array([1]));
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
  test('[S1] a commit waits for the disk whatever the database is set to', async () => {
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    const other = await openStorage({ databaseUrl: url });
    const show = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(other.db);
    expect(show.rows).toEqual([{ synchronous_commit: 'on' }]);
    await other.close();
  });

  test('whole numbers are numbers', async () => {
    const { rows } = await sql`select 9007199254740991::int8 as large, 1::int4 as small`.execute(storage.db);
    expect(rows).toEqual([{ large: 9007199254740991, small: 1 }]);
  });
});

describe('[P1] every wait has an end', () => {
  test('a frozen server: reads and writes are refused within 5.5 seconds, and served again afterwards', async () => {
    await one();
    await server.kill('SIGSTOP');
    const calls = await Promise.all(
      Array.from({ length: 12 }, (_, i) => timed(i % 2 === 0 ? one() : loadState(storage.db, 'doc_1'))),
    );
    await server.kill('SIGCONT');
    for (const { error, ms } of calls) {
      expect(error).toBeInstanceOf(StorageUnavailable);
      expect(ms).toBeLessThan(5_500);
    }
    const seq = (await loadState(storage.db, 'doc_1'))!.seq;
    expect(await one()).toBe(seq + 1);
  });

  test('a frozen server: closing ends all the same', async () => {
    const other = await openStorage({ databaseUrl: url });
    await append(other, 'doc_1', new Uint8Array([1]));
    await server.kill('SIGSTOP');
    const { error, ms } = await timed(other.close());
    await server.kill('SIGCONT');
    expect(error).toBeNull();
    expect(ms).toBeLessThan(3_000);
  });

  test('a document locked elsewhere: its writes are refused within 5 seconds, others are served meanwhile', async () => {
    await admin.query(`begin; select * from documents where id = 'doc_1' for update`);
    const refused = timed(one('doc_1'));
    for (let seq = 1; seq <= 5; seq += 1) expect(await one('doc_2')).toBe(seq);
    const { error, ms } = await refused;
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(ms).toBeLessThan(5_000);
    await admin.query('rollback');
    expect(await one('doc_1')).toBe(1);
  });

  test('a pool whose connections are all taken refuses within 5 seconds', async () => {
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

  test('a transaction that goes on for too long is refused its next statement', async () => {
    const slow = storage.transact(async (tx) => {
      await lockDocument(tx, 'doc_1');
      await sleep(5_100);
      await appendJournal(tx, { ...row(1), documentId: 'doc_1' });
    });
    await expect(slow).rejects.toThrow(StorageUnavailable);
    expect(await one()).toBe(1);
  });

  test('a server that is not there', async () => {
    const { error, ms } = await timed(openStorage({ databaseUrl: 'postgres://postgres@127.0.0.1:1/none' }));
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(ms).toBeLessThan(5_000);
  });
});

describe('[P2] a connection that breaks', () => {
  test('within a transaction: refused, nothing applied, and the next call is served', async () => {
    const broken = storage.transact(async (tx) => {
      await appendJournal(tx, { ...row(1), documentId: 'doc_1' });
      await admin.query('select pg_terminate_backend($1)', [await backend(tx)]);
      await sleep(50);
      await lockDocument(tx, 'doc_1');
    });
    await expect(broken).rejects.toThrow(StorageUnavailable);
    expect(await journalAfter(storage.db, 'doc_1', 0)).toEqual([]);
    expect(await one()).toBe(1);
  });

  test('within a statement', async () => {
    const broken = storage.transact(async (tx) => {
      const pid = await backend(tx);
      setTimeout(() => void admin.query('select pg_terminate_backend($1)', [pid]), 50);
      await sql`select pg_sleep(2)`.execute(tx);
    });
    await expect(broken).rejects.toThrow(StorageUnavailable);
    expect(await one()).toBe(1);
  });

  test('within statements that were sent together', async () => {
    const broken = storage.transact(async (tx) => {
      const pid = await backend(tx);
      setTimeout(() => void admin.query('select pg_terminate_backend($1)', [pid]), 50);
      await Promise.all([sql`select pg_sleep(2)`.execute(tx), lockDocument(tx, 'doc_1'), lockDocument(tx, 'doc_2')]);
    });
    await expect(broken).rejects.toThrow(StorageUnavailable);
    expect(await one()).toBe(1);
  });

  test('while idle: told, and replaced without anyone noticing', async () => {
    await Promise.all([one('doc_1'), one('doc_2'), storage.ping()]);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await sleep(100);
    expect(lost.length).toBeGreaterThan(0);
    expect(await one('doc_1')).toBe(2);
  });

  test('again and again under load: what was answered is there, and what was refused is not', async () => {
    const answered: string[] = [];
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
          () => answered.push(writeId),
          (error: unknown) => {
            if (error instanceof StorageUnavailable) refused.push(writeId);
            else if (!(error instanceof CommitUnknown)) unexpected.push(error);
          },
        );
      }
    });
    for (let i = 0; i < 15; i += 1) {
      await sleep(40);
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() order by random() limit 2`);
    }
    writing = false;
    await Promise.all(writers);
    const rows = (await loadState(storage.db, 'doc_1'))!.rows;
    const present = new Set(rows.map(({ writeId }) => writeId));
    expect(present.size).toBe(rows.length);
    expect(unexpected).toEqual([]);
    expect(answered.length).toBeGreaterThan(20);
    expect(refused.length).toBeGreaterThan(0);
    expect(answered.filter((id) => !present.has(id))).toEqual([]);
    expect(refused.filter((id) => present.has(id))).toEqual([]);
  });
});

describe('[P3] a COMMIT that is cut off is unknown, and its outcome can be found out', () => {
  test.each<{ verdict: Verdict; applied: boolean }>([
    { verdict: 'cut', applied: false },
    { verdict: 'cut-after', applied: true },
  ])('$verdict: the journal says applied: $applied', async ({ verdict, applied }) => {
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

  test('a connection that is cut before COMMIT is sent applied nothing', async () => {
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

describe('what the server says', () => {
  const raised = (sqlstate: string) =>
    storage.transact(async (tx) => {
      await appendJournal(tx, { ...row(1), documentId: 'doc_1' });
      await sql.raw(`do $$ begin raise exception 'as told' using errcode = '${sqlstate}'; end $$`).execute(tx);
    });

  test('a full disk is StorageFull', () => expect(raised('53100')).rejects.toThrow(StorageFull));

  test.each(['40001', '40P01', '53200', '53300', '55P03', '57014', '58030', '25006', '08006'])(
    '%s is StorageUnavailable',
    (sqlstate) => expect(raised(sqlstate)).rejects.toThrow(StorageUnavailable),
  );

  test.each(['22P02', '23505', '42601', 'XX000'])('%s is a fault of ours and comes out as it is', async (sqlstate) => {
    await expect(raised(sqlstate)).rejects.toThrow(pg.DatabaseError);
    expect(await one()).toBe(1);
  });

  test('a read-only database is not ready, and refuses writes', async () => {
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await sleep(100);
    await expect(storage.ping()).rejects.toThrow(StorageUnavailable);
    await expect(one()).rejects.toThrow(StorageUnavailable);
    expect((await loadState(storage.db, 'doc_1'))?.seq).toBe(0);
  });
});

describe('a server that is killed', () => {
  test('[S1] under load, twice: nothing answered is lost, the process lives, and it is served again in 5 seconds', async () => {
    // One of its own: it starts the sooner the fewer databases it has.
    const mortal = await startPostgres();
    const node = await openStorage({ databaseUrl: await mortal.createDatabase(), poolSize: 4 });
    await node.transact(async (tx) => {
      await insertUser(tx, person('user_1'));
      await insertDocument(tx, { id: 'doc_1', name: 'Plan', ownerId: 'user_1', at: 1 });
    });
    const answered: string[] = [];
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
          answered.push(writeId);
        } catch (error) {
          if (!(error instanceof StorageUnavailable || error instanceof CommitUnknown)) unexpected.push(error);
          await sleep(10);
        }
      }
    });
    try {
      for (let round = 0; round < 2; round += 1) {
        await sleep(300);
        await mortal.kill('SIGKILL');
        await sleep(100);
        await mortal.restart();
        const before = answered.length;
        const back = performance.now();
        while (answered.length === before && performance.now() - back < 5_000) await sleep(5);
        expect(answered.length).toBeGreaterThan(before);
      }
    } finally {
      writing = false;
      await Promise.all(writers);
    }
    const rows = (await loadState(node.db, 'doc_1'))!.rows;
    const present = new Set(rows.map(({ writeId }) => writeId));
    expect(unexpected).toEqual([]);
    expect(answered.length).toBeGreaterThan(50);
    expect(answered.filter((id) => !present.has(id))).toEqual([]);
    expect(present.size).toBe(rows.length);
    await node.close();
    await mortal.stop();
  }, 60_000);
});
