/** Proposals through tools, with the official client against a real server. */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from '#rest/server.test-support.ts';

import { callTool, overHttp, type ToolReply } from './client.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let client: Client;
let place: { readonly id: string; readonly tab: string };
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  place = await server.addDocument(ada.token, 'Plan');
  client = await overHttp({ origin: server.origin, token: ada.token }, 'modern');
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const call = (tool: string, values: object): Promise<ToolReply> => callTool(client, tool, { document: place.id, ...values });
const proposals = async (): Promise<{ id: string; call: string }[]> =>
  (await server.call('GET', `/documents/${place.id}/proposals`, { token: ada.token })).json.proposals;

test('TS21 tools propose instead of writing, and list_proposals has what people decided', async () => {
  const cookie = await server.signIn(ada);
  await server.call('PATCH', `/documents/${place.id}`, { cookie, body: { agents: 'propose' } });
  const operations = 'add square id=a "A"';
  expect((await call('update_document', { operations })).problem?.code).toBe('proposals_only');
  const proposed = await call('update_document', { operations, propose: true });
  expect(proposed.text).toMatch(/\+ a square "A"[^]*\nproposed pr_\w+ · rev 0 · lint /);
  await call('change_items', { create: [{ type: 'task', fields: { title: 'Ship' } }], propose: true });
  await call('add_sheet', { title: 'Costs', propose: true });
  await call('illustrate', { pages: [{ op: 'add', kind: 'slide' }], propose: true });
  await call('import_diagram', { text: 'graph LR\n  x --> y', propose: true });
  const made = await proposals();
  expect(made.map((one) => one.call).toSorted()).toEqual(['addSheet', 'applyChangeset', 'createItems', 'illustrateTab', 'importDiagram']); // prettier-ignore
  const id = made.find((one) => one.call === 'applyChangeset')?.id ?? '';
  const body = { reason: 'Call it B.' };
  await server.call('POST', `/documents/${place.id}/proposals/${id}/reject`, { cookie, body });
  const listed = await call('list_proposals', { status: 'all' });
  expect(listed.text).toContain('reason: "Call it B."');
  expect((await call('list_proposals', { proposal: id })).text).toContain(`! ${id} was rejected by "Ada": "Call it B."`);
});
