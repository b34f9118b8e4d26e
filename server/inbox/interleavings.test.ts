import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';
import { fuzzTimeout, scaled } from '#test/harness/fuzz.ts';
import { seedOf } from '#test/harness/random.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { playManyTasks } from '#test/simulator/task-plays.ts';

const plays = scaled(1_000);

test(
  'TK9 TK11 TK24 in no interleaving of agents, nodes and kills two agents hold one task, and none is lost',
  async () => {
    const folder = temporaryFolder('interleavings');
    const storage = await openStorage({ dataDir: join(folder.path, 'data'), syncLog: async () => {} });
    const { objections, counts } = await playManyTasks([storage, storage], seedOf('interleavings'), plays);
    expect(objections).toEqual([]);
    expect(counts['claimed']).toBeGreaterThan(plays / 2);
    await storage.close();
    folder.remove();
  },
  fuzzTimeout(300_000),
);
