import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

import { describe, expect, test } from 'vitest';

import { callTool } from '#clients/mcp/client.test-support.ts';
import { overStdio } from '#clients/mcp/stdio-client.test-support.ts';
import { tools } from '#clients/mcp/tools/list.ts';

import { openShell, runCli } from '../cli.test-support.ts';

const shell = openShell();
/** What a client that shows no boards is offered. */
const forModels = tools.filter(({ isForBoards }) => isForBoards !== true);

describe('mcp', () => {
  test('CM6 without a token it says what is missing and writes nothing to stdout', async () => {
    const { code, out, err } = await runCli(['mcp'], { env: { HOME: '/nonexistent' } });
    expect([code, out, err]).toEqual([2, '', 'No token: set ATELIER_TOKEN, or atelier login first.\n']);
  });

  test('TS1 a read-only token is offered only tools that read', async () => {
    const client = await overStdio({
      origin: shell.server.origin,
      token: await shell.server.addToken(shell.ada.id, { access: 'read' }),
    });
    const { tools: offered } = await client.listTools();
    expect(offered.map(({ name }) => name)).toEqual(forModels.filter(({ effect }) => effect === 'read').map(({ name }) => name));
    await client.close();
  });

  test('TS2 an unreachable server and an invalid token are answers', async () => {
    const lost = await overStdio({ origin: 'http://127.0.0.1:1', token: shell.ada.token });
    expect((await lost.listTools()).tools.length).toBe(forModels.length);
    expect(await callTool(lost, 'list_documents')).toMatchObject({ isError: true, problem: { code: 'unreachable' } });
    await lost.close();
    const stranger = await overStdio({ origin: shell.server.origin, token: `${shell.ada.token}x` });
    expect(await callTool(stranger, 'list_documents')).toMatchObject({ isError: true, problem: { code: 'unauthenticated' } });
    await stranger.close();
  });

  test('CM12 it ends with status 0 when its client closes stdin, and writes only answers to stdout', async () => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ATELIER_URL: `${shell.server.origin}/api/v1`, ATELIER_TOKEN: shell.ada.token };
    const child = spawn(process.execPath, ['clients/cli/atelier.mjs', 'mcp'], { env, stdio: 'pipe' });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_documents', arguments: {} } };
    child.stdin.write(`not JSON\n${JSON.stringify(call)}\n`);
    while (!out.includes('\n')) await once(child.stdout, 'data');
    child.stdin.end();
    const started = performance.now();
    const [code] = (await once(child, 'exit')) as [number];
    expect([code, performance.now() - started < 2_000]).toEqual([0, true]);
    const said = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { jsonrpc: string });
    expect(said.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
  });
});
