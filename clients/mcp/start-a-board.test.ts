/** An agent with nothing but tools starts a document, hands it over, and puts documents and tabs in order. */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from '#rest/server.test-support.ts';

import { callTool, dataOf, overHttp } from './client.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  client = await overHttp({ origin: server.origin, token: ada.token });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const call = async (tool: string, values: Record<string, unknown>): Promise<string> => {
  const { text, isError } = await callTool(client, tool, values);
  expect(isError, text).not.toBe(true);
  return dataOf(text);
};
const idIn = (text: string): string => /doc_\w+/.exec(text)![0];
const three =
  'add square "Web" id=web\nadd square "API" id=api\nadd cylinder "Orders" id=orders\nconnect web -> api\nconnect api -> orders\nlayout all';

describe('start a board', () => {
  test('TS17 one call makes a document with a linted drawing, and names the page that shows it', async () => {
    expect(await call('list_documents', {})).toBe('no documents');
    const text = await call('create_document', { name: 'Shop', tabs: [{ name: 'Flow' }, { name: 'Notes' }], operations: three });
    const [head, flow, notes, ...rest] = text.split('\n');
    const id = idIn(text);
    expect(head).toBe(`${id} "Shop" of "Ada" · your access: owner · ${server.origin}/d/${id}`);
    expect([flow, notes]).toEqual([
      expect.stringMatching(/^tab_\w+ "Flow" · canvas · rev 1 · 3 elements, 2 arrows$/),
      expect.stringMatching(/^tab_\w+ "Notes" · canvas · rev 0 · 0 elements, 0 arrows$/),
    ]);
    expect(rest.join('\n')).toMatch(/\+ web square .*\nrev 0→1 · cs_\w+ · lint clean/s);
    const { json } = await server.call('GET', `/documents/${id}/changesets`, { token: ada.token });
    expect(text.split(json.changesets[0].url)).toHaveLength(2);
    expect(await call('list_changesets', { document: id })).toContain(json.changesets[0].url);
  });

  test('TS17 refused operations leave no document', async () => {
    const { isError, text } = await callTool(client, 'create_document', { name: 'Nothing', operations: 'add sqare "A" wide=1' });
    expect([isError, text]).toEqual([true, expect.stringMatching(/^Refused: \w+\. Nothing was applied\./)]);
    expect(await call('list_documents', { q: 'Nothing' })).toBe('no documents');
  });

  test('TS17 a document is renamed, copied, moved to the trash, found there and restored by its name', async () => {
    const document = idIn(await call('create_document', { name: 'Plan' }));
    expect(await call('change_document', { document, action: 'rename', name: 'Plan B' })).toContain('"Plan B"');
    expect(await call('change_document', { document, action: 'copy' })).toContain('"Copy of Plan B"');
    await call('change_document', { document, action: 'trash' });
    expect(await call('list_documents', { trash: true })).toMatch(
      new RegExp(`^${document} "Plan B" · in the trash until \\d{4}-`),
    );
    expect(await call('change_document', { document: 'plan b', action: 'restore' })).toContain(document);
    expect((await callTool(client, 'change_document', { document, action: 'rename' })).problem).toMatchObject({
      code: 'invalid_request',
    });
  });

  test('TS17 a tab is created with a drawing, renamed, moved, locked and deleted', async () => {
    const document = idIn(await call('create_document', { name: 'Tabs' }));
    const made = await call('create_tab', { document, name: 'Flow', operations: three });
    const [, tab = ''] = /^(tab_\w+) "Flow" .* · (http\S+)/.exec(made) ?? [];
    expect(made).toContain(`${server.origin}/d/${document}/${tab}`);
    expect(await call('change_tab', { document, tab: 'flow', name: 'Main', position: 0, locked: true })).toBe(
      `${tab} "Main" · canvas · rev 1 · 3 elements, 2 arrows · locked`,
    );
    expect(await call('read_document', { document })).toMatch(/\ntab_\w+ "Main".*\ntab_\w+ "Tab 1"/);
    expect((await callTool(client, 'change_tab', { document, tab, delete: true })).problem).toMatchObject({ code: 'tab_locked' });
    await call('change_tab', { document, tab, locked: false });
    await call('change_tab', { document, tab, delete: true });
    for (const values of [{}, { delete: true, name: 'x' }])
      expect((await callTool(client, 'change_tab', { document, tab: 'Tab 1', ...values })).problem).toMatchObject({
        code: 'invalid_request',
      });
    expect(await call('read_document', { document })).not.toContain('Main');
  });
});
