import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
let doc: string;
beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await server.addPerson('Ada'), await server.addPerson('Bob')];
  doc = (await server.addDocument(ada.token, 'Workshop')).id;
});
afterAll(() => server.close());

const change = (body: object, token = ada.token): Promise<TestAnswer> =>
  server.call('POST', `/documents/${doc}/timer`, { token, body });
const members = (level: string): Promise<TestAnswer> =>
  server.call('PUT', `/documents/${doc}/members/${bob.id}`, { token: ada.token, body: { level } });

describe('the timer of a document', () => {
  test('APP175 is started, paused, extended, resumed and stopped by the clock of the server', async () => {
    const before = Date.now();
    const { status, json } = await change({ action: 'start', seconds: 300 });
    expect([status, json.timer.seconds, json.timer.leftMs]).toEqual([200, 300, null]);
    expect(json.timer.endsAt).toBeGreaterThanOrEqual(before + 300_000);
    expect(json.timer.endsAt).toBeLessThanOrEqual(Date.now() + 300_000);
    const paused = (await change({ action: 'pause' })).json.timer;
    expect(paused).toMatchObject({ seconds: 300, endsAt: null });
    expect((await change({ action: 'add' })).json.timer).toEqual({ seconds: 360, endsAt: null, leftMs: paused.leftMs + 60_000 });
    expect((await change({ action: 'resume' })).json.timer).toMatchObject({ seconds: 360, leftMs: null });
    expect((await change({ action: 'stop' })).json).toEqual({ timer: null });
    expect((await change({ action: 'pause' })).json).toEqual({ timer: null });
  });

  test('APP175 additions at the same time all count', async () => {
    await change({ action: 'start', seconds: 60 });
    await Promise.all(Array.from({ length: 5 }, () => change({ action: 'add', seconds: 30 })));
    expect((await change({ action: 'pause' })).json.timer.seconds).toBe(210);
  });

  test('APP175 is changed by editors and owners', async () => {
    expect((await change({ action: 'start', seconds: 60 }, bob.token)).json.code).toBe('document_not_found');
    for (const level of ['viewer', 'participant']) {
      await members(level);
      expect((await change({ action: 'start', seconds: 60 }, bob.token)).json.code, level).toBe('access_denied');
    }
    await members('editor');
    expect((await change({ action: 'start', seconds: 60 }, bob.token)).status).toBe(200);
  });

  test('APP175 a bad action is refused with what is expected, and changes nothing', async () => {
    await change({ action: 'start', seconds: 60 });
    const { timer } = (await change({ action: 'pause' })).json;
    for (const [body, pointer] of [
      [{ action: 'start' }, '/seconds'],
      [{ action: 'start', seconds: 0 }, '/seconds'],
      [{ action: 'start', seconds: limits.timerSeconds + 1 }, '/seconds'],
      [{ action: 'start', seconds: 1.5 }, '/seconds'],
      [{ action: 'reset' }, '/action'],
    ] as const) {
      const { status, json } = await change(body);
      expect([status, json.code, json.errors[0].pointer], JSON.stringify(body)).toEqual([400, 'invalid_request', pointer]);
    }
    expect((await change({ action: 'pause' })).json.timer).toEqual(timer);
  });

  test('YD26 is not copied with the document', async () => {
    await change({ action: 'start', seconds: 60 });
    const copy = (await server.call('POST', `/documents/${doc}/copy`, { token: ada.token, body: {} })).json.id as string;
    const { json } = await server.call('POST', `/documents/${copy}/timer`, { token: ada.token, body: { action: 'pause' } });
    expect(json).toEqual({ timer: null });
  });
});
