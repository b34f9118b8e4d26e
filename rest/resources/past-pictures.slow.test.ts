import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestServer, type TestServer } from '../server.test-support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('APP112 a picture shows the tab as it was', async () => {
  const { token } = await server.addPerson('Ada');
  const { id, tab } = await server.addDocument(token, 'Plan');
  const path = `/documents/${id}/tabs/${tab}`;
  for (const operations of ['add square "Secret" id=secret at:0,0', 'rm secret'])
    await server.call('POST', `${path}/changesets`, { token, body: { operations } });
  expect((await server.call('GET', `${path}/render.svg?at=1`, { token })).text).toContain('Secret');
  expect((await server.call('GET', `${path}/render.svg`, { token })).text).not.toContain('Secret');
  expect((await server.call('GET', `${path}/render.png?at=1`, { token })).bytes.length).toBeGreaterThan(500);
});
