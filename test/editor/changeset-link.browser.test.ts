/** The address of a changeset, opened in a real browser. */
import { readFileSync } from 'node:fs';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addToken } from '../harness/people.ts';
import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('changeset-link');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

const selected = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...${theEditor}?.selection.get() ?? []].map((id) => id.split('~')[0]).sort()`);

describe('the address of a changeset', () => {
  test('opens its tab with what it changed selected and in view, once', async () => {
    const place = await stage.document(ada);
    await ada.agent.changeset(place, 'add square id=a at:0,0\nadd square id=b at:4000,0');
    const { body } = await ada.agent.call<{ readonly changeset: { readonly url: string } }>(
      'POST',
      `/documents/${place.id}/tabs/${place.tab}/changesets`,
      { operations: 'add square id=c at:4000,400\nadd square id=d at:4400,400\nrm b' },
    );
    const { pathname, hash } = new URL(body.changeset.url);
    const page = await ada.open(`${pathname}${hash}`);
    await expect.poll(() => selected(page)).toEqual(['c', 'd']);
    expect(new URL(page.url())).toMatchObject({ pathname: `/d/${place.id}/${place.tab}`, hash: '' });
    await page.reload();
    await page.getByText('Saved').waitFor();
    expect(await selected(page)).toEqual([]);
    await page.close();
  });

  test('TS17 in the answer to the second call of an agent that the README connected selects the boxes that it drew', async () => {
    const newcomer = await stage.person('Nora');
    const token = await addToken(stage.storage, newcomer.userId);
    const readme = readFileSync('README.md', 'utf8');
    const [, address = '', header = ''] = /^claude mcp add --transport http atelier (\S+) --header "(.*)"$/m.exec(readme) ?? [];
    const [name = '', value = ''] = header.replace('$TOKEN', token).split(': ');
    const client = new Client({ name: 'scripted', version: '1' });
    const url = new URL(address.replace('http://127.0.0.1:4100', stage.node.url));
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { [name]: value } } }));
    const call = async (tool: string, values: Record<string, unknown>): Promise<string> => {
      const { content, isError = false } = await client.callTool({ name: tool, arguments: values });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      expect(isError, text).toBe(false);
      return text;
    };
    expect(await call('list_documents', {})).toContain('no documents');
    const operations =
      'add square "Web"\nadd square "API"\nadd cylinder "Orders"\nconnect web -> api\nconnect api -> orders\nlayout all';
    const drawn = await call('create_document', { name: 'Shop', operations });
    expect(drawn).toContain('lint clean');
    const { pathname, hash } = new URL(/^page: (\S+)$/m.exec(drawn)?.[1] ?? 'none:');
    await client.close();
    const page = await newcomer.open(`${pathname}${hash}`);
    await expect.poll(() => selected(page)).toEqual(expect.arrayContaining(['api', 'orders', 'web']));
    await page.close();
  });

  test('that is not known opens the tab', async () => {
    const place = await stage.document(ada);
    stage.expectComplaints(/status of 404/);
    const page = await ada.open(`/d/${place.id}/${place.tab}#cs_0000000000000000000`);
    await page.getByText('Saved').waitFor();
    expect(await selected(page)).toEqual([]);
    await page.close();
  });
});
