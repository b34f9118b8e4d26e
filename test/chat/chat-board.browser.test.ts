/**
 * The chat board in the reference host, driven in a real browser, against a real node. Its frame has no origin of its own, so no cookie and no
 * storage helps it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { TabReading } from '#schema/tab.ts';

import { seriousFaults } from '../editor/axe.ts';
import { shoot } from '../editor/shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from '../editor/stage.ts';
import { Api } from '../harness/api.ts';
import { addToken } from '../harness/people.ts';
import { pngOf } from '../harness/png.ts';
import { ReferenceHost, type ShownBoard } from './reference-host.ts';

/** Where to put pictures of what the test sees; unset: nowhere. */

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
let host: ReferenceHost;
let agent: Api;
let agentToken: string;

beforeAll(async () => {
  stage = await startStage('chat-board');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben');
  agentToken = await addToken(stage.storage, ada.userId);
  agent = new Api(stage.node.url, agentToken);
  host = await ReferenceHost.start(stage.node.url, agentToken);
});
afterAll(async () => {
  await host.stop();
  await stage.stop();
});

const boxes = 'add square id=shop "Shop"\nadd square id=orders "Orders" right-of:shop gap:120\nconnect shop -> orders';

type Place = { readonly id: string; readonly tab: string };

/** A document on which the agent has drawn, and the board beside that answer. */
async function shown(options: { readonly theme?: 'light' | 'dark' } = {}): Promise<{ place: Place; board: ShownBoard }> {
  const place = await stage.document(ada, 'Payments');
  host.contexts.length = 0;
  const board = await host.show(ada.context, 'update_document', { document: place.id, operations: boxes }, options);
  await board.frame.locator('[data-kind="saved"]').waitFor();
  await words(board, 'Shop').waitFor();
  return { place, board };
}

const words = ({ frame }: ShownBoard, text: string) => frame.getByText(text, { exact: true }).first();

async function shot({ page }: ShownBoard, name: string): Promise<void> {
  await shoot(page, `chat-board-${name}`);
}

/** Presses the middle of a box, and drags it if `by` is given. */
async function press(board: ShownBoard, text: string, by = 0): Promise<void> {
  const box = (await words(board, text).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await board.page.mouse.move(x, y);
  await board.page.mouse.down();
  if (by !== 0) await board.page.mouse.move(x, y + by, { steps: 5 });
  await board.page.mouse.up();
}

const elementsOf = async (place: Place): Promise<Map<string, { readonly y: number; readonly label?: string }>> => {
  const { body } = await agent.call<TabReading>('GET', `/documents/${place.id}/tabs/${place.tab}?view=json`);
  const elements = (body as unknown as { elements: { ref: string; y: number; label?: string }[] }).elements;
  return new Map(elements.map((element) => [element.ref, element]));
};

/** Milliseconds until it is so. */
async function until(isSo: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (!(await isSo())) {
    if (performance.now() - start > 20_000) throw new Error('it is never so');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - start;
}

describe('a chat board', () => {
  test('TS18 AC24 an edit on it is read by REST in under a second, and the reverse', async () => {
    const { place, board } = await shown();
    await shot(board, 'light');
    const before = (await elementsOf(place)).get('orders')!.y;
    await press(board, 'Orders', 80);
    const there = await until(async () => (await elementsOf(place)).get('orders')!.y !== before);
    await agent.changeset(place, 'set shop label="Storefront"');
    const back = await until(() => words(board, 'Storefront').isVisible());
    process.stdout.write(`chat board: edit to REST ${there.toFixed(0)} ms, REST to board ${back.toFixed(0)} ms\n`);
    expect(Math.max(there, back)).toBeLessThan(1_000);
    expect(await seriousFaults(board.frame)).toEqual([]);
  });

  test('AC24 what is selected on it answers `selected`, holds against the agents of others, and is told to the model', async () => {
    const { place, board } = await shown();
    await stage.invite(place.id, ben, 'editor');
    await press(board, 'Orders');
    await until(() => Promise.resolve(host.contexts.some((text) => text.includes('selected: orders.'))));
    const refused = await ben.agent.changeset(place, 'set orders fill=red');
    expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([409, 'elements_held']);
    const answer = await host.client.callTool({
      name: 'update_document',
      arguments: { document: place.id, operations: 'set selected fill=green' },
    });
    expect(answer.isError ?? false).toBe(false);
    const { body } = await agent.call<{ elements: { ref: string; fill?: string }[] }>(
      'GET',
      `/documents/${place.id}/tabs/${place.tab}?view=json`,
    );
    expect(body.elements.filter(({ fill }) => fill === 'green').map(({ ref }) => ref)).toEqual(['orders']);
  });

  test("AC24 Undo reverts the agent's change as a person's, by REST with the ticket; no tool reverts", async () => {
    const { place, board } = await shown();
    await board.frame.getByRole('button', { name: 'Undo the agent’s change' }).click();
    await until(async () => (await elementsOf(place)).size === 0);
    const { body } = await agent.call<{ changesets: { agent: boolean; revertOf: string | null }[] }>(
      'GET',
      `/documents/${place.id}/changesets`,
    );
    expect(body.changesets[0]).toMatchObject({ agent: false, revertOf: expect.stringMatching(/^cs_/) });
    const { tools } = await host.client.listTools();
    expect(tools.filter(({ name }) => /revert|undo/.test(name))).toEqual([]);
    expect(new Set(host.calls.map(({ name }) => name))).toEqual(new Set(['open_board']));
  });

  test('TS19 the ticket is in no text, and no address that the board requests or hands over has it', async () => {
    const requested: string[] = [];
    ada.context.on('request', (request) => void requested.push(request.url(), request.headers()['referer'] ?? ''));
    const { place, board } = await shown();
    const { content, _meta } = await host.client.callTool({ name: 'open_board', arguments: { document: place.id } });
    expect(JSON.stringify(content)).not.toContain('atb_');
    expect(JSON.stringify(_meta)).toContain('atb_');
    await board.frame.getByRole('button', { name: 'Open in Atelier' }).click();
    await until(() => Promise.resolve(host.links.length > 0));
    expect(host.links.at(-1)).toBe(`${stage.node.url}/d/${place.id}/${place.tab}`);
    expect(requested.some((url) => url.includes('/chat/board.js'))).toBe(true);
    expect([...requested, ...host.links].filter((url) => url.includes('atb_'))).toEqual([]);
    expect(stage.node.output()).not.toMatch(/atb_\w/);
  });

  test('TS18 fits a dark chat and a phone, and zooms by its buttons', async () => {
    const { board } = await shown({ theme: 'dark' });
    await shot(board, 'dark');
    await board.page.setViewportSize({ width: 375, height: 700 });
    await board.frame.getByRole('button', { name: 'Zoom to fit' }).click();
    await shot(board, 'narrow');
    const bar = await board.frame.locator('header').boundingBox();
    expect(bar!.width).toBeLessThanOrEqual(375);
    const width = await board.frame.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
    expect(width).toBeLessThanOrEqual(375);
    expect(await seriousFaults(board.frame)).toEqual([]);
  });

  test('AC24 shows images, which it loads with its ticket', async () => {
    const place = await stage.document(ada, 'Pictures');
    const uploaded = await fetch(`${stage.node.url}/api/v1/images`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${agentToken}`, 'Content-Type': 'image/png' },
      body: new Uint8Array(pngOf(20, 15, 1)),
    });
    const { image } = (await uploaded.json()) as { image: { id: string } };
    const operations = [{ op: 'add', element: { type: 'image', imageId: image.id, x: 0, y: 0, width: 200, height: 150 } }];
    const board = await host.show(ada.context, 'update_document', { document: place.id, operations });
    await board.frame.locator('image[href^="data:image/png;base64,"]').waitFor({ state: 'attached' });
  });

  test('AC24 with a read-only token it shows the tab and changes nothing', async () => {
    const place = await stage.document(ada, 'Read');
    await ada.agent.changeset(place, boxes);
    const reader = await ReferenceHost.start(stage.node.url, await addToken(stage.storage, ada.userId, { access: 'read' }));
    const board = await reader.show(ada.context, 'render_tab', { document: 'Read' });
    await words(board, 'Shop').waitFor();
    await board.frame.getByText('View only').waitFor();
    const before = (await elementsOf(place)).get('orders')!.y;
    await press(board, 'Orders', 80);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await elementsOf(place)).get('orders')!.y).toBe(before);
    expect(await board.frame.getByRole('button', { name: /Undo/ }).count()).toBe(0);
    await shot(board, 'read-only');
    await reader.stop();
  });
});
