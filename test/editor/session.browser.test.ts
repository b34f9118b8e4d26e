/**
 * A whole working session: two people in separate browsers and an agent in one document, who draw, comment, undo, plan,
 * calculate, and go offline; on one node, and on two. Axe finds nothing serious on the way.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Item, BoardDocument } from '#schema/board.ts';
import type { Sheet } from '#schema/sheet.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { startRedis, type TestRedis } from '#test/harness/redis.ts';

import { seriousFaults } from './axe.ts';
import { type TcpProxy, startProxy } from '../harness/tcp-proxy.ts';
import { type EditorStage, startStage, theEditor, type BrowserVisitor } from './stage.ts';

describe('on one node', () => {
  let stage: EditorStage;
  beforeAll(async () => {
    stage = await startStage('editor-session');
  });
  afterAll(() => stage.stop());
  test('a working session', () => work(stage));
});

describe('on two nodes', () => {
  let stage: EditorStage;
  let postgres: TestPostgres;
  let redis: TestRedis;
  let front: TcpProxy;
  const behind = { port: 0, host: '127.0.0.1' };
  const frontUrl = (): string => `http://127.0.0.1:${front.port}`;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const ground = { databaseUrl: await postgres.createDatabase(), redisUrl: redis.url, nodes: 2 };
    front = await startProxy(behind);
    // The pages use the address of the proxy in front of the nodes.
    stage = await startStage('editor-session-two', { PUBLIC_URL: frontUrl() }, ground);
  });
  afterAll(async () => {
    await stage.stop();
    await front.close();
    await Promise.all([postgres.stop(), redis.stop()]);
  });
  test('a working session', () => work(stage));

  test('a page whose node stops reconnects to the other, and its status is always true', async () => {
    const [one, two] = stage.nodes.map(({ url }) => Number(new URL(url).port));
    const ada = await stage.person('Ada');
    const ben = await stage.person('Ben', { on: 1 });
    const place = await stage.document(ada);
    await stage.invite(place.id, ben, 'editor');
    behind.port = one ?? 0;
    const page = await ada.open(`${frontUrl()}/d/${place.id}`);
    await saved(page);
    stage.expectComplaints(/ERR_|WebSocket|Failed to load resource|Failed to fetch/);
    behind.port = two ?? 0;
    front.cutAll();
    // Returns the server's state at the moment at which everything is shown as saved.
    const held = await page.evaluate<string[]>(`(async () => {
      const { session, tab } = ${theEditor};
      for (const slug of ['cut', 'later']) {
        const id = slug + '~00000000';
        session.edit(tab.id, [{ id, before: null, after: { type: 'shape', shape: 'square', id, z: 'a0', x: 0, y: 0, width: 9, height: 9 } }]);
      }
      const isSaved = () => session.status.get().kind === 'saved';
      if (isSaved()) throw new Error('said to be saved at once');
      await new Promise((resolve) => session.status.subscribe(() => isSaved() && resolve()));
      const answer = await fetch('/api/v1/documents/${place.id}/tabs/${place.tab}');
      return (await answer.json()).elements.map(({ id }) => id).sort();
    })()`);
    expect(held).toEqual(['cut~00000000', 'later~00000000']);
    // Her agent calls the first node, Ben's the second.
    for (const [{ agent }, slug] of [
      [ada, 'first'],
      [ben, 'second'],
    ] as const)
      // prettier-ignore
      expect((await agent.changeset(place, `add square id=${slug} label=${slug}`)).status).toBe(201);
    for (const label of ['first', 'second']) await expect.poll(() => words(page)).toContain(label);
    await saved(page);
    await page.close();
  });
});

async function work(stage: EditorStage): Promise<void> {
  const ada = await stage.person('Ada');
  const ben = await stage.person('Ben', { on: stage.nodes.length - 1 });
  const place = await stage.document(ada, 'Order flow');
  await stage.invite(place.id, ben, 'editor');
  const [adas, bens] = await Promise.all([ada, ben].map((visitor) => visitor.open(`/d/${place.id}`)));
  if (adas === undefined || bens === undefined) throw new Error('no pages');
  for (const page of [adas, bens]) await saved(page);
  const outline = async (): Promise<string> =>
    (await ben.agent.call<string>('GET', `/documents/${place.id}/tabs/${place.tab}?view=outline`)).body;

  // Ada draws, with a line of the palette and by hand.
  await adas.keyboard.press('Control+k');
  await adas.getByRole('combobox').fill('add square id=shop label="Shop" x=300 y=150');
  await adas.keyboard.press('Enter');
  await expect.poll(() => words(bens)).toContain('Shop');
  expect(await seriousFaults(adas)).toEqual([]);

  // Ben comments on it.
  await clickCanvas(bens, 380, 190);
  await bens.getByRole('button', { name: 'Comments', exact: true }).click();
  await bens.getByRole('textbox', { name: 'Add a comment…' }).fill('Which shop?');
  await bens.keyboard.press('Control+Enter');
  await adas.getByRole('button', { name: '1 comment on Shop' }).waitFor();
  expect(await seriousFaults(bens)).toEqual([]);
  await bens.keyboard.press('Escape');
  await bens.getByRole('button', { name: 'Close Comments' }).click();

  // Ben's agent continues the drawing; Ada sees the notice, and reverts it.
  const lines = 'add diamond id=paid label="Paid?" right-of:shop\nconnect shop -> paid';
  expect((await ben.agent.changeset(place, lines, { summary: 'Ask for payment' })).status).toBe(201);
  const notice = adas.getByRole('list', { name: 'Recent changes by others' }).getByRole('listitem').first();
  await notice.getByText('Ask for payment').waitFor();
  await expect.poll(() => words(adas)).toContain('Paid?');
  expect(await seriousFaults(adas)).toEqual([]);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await notice.getByText('Reverted 2 elements.').waitFor();
  await expect.poll(() => words(bens)).not.toContain('Paid?');
  expect(await outline()).toContain('Shop');
  await notice.getByRole('button', { name: 'Dismiss' }).click();

  // A board: Ben and agents see Ada's card.
  await ben.agent.changeset(place, 'add plan-board id=sprint label="Sprint" x=100 y=300 width=500 height=280');
  await adas
    .getByRole('button', { name: /^Add card to/ })
    .first()
    .click();
  await adas.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Open the shop');
  await adas.keyboard.press('Tab');
  expect(await seriousFaults(adas)).toEqual([]);
  await adas.keyboard.press('Escape');
  await bens.locator('[data-card][aria-label*="Open the shop"]').waitFor();
  await saved(adas);
  const { items } = (await ben.agent.call<{ items: Item[] }>('GET', `/documents/${place.id}/items`)).body;
  const { statuses } = (await ben.agent.call<BoardDocument>('GET', `/documents/${place.id}/plan`)).body;
  expect(items).toMatchObject([{ key: 1, title: 'Open the shop', status: statuses[0]!.status }]);

  // A sheet: Ben's formula is evaluated, also for agents.
  await calculate(bens, ben, place);

  // Ada goes offline, continues to draw, and reconnects.
  stage.expectComplaints(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource|Failed to fetch/);
  await ada.context.setOffline(true);
  await adas
    .getByRole('status')
    .getByText(/^Offline/)
    .first()
    .waitFor();
  await adas.keyboard.press('Control+k');
  await adas.getByRole('combobox').fill('add sticky id=later label="Later" x=700 y=150');
  await adas.keyboard.press('Enter');
  await ben.agent.changeset(place, 'add square id=meanwhile label="Meanwhile" x=900 y=150');
  expect(await outline()).not.toContain('Later');
  await ada.context.setOffline(false);
  await saved(adas);
  for (const page of [adas, bens]) {
    await expect.poll(() => words(page)).toContain('Later');
    await expect.poll(() => words(page)).toContain('Meanwhile');
  }
  expect(await outline()).toContain('Later');
  await adas.close();
  await bens.close();
}

async function calculate(
  page: Page,
  { agent }: BrowserVisitor,
  { id, tab }: { readonly id: string; readonly tab: string },
): Promise<void> {
  const { body } = await agent.call<{ sheet: Sheet }>('POST', `/documents/${id}/sheets`, { tabId: tab, title: 'Costs' });
  const element = {
    type: 'shape',
    shape: 'plan-sheet',
    x: 650,
    y: 300,
    width: 360,
    height: 240,
    planSheet: { sheetId: body.sheet.id },
  };
  await agent.call('POST', `/documents/${id}/tabs/${tab}/changesets`, { operations: [{ op: 'add', element }] });
  const box = (await page.locator('.canvas').boundingBox())!;
  await expect.poll(() => words(page)).toContain('Costs');
  await page.mouse.dblclick(box.x + 800, box.y + 400);
  await page.getByRole('grid', { name: 'Cells of Costs' }).waitFor();
  for (const text of ['20', '22', '=A1+A2']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('gridcell').getByText('42').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await saved(page);
  const csv = (await agent.call<string>('GET', `/documents/${id}/sheets/${body.sheet.id}.csv`)).body;
  expect(csv).toMatch(/^20.*\r?\n22.*\r?\n42/);
}

const saved = (page: Page): Promise<void> =>
  page
    .getByRole('status')
    .getByText(/^Saved$/)
    .first()
    .waitFor();

/** The drawn texts. */
const words = (page: Page): Promise<string> =>
  page.evaluate<string>(`Array.from(document.querySelectorAll('.scene-host text'), (text) => text.textContent).join(' ')`);

async function clickCanvas(page: Page, x: number, y: number): Promise<void> {
  const box = (await page.locator('.canvas').boundingBox())!;
  await page.mouse.click(box.x + x, box.y + y);
}
