/**
 * The tool server on two nodes, behind a load balancer that sends each request to the node that did not get the previous one.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type ToolReply, callTool, dataOf, type Era, idIn, jsonIn, overHttp } from '#clients/mcp/client.test-support.ts';
import { overStdio } from '#clients/mcp/stdio-client.test-support.ts';
import { tools } from '#clients/mcp/tools/list.ts';
import { newId } from '#schema/ids.ts';
import { hashSecret } from '#server/access/secrets.ts';
import { openStorage } from '#storage/storage.ts';
import { insertTask } from '#storage/tasks.ts';
import { tokenByHash } from '#storage/tokens.ts';
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
type Call = (name: string, values?: object) => Promise<ToolReply>;
const callsOf =
  (client: Client, document: string, called: Set<string>): Call =>
  async (name, values = {}) => {
    called.add(name);
    const isOfDocument = 'document' in tools.find((tool) => tool.name === name)!.input.properties;
    const answer = await callTool(client, name, { ...(isOfDocument && { document }), ...values });
    if (answer.isError) throw new Error(answer.text);
    return answer;
  };

/** An agent's work with a drawing, from an empty tab to the answer to a comment, with tools only. */
async function session(client: Client, documentId: string): Promise<Set<string>> {
  const called = new Set<string>();
  const call = callsOf(client, documentId, called);
  expect(dataOf((await call('list_documents', { limit: 100 })).text)).toContain(documentId);
  const document = await call('read_document');
  const rev = Number(/ · rev (\d+) · /.exec(dataOf(document.text))![1]);
  await call('set_presence', { status: 'Drawing the shop', ttl: 60_000 });

  // The first drawing of the gallery, with a mistake that the lint finds.
  const drawing = readFileSync('docs/gallery/system.txt', 'utf8');
  const operations = `${drawing}\nadd square id=slip label="Not part of it"`;
  const dry = await call('update_document', { operations, baseRev: rev, dryRun: true });
  expect(dataOf(dry.text)).toMatch(/^dry run · rev 0→1 · /m);
  const drawn = await call('update_document', { operations, baseRev: rev, summary: 'The online shop' });
  expect(dataOf(drawn.text)).toMatch(/^rev 0→1 · cs_\w+ · /m);
  const { text: lint } = await call('lint_tab');
  expect(dataOf(lint)).toContain('node-isolated [slip]');
  expect(dataOf(drawn.text)).toContain('node-isolated [slip]');
  await call('update_document', { remove: ['slip'], baseRev: 1 });
  expect(dataOf((await call('lint_tab')).text)).not.toMatch(/^(error|warning) /m);

  const widthOf = ({ text }: ToolReply): number => Number(/^(\d+)×\d+ pixels/.exec(dataOf(text))![1]);
  const whole = await call('render_tab');
  expect(Buffer.from(whole.image!.data, 'base64').length).toBeGreaterThan(10_000);
  expect(widthOf(whole)).toBeGreaterThan(300);
  expect(widthOf(await call('render_tab', { elements: 'core' }))).toBeLessThan(widthOf(whole));
  const outline = dataOf((await call('read_tab')).text);
  expect(outline).toContain('orders');
  expect(dataOf((await call('diff_tab', { since: 1 })).text)).toContain('- slip');

  // A person asks; the agent gets the comment on either node, answers, and the thread is resolved.
  const waiting = call('wait_for_comment', { timeout: 30 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const path = `/documents/${documentId}/tabs/${idIn(document, 'tab')}/comments`;
  expect((await api.call('POST', path, { elementId: 'orders', text: 'Who reads this?' })).status).toBe(201);
  const heard = dataOf((await waiting).text);
  expect(heard).toMatch(/^orders .*\n {2}cmt_\w+ .* "Who reads this\?"\n/);
  await call('comment', { action: 'reply', element: /^\S+/.exec(heard)![0], text: 'The warehouse.' });
  const threads = dataOf((await call('list_comments')).text)
    .split('\n')
    .slice(1);
  expect(threads.map((line) => /"([^"]*)"$/.exec(line)![1])).toEqual(['Who reads this?', 'The warehouse.']);
  await call('comment', { action: 'resolve', element: 'orders' });
  await planSumAndPresent(call);
  await startAndHandOver(call);
  await takeTask(call, documentId);
  return called;
}

/** The other tools: a board with a card, a sheet with a sum, a page with a picture. */
async function planSumAndPresent(call: Call): Promise<void> {
  await call('update_document', { operations: 'add plan-board id=plan label=Plan' });
  const [plan] = jsonIn(await call('read_plan', { view: 'json' }));
  await call('change_card_types', {
    expectedRev: plan.itemTypesRev,
    itemTypes: { version: 1, types: [{ id: 'step', label: 'Step' }] },
  });
  const create = [{ type: 'step', fields: { title: 'Open the shop', status: plan.statuses[0].status } }];
  expect(dataOf((await call('change_items', { create })).text)).toMatch(/^#1 step "Open the shop" .*\nrev 1$/);

  expect((await call('help', { topic: 'change_sheet' })).text).toContain('merges');
  await call('add_sheet', { title: 'Takings' });
  await call('change_sheet', { sheet: 'Takings', values: { A1: 40, A2: 2, A3: '=SUM(A1:A2)' } });
  expect(dataOf((await call('read_sheet', { sheet: 'Takings' })).text)).toContain('A3 "42"');
  await call('delete_sheet', { sheet: 'Takings' });
  expect(dataOf((await call('read_plan')).text)).not.toContain('Takings');

  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
  expect(dataOf((await call('upload_image', { data, name: 'dot.png' })).text)).toMatch(/^img_\w+ image\/png 1x1, \d+ bytes/);
  const elements = [{ type: 'shape', shape: 'cylinder', x: 0, y: 0, width: 120, height: 80, label: 'Store' }];
  await api.call('POST', '/shape-libraries', {
    name: 'Signs',
    items: [{ id: randomUUID(), title: 'Store', width: 120, height: 80, elements }],
  });
  expect(dataOf((await call('list_libraries', {})).text)).toContain('"Store"');
  expect(dataOf((await call('place_library_item', { library: 'Signs', item: 'Store' })).text)).toMatch(
    /^\+ \S+ cylinder "Store"/m,
  );
  const illustrated = await call('illustrate', { pages: [{ op: 'add', kind: 'slide', name: 'Opening' }] });
  expect(dataOf(illustrated.text)).toMatch(/^1 page_\w+ "Opening" · slide /);
}

/** The tools for documents, tabs and history. */
async function startAndHandOver(call: Call): Promise<void> {
  const made = dataOf((await call('create_document', { name: 'Depot', operations: 'add square id=dock label=Dock' })).text);
  const document = /doc_\w+/.exec(made)![0];
  // Without PUBLIC_URL each node names its own address.
  const page = new URL(/^page: (.*)$/m.exec(made)![1]!);
  expect(dataOf((await call('list_changesets', { document })).text)).toContain(`${page.pathname}${page.hash}`);
  await call('create_tab', { document, name: 'Yard' });
  await call('change_tab', { document, tab: 'Yard', delete: true });
  expect(dataOf((await call('read_document', { document })).text)).not.toContain('Yard');
  expect(dataOf((await call('import_diagram', { document, text: 'flowchart LR\n  ship --> truck' })).text)).toContain(
    'ship -> truck',
  );
  expect(dataOf((await call('export_tab', { document })).text)).toContain('ship --> truck');
  await call('update_document', { document, operations: 'set dock label="North dock"', propose: true });
  expect(dataOf((await call('list_proposals', { document })).text)).toContain('1 of 1 open');
  expect(dataOf((await call('read_tab', { document })).text)).not.toContain('North dock');
  // The text is in the index within a second.
  await expect
    .poll(async () => dataOf((await call('search', { document, q: 'dock' })).text), { timeout: 10_000 })
    .toContain('Dock');
  await call('change_document', { document, action: 'trash' });
  expect(dataOf((await call('list_documents', { trash: true })).text)).toContain(document);
}

/** A task of the token, taken and completed. Only people hand tasks, so it is stored as if one had. */
async function takeTask(call: Call, documentId: string): Promise<void> {
  const storage = await openStorage({ databaseUrl: cluster.databaseUrl });
  const token = await tokenByHash(storage.db, hashSecret(cluster.ada.token));
  const { id: tokenId, userId } = token!;
  const at = Date.now();
  const task = newId('task', at);
  const place = { documentId, tabId: null, elementId: null, selection: [], itemId: null, commentId: null };
  const fresh = { lease: null, leaseUntil: null, lapses: 0, progress: null, messages: [], changesetId: null };
  const author = { id: userId, name: 'Ada', color: '#c2410c' };
  const handed = { id: task, tokenId, handle: 'planner', text: 'Open the shop.', author, state: 'queued' } as const;
  await storage.transact((tx) => insertTask(tx, { ...place, ...fresh, ...handed, createdAt: at, updatedAt: at }));
  await storage.close();
  const taken = dataOf((await call('wait_for_task', { timeout: 30 })).text);
  const lease = /^lease=(\S+)$/m.exec(taken)?.[1];
  expect(taken).toContain(`${task} · working`);
  expect(dataOf((await call('report_task', { task, lease, state: 'done' })).text)).toContain(`${task} · done`);
}

describe('an agent draws, fixes, renders and comments with tools only, on two nodes', () => {
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
    // `open_board` is for chats that show the board, not for models.
    const forModels = tools.map(({ name }) => name).filter((name) => name !== 'open_board');
    expect([...called].toSorted()).toEqual(forModels.toSorted());
    for (const [node, count] of balancer.counts.entries()) expect(count - before[node]!).toBeGreaterThan(5);
  });
});
