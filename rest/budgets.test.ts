import { afterEach, describe, expect, test } from 'vitest';

import { CallerBudgets, type CallerLimits } from '#server/budgets/caller-budgets.ts';

import { startTestServer, type TestServer } from './server.test-support.ts';

let server: TestServer;
let usedUp: string[];
/** Added to the clock of the budgets. */
let skippedMs: number;
afterEach(() => server.close());

async function start(limits: Partial<CallerLimits>): Promise<TestServer> {
  usedUp = [];
  skippedMs = 0;
  const none = { perPerson: null, perAddress: null };
  const note = (budget: string, holder: string): void => void usedUp.push(`${budget} ${holder}`);
  const accounts = new CallerBudgets({ loop: none, bytes: none, ...limits }, () => performance.now() + skippedMs, note);
  server = await startTestServer({ accounts });
  return server;
}

/** Calls until it is refused, at most so often. */
async function untilRefused(call: () => Promise<{ status: number; headers: Headers; json: { code: string } }>, most: number) {
  for (let calls = 0; calls < most; calls += 1) {
    const answer = await call();
    if (answer.status >= 400) return answer;
  }
  return null;
}

describe('budgets', () => {
  test('[BG4] a person who has used up the time is refused with Retry-After, then served; others are served all the time', async () => {
    // 50 ms are saved up, and 10 ms a second are added.
    const { call, addPerson } = await start({ loop: { perPerson: 1, perAddress: 100 } });
    const [ada, eve] = [await addPerson('Ada'), await addPerson('Eve')];
    const { id, tab } = await server.addDocument(ada.token);
    const operations = Array.from({ length: 100 }, (_, at) => `add square "Box ${at}" at:${at * 200},0`).join('\n');
    const refused = await untilRefused(async () => {
      expect((await call('GET', '/me', { token: eve.token })).status).toBe(200);
      return call('POST', `/documents/${id}/tabs/${tab}/changesets?dryRun=1`, { token: ada.token, body: { operations } });
    }, 200);
    expect([refused?.status, refused?.json.code]).toEqual([429, 'rate_limited']);
    const retryAfter = Number(refused?.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(usedUp).toEqual(['loop credential']);
    skippedMs += retryAfter * 1_000;
    expect((await call('GET', '/me', { token: ada.token })).status).toBe(200);
  });

  test('[BG4] bytes of bodies and answers count, and the refusal comes before the body is read', async () => {
    const { call, addPerson } = await start({ bytes: { perPerson: 1_000, perAddress: 1_000 } });
    const ada = await addPerson('Ada');
    const { id, tab } = await server.addDocument(ada.token);
    const operations = `add sticky label="${'x'.repeat(9_000)}"`;
    const refused = await untilRefused(
      () => call('POST', `/documents/${id}/tabs/${tab}/changesets?dryRun=1`, { token: ada.token, body: { operations } }),
      20,
    );
    expect([refused?.status, usedUp]).toEqual([429, ['bytes credential']]);
    // 90,000 bytes were saved up.
    const { status } = await call('POST', '/documents', { token: ada.token, body: { nonsense: 'x'.repeat(500_000) } });
    expect(status).toBe(429);
  });

  test('[BG1] callers without an account count for their address', async () => {
    const { call, addPerson } = await start({ bytes: { perPerson: null, perAddress: 100 } });
    const ada = await addPerson('Ada');
    const refused = await untilRefused(
      () => call('GET', '/problems/rate_limited', { headers: { Accept: 'application/json' } }),
      200,
    );
    expect([refused?.status, usedUp]).toEqual([429, ['bytes address']]);
    expect((await call('GET', '/me', { token: ada.token })).status).toBe(200);
  });
});
