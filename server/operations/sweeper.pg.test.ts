import { describe, expect, test } from 'vitest';

import type { SweepCounts } from '#storage/retention.ts';
import { openStorage } from '#storage/storage.ts';
import { insertSession } from '#storage/sessions.ts';
import { insertEditorEdits } from '#storage/tab-changes.ts';
import { insertTab } from '#storage/tabs.ts';
import { insertUser } from '#storage/users.ts';
import { startPostgres } from '#test/harness/postgres.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { Sweeper } from './sweeper.ts';

const day = 86_400_000;

const images = (): Promise<SweepCounts> => Promise.resolve({ images: 0 });

describe('sweeping', () => {
  test('runs night after night, ignores a jump of the clock, and continues afterwards', async () => {
    const folder = temporaryFolder('sweeper');
    const storage = await openStorage({ dataDir: folder.path });
    const start = new Date(2026, 5, 1, 3, 30).getTime();
    let now = start;
    const sweeper = new Sweeper({ storage, now: () => now, pastDays: 30, log: { info: () => {}, warn: () => {} }, images });
    const at = async (days: number): Promise<number[]> => {
      now = start + days * day;
      await sweeper.sweepIfDue();
      const rows = await storage.db.selectFrom('editor_edits').select('rev').orderBy('rev').execute();
      return rows.map(({ rev }) => rev);
    };
    await storage.transact(async (tx) => {
      await insertTab(tx, { documentId: 'doc_1', tabId: 'tab_1', at: start });
      for (const rev of [0, 5, 20])
        await insertEditorEdits(tx, { documentId: 'doc_1', tabId: 'tab_1', rev, at: start + rev * day, edits: [] });
    });
    for (let days = 0; days <= 32; days += 1) expect(await at(days)).toEqual([0, 5, 20]);
    expect(await at(33)).toEqual([5, 20]);
    // Ten years ahead, and back.
    expect(await at(3_650)).toEqual([5, 20]);
    for (let days = 34; days <= 40; days += 1) expect(await at(days)).toEqual([5, 20]);
    for (let days = 41; days <= 42; days += 1) await at(days);
    expect(await at(43)).toEqual([20]);
    sweeper.stop();
    await storage.close();
    folder.remove();
  });

  test('on PostgreSQL, a node whose clock differs from the database’s sweeps nothing', async () => {
    const postgres = await startPostgres();
    const storage = await openStorage({ databaseUrl: await postgres.createDatabase() });
    const expiresAt = Date.now() - 1_000;
    await storage.transact(async (tx) => {
      await insertUser(tx, { id: 'user_1', name: 'Ada', color: '#c2410c', email: null, passwordHash: null, createdAt: 1 });
      await insertSession(tx, { hash: 'h', userId: 'user_1', createdAt: 1, expiresAt });
    });
    const warnings: object[] = [];
    const log = { info: () => {}, warn: (data: object) => void warnings.push(data) };
    const sessionsLeft = async (ahead: number): Promise<number> => {
      const sweeper = new Sweeper({ storage, now: () => Date.now() + ahead, pastDays: 30, log, images });
      await sweeper.sweepIfDue();
      sweeper.stop();
      return (await storage.db.selectFrom('sessions').select('hash').execute()).length;
    };
    expect([await sessionsLeft(31 * day), await sessionsLeft(-31 * day), warnings.length, await sessionsLeft(0)]).toEqual([
      1, 1, 2, 0,
    ]);
    await storage.close();
    await postgres.stop();
  });
});
