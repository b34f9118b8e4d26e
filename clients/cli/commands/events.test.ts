import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from '#rest/server.test-support.ts';

import { runCli } from '../cli.test-support.ts';

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
});
afterAll(() => server.close());

test('events prints a line for each event after the one named, until it is interrupted', async () => {
  const place = await server.addDocument(ada.token);
  const env = { ATELIER_URL: `${server.origin}/api/v1`, ATELIER_TOKEN: ada.token };
  const first = new AbortController();
  const follows = runCli(['events', place.id, '--json'], { env, signal: first.signal });
  const draw = (label: string): Promise<unknown> =>
    server.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets`, {
      token: ada.token,
      body: { operations: 'add square', summary: label },
    });
  // The stream tells what happens from when it is open: it is, once one of these is told.
  let ended = false;
  void follows.finally(() => (ended = true));
  const drawing = (async () => {
    for (let count = 0; !ended && count < 100; count += 1) {
      await draw(`n${count}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (count === 25) first.abort();
    }
  })();
  const { code, out } = await follows;
  await drawing;
  expect(code).toBe(130);
  const told = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; type: string });
  expect(told.length).toBeGreaterThan(2);
  const second = new AbortController();
  setTimeout(() => second.abort(), 700);
  const again = await runCli(['events', place.id, '--types', 'changeset', '--after', told[0]!.id], {
    env,
    signal: second.signal,
  });
  expect(again.out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}changeset {2}Ada {2}\{/);
  expect(again.out.trimEnd().split('\n').length).toBeGreaterThanOrEqual(told.length - 1);
});
