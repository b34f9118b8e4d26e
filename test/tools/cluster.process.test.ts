/** The tool server on two nodes behind a load balancer that sends each request to the other node than the last one. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Answered, callTool, dataOf, type Era, overHttp } from '#clients/mcp/client.test-support.ts';
import { overStdio } from '#clients/mcp/stdio-client.test-support.ts';
import { tools } from '#clients/mcp/tools/list.ts';
import { type Cluster, startCluster } from '#test/cluster/stage.ts';
import { Api } from '#test/harness/api.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { type RoundRobin, startRoundRobin } from '#test/harness/round-robin.ts';

let postgres: TestPostgres;
let cluster: Cluster;
let balancer: RoundRobin;
let api: Api;
beforeAll(async () => {
  postgres = await startPostgres();
  cluster = await startCluster(postgres, null);
  balancer = await startRoundRobin(cluster.nodes.map(({ url }) => url));
  api = new Api(balancer.url, cluster.ada.token);
});
afterAll(async () => {
  await balancer.close();
  await cluster.stop();
  await postgres.stop();
});

const target = () => ({ origin: balancer.url, token: cluster.ada.token });
type Call = (name: string, values?: object) => Promise<Answered>;
const callsOf =
  (client: Client, document: string, called: Set<string>): Call =>
  async (name, values = {}) => {
    called.add(name);
    const isOfDocument = 'document' in tools.find((tool) => tool.name === name)!.input.properties;
    const answer = await callTool(client, name, { ...(isOfDocument && { document }), ...values });
    if (answer.isError) throw new Error(answer.text);
    return answer;
  };

/** What an agent does with a drawing, from an empty tab to the answer to a comment, with nothing but tools. */
async function session(client: Client, documentId: string): Promise<Set<string>> {
  const called = new Set<string>();
  const call = callsOf(client, documentId, called);
  const { body: list } = await call('list_documents', { limit: 100 });
  expect(list.documents.map(({ id }: { id: string }) => id)).toContain(documentId);
  const { body: document } = await call('read_document');
  const { rev } = document.tabs[0];
  await call('set_presence', { status: 'Drawing the shop', ttl: 60_000 });

  // The first drawing of the gallery; a slip is in it that the lint finds.
  const drawing = readFileSync('docs/gallery/system.txt', 'utf8');
  const operations = `${drawing}\nadd square id=slip label="Not part of it"`;
  const dry = await call('update_document', { operations, baseRev: rev, dryRun: true });
  expect(dry.body.changeset).toBeNull();
  const drawn = await call('update_document', { operations, baseRev: rev, summary: 'The online shop' });
  expect(drawn.body.changeset).toMatchObject({ rev: 1, previousRev: 0, rebasedOver: 0 });
  const { text: lint } = await call('lint_tab');
  expect(dataOf(lint)).toContain('node-isolated [slip]');
  expect(dataOf(drawn.text)).toContain('node-isolated [slip]');
  await call('update_document', { remove: ['slip'], baseRev: 1 });
  expect(dataOf((await call('lint_tab')).text)).not.toMatch(/^(error|warning) /m);

  const { image, body: size } = await call('render_tab');
  expect(Buffer.from(image!.data, 'base64').length).toBeGreaterThan(10_000);
  expect(size.width).toBeGreaterThan(300);
  const part = await call('render_tab', { elements: 'core' });
  expect(part.body.width).toBeLessThan(size.width);
  const outline = dataOf((await call('read_tab')).text);
  expect(outline).toContain('orders');
  expect(dataOf((await call('diff_tab', { since: 1 })).text)).toContain('- slip');

  // A person asks; the agent hears it wherever it is asked, answers, and the thread is closed.
  const waiting = call('wait_for_comment', { timeout: 30 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const path = `/documents/${documentId}/tabs/${document.tabs[0].id}/comments`;
  expect((await api.call('POST', path, { elementId: 'orders', text: 'Who reads this?' })).status).toBe(201);
  const { body: heard } = await waiting;
  expect(heard.comment).toMatchObject({ ref: 'orders', comment: { text: 'Who reads this?' } });
  await call('comment', { action: 'reply', element: heard.comment.ref, text: 'The warehouse.' });
  const { body: threads } = await call('list_comments');
  expect(threads.threads[0].comments.map(({ text }: { text: string }) => text)).toEqual(['Who reads this?', 'The warehouse.']);
  await call('comment', { action: 'resolve', element: 'orders' });
  await planSumAndPresent(call);
  return called;
}

/** The rest of what tools do: a board with a card, a sheet with a sum, a page with a picture. */
async function planSumAndPresent(call: Call): Promise<void> {
  await call('update_document', { operations: 'add plan-board id=plan label=Plan' });
  const { body: plan } = await call('read_plan');
  await call('change_card_types', {
    expectedRev: plan.itemTypesRev,
    itemTypes: { version: 1, types: [{ id: 'step', label: 'Step' }] },
  });
  const create = [{ type: 'step', fields: { title: 'Open the shop', status: plan.statuses[0].status } }];
  expect((await call('change_items', { create })).body).toMatchObject({ items: [{ key: 1, title: 'Open the shop' }], rev: 1 });

  await call('add_sheet', { title: 'Takings' });
  await call('change_sheet', { sheet: 'Takings', values: { A1: 40, A2: 2, A3: '=SUM(A1:A2)' } });
  expect(dataOf((await call('read_sheet', { sheet: 'Takings' })).text)).toContain('A3 "42"');

  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
  expect((await call('upload_image', { data, name: 'dot.png' })).body.image).toMatchObject({ width: 1, height: 1 });
  const elements = [{ type: 'shape', shape: 'cylinder', x: 0, y: 0, width: 120, height: 80, label: 'Store' }];
  await api.call('POST', '/shape-libraries', {
    name: 'Signs',
    items: [{ id: randomUUID(), title: 'Store', width: 120, height: 80, elements }],
  });
  expect(dataOf((await call('list_libraries', {})).text)).toContain('"Store"');
  const { body: placed } = await call('place_library_item', { library: 'Signs', item: 'Store' });
  expect(placed.changeset).toMatchObject({ counts: { added: 1 } });
  const { body: illustrated } = await call('illustrate', { pages: [{ op: 'add', kind: 'slide', name: 'Opening' }] });
  expect(illustrated.pages).toMatchObject([{ name: 'Opening', kind: 'slide' }]);
}

describe('an agent draws, mends, looks and talks through tools alone, on two nodes at once', () => {
  test.each<[how: string, connect: (era: Era) => Promise<Client>, era: Era]>([
    ['over HTTP', (era) => overHttp(target(), era), 'modern'],
    ['over HTTP, in a former revision of the protocol', (era) => overHttp(target(), era), 'legacy'],
    ['over stdio', (era) => overStdio(target(), era), 'modern'],
    ['over stdio, in a former revision of the protocol', (era) => overStdio(target(), era), 'legacy'],
  ])('%s', async (_how, connect, era) => {
    const before = [...balancer.counts];
    const client = await connect(era);
    const { id } = await api.createDocument('Shop');
    const called = await session(client, id);
    await client.close();
    expect([...called].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    for (const [node, count] of balancer.counts.entries()) expect(count - before[node]!).toBeGreaterThan(5);
  });
});
