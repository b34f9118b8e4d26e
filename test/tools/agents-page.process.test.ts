/** docs/agents.md: its examples work as shown. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { callTool, dataOf, overHttp } from '#clients/mcp/client.test-support.ts';
import { withToolsTable } from '#clients/mcp/tools-table.ts';
import { addPerson, addMember } from '#test/harness/people.ts';
import { Api } from '#test/harness/api.ts';
import { type Solo, startSolo } from '#test/harness/solo.ts';

const run = promisify(execFile);
const page = readFileSync('docs/agents.md', 'utf8');

let solo: Solo;
let client: Client;
beforeAll(async () => {
  solo = await startSolo('agents-page');
  client = await overHttp({ origin: solo.node.url, token: solo.ada.token });
});
afterAll(async () => {
  await client.close();
  await solo.stop();
});

const blocks = (kind: string): string[][] =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${kind}\\n([^]*?)^\`\`\`$`, 'gm')), (found) => found.slice(1));

/** Without ids and times, and at the address of a default server. */
const plain = (text: string): string =>
  text
    .replaceAll(solo.node.url, 'http://127.0.0.1:4100')
    .replace(/\b(doc|tab|cs|cmt)_[0-9a-z]+/g, '$1_…')
    .replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, '…')
    .replace(/after=\S+/, 'after=…');

describe('docs/agents.md', () => {
  test('its table is up to date with the tools (npm run docs writes it)', () => {
    expect(withToolsTable(page)).toBe(page);
  });

  test('its settings are JSON, with the address of a default server', () => {
    const settings = blocks('json').map(([text = '']) => JSON.parse(text) as Record<string, unknown>);
    expect(settings.length).toBe(4);
    for (const each of settings) {
      const { atelier } = (each['servers'] ?? each['mcpServers']) as { atelier: { url?: string; args?: string[] } };
      expect(atelier.url ?? atelier.args?.at(-1)).toMatch(/^http:\/\/127\.0\.0\.1:4100\/mcp$|^mcp$/);
    }
  });

  test('its call by curl is answered', async () => {
    const env = { PATH: process.env['PATH'], ATELIER: solo.node.url, ATELIER_TOKEN: solo.ada.token };
    const { stdout } = await run('bash', ['--norc', '-euc', blocks('sh')[0]![0]!], { env });
    expect(JSON.parse(stdout)).toMatchObject({
      result: { content: [{ type: 'text', text: expect.stringContaining('no documents') }] },
    });
  });

  test('its session works as shown', async () => {
    const place = await solo.api.createDocument('Shop');
    await solo.api.changeset(place, 'add square id=cart label=Cart at:0,0');
    const grace = await addPerson(solo.storage, 'Grace');
    await addMember(solo.storage, place.id, grace.id, 'participant');
    const calls = blocks('call (\\w+)');
    const answers = blocks('answer');
    expect(calls.length).toBe(answers.length);
    for (const [n, [name = '', values = '']] of calls.entries()) {
      const asked = JSON.parse(values) as Record<string, unknown>;
      const answering = callTool(client, name, asked);
      if (name === 'wait_for_comment') {
        await new Promise((resolve) => setTimeout(resolve, 300));
        const path = `/documents/${place.id}/tabs/${place.tab}/comments`;
        await new Api(solo.node.url, grace.token).call('POST', path, {
          elementId: 'ledger',
          text: 'Ours. The bank is not drawn yet.',
        });
      }
      const { text, isError } = await answering;
      expect([name, isError, plain(dataOf(text))]).toEqual([name, false, answers[n]![0]!.trimEnd()]);
    }
  });
});
