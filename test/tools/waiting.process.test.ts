/** A waiting call: what keeps it open, and what ends it. */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { callTool, overHttp } from '#clients/mcp/client.test-support.ts';
import { hashSecret } from '#server/access/secrets.ts';
import { revokeToken } from '#storage/tokens.ts';
import { until } from '#test/harness/editor.ts';
import { addToken } from '#test/harness/people.ts';
import { type Solo, startSolo } from '#test/harness/solo.ts';

let solo: Solo;
let place: { id: string; tab: string };
beforeAll(async () => {
  solo = await startSolo('waiting');
  place = await solo.api.createDocument('Shop');
  await solo.api.changeset(place, 'add square id=a');
});
afterAll(() => solo.stop());

const connect = (token = solo.ada.token): Promise<Client> => overHttp({ origin: solo.node.url, token });
const waiting = (timeout: number) => ({ name: 'wait_for_comment', arguments: { document: place.id, timeout } });

async function streams(): Promise<number> {
  const text = await (await fetch(`${solo.node.url}/metrics`)).text();
  return Number(/^atelier_event_streams (\d+)/m.exec(text)?.[1]);
}

describe('wait_for_comment', () => {
  test('its answer is a stream from the start, with a header against buffering by proxies', async () => {
    const params = {
      ...waiting(2),
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    const started = performance.now();
    const response = await fetch(`${solo.node.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${solo.ada.token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 'wait_for_comment',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const beganMs = performance.now() - started;
    expect([response.status, response.headers.get('content-type'), response.headers.get('x-accel-buffering')]).toEqual([
      200,
      'text/event-stream',
      'no',
    ]);
    expect(await response.text()).toContain('"comment":null');
    expect(performance.now() - started).toBeGreaterThan(1_950);
    expect(beganMs).toBeLessThan(1_700);
  });

  test('a client that requests progress gets it', async () => {
    const client = await connect();
    const told: unknown[] = [];
    await client.callTool(waiting(0.5), { onprogress: (progress) => told.push(progress) });
    expect(told).toEqual([{ progress: 1, message: 'Waiting for a comment.' }]);
    await client.close();
  });

  test('a client that disconnects ends it', async () => {
    const client = await connect();
    const leave = new AbortController();
    const call = client.callTool(waiting(60), { signal: leave.signal }).catch(() => 'left');
    await until(async () => (await streams()) === 1, 5_000, 'no stream is opened');
    leave.abort();
    expect(await call).toBe('left');
    await until(async () => (await streams()) === 0, 5_000, 'the stream stays open');
    await client.close();
  });

  test('revoking the token ends it with a refusal', async () => {
    const token = await addToken(solo.storage, solo.ada.id);
    const client = await connect(token);
    const call = callTool(client, 'wait_for_comment', { document: place.id, timeout: 60 });
    await until(async () => (await streams()) === 1, 5_000, 'no stream is opened');
    const [row] = await solo.storage.db.selectFrom('tokens').select('id').where('hash', '=', hashSecret(token)).execute();
    await solo.storage.transact((tx) => revokeToken(tx, row!.id, null, Date.now()));
    const { isError, problem } = await call;
    expect([isError, problem?.['code']]).toEqual([true, 'unauthenticated']);
    await client.close();
  });

  test('a stopping node answers at once, with the position at which to continue', async () => {
    const other = await startSolo('waiting-end');
    const there = await other.api.createDocument('Shop');
    const client = await overHttp({ origin: other.node.url, token: other.ada.token });
    const call = callTool(client, 'wait_for_comment', { document: there.id, timeout: 60 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const started = performance.now();
    await other.stop();
    expect(performance.now() - started).toBeLessThan(10_000);
    expect((await call).data).toEqual({ comment: null, after: expect.any(String) });
    await client.close().catch(() => undefined);
  });
});
