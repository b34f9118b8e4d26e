import { expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';
import { fuzzTimeout, scaled } from '#test/harness/fuzz.ts';
import { startPostgres } from '#test/harness/postgres.ts';
import { seedOf } from '#test/harness/random.ts';
import { playManyTasks } from '#test/simulator/task-plays.ts';

const plays = scaled(1_000);

test(
  'TK9 TK11 TK24 in no interleaving of agents and kills on two nodes of PostgreSQL two agents hold one task, and none is lost',
  async () => {
    const postgres = await startPostgres();
    const databaseUrl = await postgres.createDatabase();
    const storages = [await openStorage({ databaseUrl }), await openStorage({ databaseUrl })];
    const { objections, counts } = await playManyTasks(storages, seedOf('interleavings on PostgreSQL'), plays);
    expect(objections).toEqual([]);
    expect(counts['claimed']).toBeGreaterThan(plays / 2);
    for (const storage of storages) await storage.close();
    await postgres.stop();
  },
  fuzzTimeout(1_800_000),
);
