import { expect, test } from 'vitest';

import { until } from '#test/harness/editor.ts';
import { launchNode, startNodeProcess } from '#test/harness/node-process.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

test('a second server on one data folder exits with a clear message, and the first continues', async () => {
  const folder = temporaryFolder('second');
  const first = await startNodeProcess({ DATA_DIR: folder.path });
  const second = await launchNode({ DATA_DIR: folder.path });
  await until(() => !second.isRunning(), 30_000, 'the second server runs');
  expect(second.exitCode()).toBe(1);
  expect(second.output()).toBe(`Another Atelier server (process ${first.pid}) uses the data folder ${folder.path}.`);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);

  await first.kill('SIGKILL');
  const third = await startNodeProcess({ DATA_DIR: folder.path });
  await third.kill('SIGTERM');
  expect(third.exitCode()).toBe(0);
  folder.remove();
});
