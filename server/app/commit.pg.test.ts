import { createHash, randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { isProblem, problem } from '#schema/problem.ts';
import type { Call } from '#server/call.ts';
import { CommitUnknown, StorageUnavailable } from '#storage/failures.ts';
import { getSetting, putSetting } from '#storage/settings.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { startPostgres } from '#test/harness/postgres.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { commit, type WriteContext } from './commit.ts';

const actor = { kind: 'person', userId: 'user_x', name: 'Ada', color: '#c2410c', sessionHash: 'x' } as const;
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const callWith = (key: string | null, body = ''): Call => ({
  actor,
  requestId: 'req_x',
  key: key === null ? null : { scope: hash(key), fingerprint: hash(body), seal: createHash('sha256').update(key).digest() },
  replayed: false,
});

/** Counts in the transaction how often it was applied, and returns the count. */
const counting =
  (name: string) =>
  async (tx: Storage['db']): Promise<{ readonly times: number }> => {
    const times = Number((await getSetting(tx, name)) ?? '0') + 1;
    await tx.deleteFrom('settings').where('key', '=', name).execute();
    await putSetting(tx, name, String(times));
    return { times };
  };

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`commit on ${dialect}`, () => {
    let storage: Storage;
    let context: WriteContext;
    let release: () => Promise<void>;
    const auditSpec = { action: 'test.write' };
    const appliedTimes = async (name: string): Promise<number> => Number((await getSetting(storage.db, name)) ?? '0');

    beforeAll(async () => {
      if (dialect === 'sqlite') {
        const folder = temporaryFolder('commit');
        storage = await openStorage({ dataDir: folder.path });
        release = async () => folder.remove();
      } else {
        const server = await startPostgres();
        storage = await openStorage({ databaseUrl: await server.createDatabase(), poolSize: 8 });
        release = () => server.stop();
      }
      context = { storage, now: Date.now };
    });
    afterAll(async () => {
      await storage.close();
      await release();
    });

    test('APP1 APP2 a call is applied once per key and answered again, and its key is refused for another body', async () => {
      const key = newId('cs');
      const first = await commit(context, callWith(key), auditSpec, counting(key));
      const call = callWith(key);
      expect(await commit(context, call, auditSpec, counting(key))).toEqual(first);
      expect(call.replayed).toBe(true);
      const other = await commit(context, callWith(key, 'other'), auditSpec, counting(key));
      expect(isProblem(other) && other.code).toBe('idempotency_key_reused');
      expect(await appliedTimes(key)).toBe(1);
    });

    test('APP3 APP4 a refusal rolls back and stores nothing', async () => {
      const key = newId('cs');
      const refused = await commit(context, callWith(key), auditSpec, async (tx) => {
        await counting(key)(tx);
        return problem('title_taken');
      });
      expect(isProblem(refused) && refused.code).toBe('title_taken');
      expect(await appliedTimes(key)).toBe(0);
      expect(await commit(context, callWith(key), auditSpec, counting(key))).toEqual({ times: 1 });
    });

    test('APP3 an answer of a call that applied nothing is not stored', async () => {
      const key = newId('cs');
      const nothing = { ...auditSpec, applied: () => false };
      await commit(context, callWith(key), nothing, counting(key));
      const call = callWith(key);
      await commit(context, call, nothing, counting(key));
      expect(call.replayed).toBe(false);
    });

    test('APP5 of concurrent calls with one key, one is applied and all get its answer', async () => {
      const key = newId('cs');
      const calls = Array.from({ length: 12 }, () => callWith(key));
      const answers = await Promise.all(calls.map((call) => commit(context, call, auditSpec, counting(key))));
      expect(answers).toEqual(calls.map(() => ({ times: 1 })));
      expect(calls.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(await appliedTimes(key)).toBe(1);
    });

    test('APP6 the outcome of an unknown COMMIT is looked up by the key, and without a key thrown', async () => {
      for (const wasApplied of [true, false]) {
        const key = newId('cs');
        const failing = (): WriteContext => {
          let isFirst = true;
          const transact: Storage['transact'] = async (work) => {
            if (!isFirst) return storage.transact(work);
            isFirst = false;
            if (wasApplied) await storage.transact(work);
            throw new CommitUnknown('the connection was lost');
          };
          return { ...context, storage: { ...storage, db: storage.db, transact } };
        };
        expect(await commit(failing(), callWith(key), auditSpec, counting(key))).toEqual({ times: 1 });
        expect(await appliedTimes(key)).toBe(1);
        await expect(commit(failing(), callWith(null), auditSpec, counting(newId('cs')))).rejects.toBeInstanceOf(CommitUnknown);
      }
    });

    test('APP6 a COMMIT whose outcome cannot be looked up stays unknown', async () => {
      const key = newId('cs');
      let attempts = 0;
      const transact: Storage['transact'] = async (work) => {
        attempts += 1;
        if (attempts > 1) throw new StorageUnavailable('the database is unavailable');
        await storage.transact(work);
        throw new CommitUnknown('the connection was lost');
      };
      const failing = { ...context, storage: { ...storage, transact } };
      await expect(commit(failing, callWith(key), auditSpec, counting(key))).rejects.toBeInstanceOf(CommitUnknown);
      expect([attempts, await appliedTimes(key)]).toEqual([2, 1]);
    });

    test('APP7 an answer with a secret is stored sealed, and an applied write leaves one audit row', async () => {
      const key = newId('cs');
      const secret = randomBytes(16).toString('hex');
      const sealed = { ...auditSpec, secret: true, about: () => ({ subject: key }) };
      for (let round = 0; round < 2; round += 1) {
        expect(await commit(context, callWith(key), sealed, async () => ({ secret }))).toEqual({ secret });
      }
      const rows = await storage.db.selectFrom('idempotency').selectAll().where('scope', '=', hash(key)).execute();
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(secret);
      const audit = await storage.db.selectFrom('audit').selectAll().where('subject', '=', key).execute();
      expect(audit).toMatchObject([{ action: 'test.write', actor_kind: 'person', user_id: 'user_x', request_id: 'req_x' }]);
    });
  });
}
