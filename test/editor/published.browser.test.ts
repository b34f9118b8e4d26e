/**
 * Published boards in a real browser: the page of a reader without an account, a board in a page of another origin, and the share dialog
 * that publishes it.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Frame, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ShareLink } from '#schema/access.ts';

import type { Browser } from '../harness/browser.ts';
import { patience } from '../harness/patience.ts';
import { publish } from '../harness/publish.ts';
import { seriousFaults } from './axe.ts';
import { uploadedImage } from './controls/every-kind.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

/** Where to put pictures of what the test sees; unset: nowhere. */
const boxes = 'add square id=shop "Shop"\nadd cylinder id=orders "Orders" right-of:shop gap:160\nconnect shop -> orders "pays"';

let stage: EditorStage;
let ada: BrowserVisitor;
/** A page of another origin, with what it is given as its body. */
let site: Server;
let siteUrl: string;
let siteBody = '';

beforeAll(async () => {
  stage = await startStage('published', { EMBED_ORIGINS: '*' });
  stage.expectComplaints(/WebSocket|404|502|ERR_/);
  ada = await stage.person('Ada', { permissions: ['clipboard-read', 'clipboard-write'] });
  site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    // No inline style and no inline script: the element has to do without.
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; script-src ${stage.node.url}; frame-src ${stage.node.url}`,
    );
    response.end(`<!doctype html><html lang="en"><title>A post</title><body>${siteBody}</body></html>`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  site.close();
  await stage.stop();
});

const added = (element: object): object => ({ op: 'add', element });

type Board = {
  readonly id: string;
  readonly tab: string;
  readonly linkId: string;
  readonly secret: string;
  readonly browser: Browser;
};

async function published(operations: string | readonly object[] = boxes, name = 'Payments'): Promise<Board> {
  const place = await stage.document(ada, name);
  const { status, body } = await ada.agent.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets`, { operations });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { ...place, ...(await publish(stage.node.url, stage.storage, place.id)) };
}

async function read(board: Board, query = '', options: Parameters<EditorStage['stranger']>[0] = {}): Promise<Page> {
  const reader = await stage.stranger(options);
  const page = await reader.open(`/p/${board.secret}${query}`);
  await page.locator('[data-state="shown"]').waitFor();
  return page;
}

type Reading = Page | Frame;
const drawn = (page: Reading, text: string) => page.locator('.scene').getByText(text, { exact: true }).first();
const shot = async (page: Page, name: string): Promise<void> => {
  await shoot(page, `published-${name}`);
};
/** What is shown of the board, once it rests. */
async function view(page: Reading): Promise<string> {
  const style = (): Promise<string> => page.evaluate(`document.querySelector('.scene').style.transform`);
  let last = '';
  await expect.poll(async () => { const before = last; last = await style(); return last === before; }, { interval: 150 }).toBe(true); // prettier-ignore
  return last;
}
const zoom = async (page: Reading): Promise<number> => Number.parseInt((await page.locator('.zoom').textContent()) ?? '', 10);
const widthOf = async (page: Reading, text: string): Promise<number> => (await drawn(page, text).boundingBox())!.width;

describe('the page of a reader', () => {
  test("shows an agent's write within a second", async () => {
    const board = await published();
    const page = await read(board);
    await drawn(page, 'Shop').waitFor();
    expect(await page.title()).toBe('Payments');
    const start = performance.now();
    await ada.agent.changeset(board, 'set shop label="Storefront"');
    await drawn(page, 'Storefront').waitFor();
    const took = performance.now() - start;
    process.stdout.write(`published: write to page ${took.toFixed(0)} ms\n`);
    expect(took).toBeLessThan(patience * 1_000);
    await page.context().close();
  });

  test("follows an editor's drag while it goes on", async () => {
    const board = await published();
    const page = await read(board);
    const before = (await drawn(page, 'Orders').boundingBox())!;
    const editor = await ada.open(`/d/${board.id}`);
    await editor.locator('.scene').getByText('Orders').first().waitFor();
    const box = (await editor.locator('.scene').getByText('Orders').first().boundingBox())!;
    await editor.mouse.move(box.x + 5, box.y + 5);
    await editor.mouse.down();
    await editor.mouse.move(box.x + 5, box.y + 60, { steps: 6 });
    await editor.mouse.up();
    const start = performance.now();
    await expect.poll(async () => (await drawn(page, 'Orders').boundingBox())!.y, { interval: 20 }).not.toBe(before.y);
    expect(performance.now() - start).toBeLessThan(patience * 1_000);
    await editor.close();
    await page.context().close();
  });

  test('says within a second that the board is no longer published, and answers the same later', async () => {
    const board = await published();
    const page = await read(board);
    const start = performance.now();
    const headers = { Origin: stage.node.url };
    const revoked = await ada.context.request.delete(`/api/v1/documents/${board.id}/share-links/${board.linkId}`, { headers });
    expect(revoked.status()).toBe(204);
    await page.getByRole('heading', { name: 'This board is no longer published' }).waitFor();
    expect(performance.now() - start).toBeLessThan(patience * 1_000);
    expect(await page.locator('.scene-paper').count()).toBe(0);
    await shot(page, 'gone');
    expect(await seriousFaults(page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'This board is no longer published' }).waitFor();
    await shot(page, 'gone-reloaded');
    await page.context().close();
  });

  test('switches between the tabs of the link, with an address for each', async () => {
    const board = await published();
    const { body } = await ada.agent.call<{ tab: { id: string } }>('POST', `/documents/${board.id}/tabs`, { name: 'Data' });
    const second = (body as unknown as { tab?: { id: string }; id: string }).tab?.id ?? (body as unknown as { id: string }).id;
    await ada.agent.changeset({ id: board.id, tab: second }, 'add square "Ledger"');
    const page = await read(board);
    await page.getByRole('combobox', { name: 'Tab' }).selectOption({ label: 'Data' });
    await drawn(page, 'Ledger').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe(second);
    await page.goBack();
    await drawn(page, 'Shop').waitFor();
    await page.goForward();
    await drawn(page, 'Ledger').waitFor();
    // The tab is deleted while it is read: the reader goes on with another one.
    await ada.agent.call('DELETE', `/documents/${board.id}/tabs/${second}`);
    await drawn(page, 'Shop').waitFor();
    await page.context().close();
  });

  test('shows the given frame, without a bar, in the given theme', async () => {
    const board = await published([
      added({ type: 'frame', id: 'far', label: 'Refunds', x: 4_000, y: 3_000, width: 500, height: 300 }),
      added({ type: 'shape', shape: 'square', id: 'pay', label: 'Pay back', x: 4_100, y: 3_100, width: 160, height: 80 }),
      added({ type: 'shape', shape: 'square', id: 'else', label: 'Elsewhere', x: 0, y: 0, width: 160, height: 80 }),
    ]);
    const page = await read(board, '?frame=far&theme=dark');
    await drawn(page, 'Pay back').waitFor();
    expect(await zoom(page)).toBeGreaterThan(150);
    const dark = await page.evaluate<string>(`getComputedStyle(document.querySelector('.scene-paper rect')).fill`);
    expect(dark).not.toBe('rgb(255, 255, 255)');
    await page.context().close();
    const bare = await read(board, '?toolbar=0');
    expect(await bare.getByRole('banner').count()).toBe(0);
    expect((await bare.locator('.board').boundingBox())!.height).toBe(800);
    await bare.context().close();
  });

  test('opens links of elements elsewhere, and none that a reader cannot open', async () => {
    const place = await stage.document(ada, 'Links');
    const inside = `${stage.node.url}/d/${place.id}`;
    await ada.agent.changeset(
      place,
      `add square id=out "Out" at:0,0 link=${siteUrl}\nadd square id=docs "Docs" at:300,0 link=${inside}\nadd square id=here "Here" at:600,0 link=${inside}/${place.tab}`,
    );
    const board: Board = { ...place, ...(await publish(stage.node.url, stage.storage, place.id)) };
    const page = await read(board);
    await drawn(page, 'Out').waitFor();
    const opened: Page[] = [];
    page.context().on('page', (other) => opened.push(other));
    await drawn(page, 'Docs').hover({ force: true });
    expect(await page.locator('.board').getAttribute('data-link')).toBeNull();
    await drawn(page, 'Docs').click({ force: true });
    await drawn(page, 'Out').hover({ force: true });
    expect(await page.locator('.board').getAttribute('title')).toBe(siteUrl);
    await drawn(page, 'Out').click({ force: true });
    await expect.poll(() => opened.map((other) => other.url())).toEqual([siteUrl]);
    expect(await opened[0]!.evaluate('[window.opener, document.referrer]')).toEqual([null, '']);
    // The keyboard reaches links through the texts, which select what they belong to.
    await page.bringToFront();
    await expect.poll(() => page.getByRole('link', { name: 'Out' }).count()).toBe(1);
    await page.getByRole('link', { name: 'Out' }).focus();
    await expect.poll(() => page.locator('.outline path').getAttribute('d')).toMatch(/^M/);
    expect(await page.getByRole('link', { name: 'Docs' }).count()).toBe(0);
    await page.context().close();
  });

  test('is read with keys, wheel, mouse and buttons', async () => {
    const board = await published();
    const page = await read(board);
    await drawn(page, 'Shop').waitFor();
    const first = await view(page);
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', '+', '-']) {
      const before = await view(page);
      await page.keyboard.press(key);
      await expect.poll(() => view(page), { interval: 50 }).not.toBe(before);
    }
    for (const key of ['0', '1']) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('+');
      await page.keyboard.press(key);
      await expect.poll(() => view(page)).toBe(first);
    }
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, 120);
    await expect.poll(() => view(page)).not.toBe(first);
    expect(await zoom(page)).toBe(100);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await expect.poll(() => zoom(page)).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await expect.poll(() => view(page)).toBe(first);
    await page.mouse.dblclick(200, 700);
    await expect.poll(() => zoom(page)).toBe(200);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => zoom(page)).toBeLessThan(200);
    const before = await view(page);
    await page.mouse.move(200, 700);
    await page.mouse.down();
    await page.mouse.move(260, 640, { steps: 4 });
    await page.mouse.up();
    expect(await view(page)).not.toBe(before);
    // A drag is no press: nothing was selected. A press is one.
    expect(await page.locator('.outline path').getAttribute('d')).toBe('');
    await drawn(page, 'Shop').click({ force: true });
    expect(await page.locator('.outline path').getAttribute('d')).toMatch(/^M.*Z$/);
    await page.keyboard.press('Escape');
    expect(await page.locator('.outline path').getAttribute('d')).toBe('');
    // It fits the window until the reader moves it.
    await page.context().close();
    const resized = await read(board);
    await drawn(resized, 'Shop').waitFor();
    await resized.setViewportSize({ width: 400, height: 600 });
    await expect.poll(async () => (await drawn(resized, 'Orders').boundingBox())!.x).toBeLessThan(400);
    await resized.context().close();
  });

  test('is read with fingers on a phone', async () => {
    const board = await published();
    const page = await read(board, '', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    await drawn(page, 'Shop').waitFor();
    const first = await view(page);
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly (readonly [number, number])[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await touch('touchStart', [195, 600]);
    for (let y = 590; y >= 500; y -= 15) await touch('touchMove', [195, y]);
    await touch('touchEnd');
    const panned = await view(page);
    expect(panned).not.toBe(first);
    const width = await widthOf(page, 'Shop');
    await touch('touchStart', [150, 400], [240, 400]);
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', [150 - 8 * step, 400], [240 + 8 * step, 400]);
    await touch('touchEnd');
    await expect.poll(() => widthOf(page, 'Shop')).toBeGreaterThan(1.5 * width);
    await page.getByRole('button', { name: 'Zoom to fit' }).tap();
    await expect.poll(() => view(page)).toBe(first);
    await shot(page, 'phone');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await seriousFaults(page)).toEqual([]);
    await page.context().close();
  });

  test('turns the pages of a tab with pages', async () => {
    const place = await stage.document(ada, 'Slides');
    const pages = ['Start', 'End'].map((name) => ({ op: 'add', kind: 'slide', name, layout: 'title' }));
    const answer = await ada.agent.call('POST', `/documents/${place.id}/tabs/${place.tab}/illustrate`, { pages });
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    const board: Board = { ...place, ...(await publish(stage.node.url, stage.storage, place.id)) };
    const page = await read(board);
    await shot(page, 'pages');
    await page.getByText('1 / 2').waitFor();
    const first = await view(page);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('2 / 2').waitFor();
    const second = await view(page);
    expect(second).not.toBe(first);
    await page.keyboard.press('PageUp');
    await page.getByText('1 / 2').waitFor();
    await expect.poll(() => view(page)).toBe(first);
    await shot(page, 'pages');
    await page.context().close();
  });

  test('shows images, and sends no cookie', async () => {
    const imageId = await uploadedImage(stage, ada);
    const board = await published([added({ type: 'image', imageId, x: 0, y: 0, width: 200, height: 150 })], 'Pictures');
    // Signed in: a cookie could be sent.
    const page = await ada.context.newPage();
    const cookies: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/images/')) void request.headerValue('cookie').then((value) => cookies.push(value));
    });
    await page.goto(`/p/${board.secret}`);
    await page.locator('image[href^="data:image/png;base64,"]').waitFor({ state: 'attached' });
    expect(cookies).toEqual([null]);
    await page.close();
  });

  test('says that it reconnects once that takes long, and catches up', async () => {
    const board = await published();
    const { context } = await stage.stranger();
    const page = await context.newPage();
    let isDown = false;
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/live$/, async (socket) => {
      if (isDown) return socket.close({ code: 1012 });
      socket.connectToServer();
      sockets.push(socket);
    });
    await page.goto(`/p/${board.secret}`);
    await drawn(page, 'Shop').waitFor();
    isDown = true;
    const start = performance.now();
    await sockets[0]!.close({ code: 1012 });
    await page.getByText('Reconnecting…').waitFor();
    expect(performance.now() - start).toBeGreaterThan(1_900);
    await shot(page, 'reconnecting');
    await ada.agent.changeset(board, 'set shop label="Storefront"\nrm orders');
    isDown = false;
    await drawn(page, 'Storefront').waitFor();
    expect(await drawn(page, 'Orders').count()).toBe(0);
    expect(await page.getByText('Reconnecting…').count()).toBe(0);
    await context.close();
  });

  test.each(['light', 'dark'] as const)('has no serious faults for assistive technology: %s', async (colorScheme) => {
    const board = await published(
      [
        added({ type: 'frame', id: 'checkout', label: 'Checkout', x: 0, y: 0, width: 900, height: 360 }),
        added({ type: 'shape', shape: 'square', id: 'shop', label: 'Shop', x: 60, y: 130, width: 160, height: 90 }),
        added({
          type: 'shape',
          shape: 'cylinder',
          id: 'orders',
          label: 'Orders',
          x: 380,
          y: 120,
          width: 150,
          height: 110,
          fill: 'blue',
        }),
        added({ type: 'sticky', id: 'ask', label: 'Ask legal about refunds', x: 690, y: 90, width: 160, height: 160 }),
        { op: 'connect', from: 'shop', to: 'orders', fields: { label: 'pays' } },
      ],
      'Checkout flow',
    );
    await ada.agent.call('POST', `/documents/${board.id}/tabs`, { name: 'Data' });
    const page = await read(board, '', { colorScheme });
    await drawn(page, 'Shop').waitFor();
    await expect.poll(() => page.getByRole('listitem').allTextContents()).toContain('Shop to Orders: pays');
    await shot(page, colorScheme);
    expect(await seriousFaults(page)).toEqual([]);
    await page.context().close();
  });
});

describe('a board in a page of another origin', () => {
  const element = (attributes: string): string =>
    `<h1>A post</h1><script type="module" src="${stage.node.url}/embed.js"></script><atelier-board ${attributes}></atelier-board><p>${'Text. '.repeat(2_000)}</p>`;
  async function embedded(attributes: string): Promise<{ page: Page; frame: Frame }> {
    siteBody = element(attributes);
    const reader = await stage.stranger();
    const page = await reader.open(siteUrl);
    await page.evaluate(`(() => {
      window.heard = [];
      for (const type of ['ready', 'select', 'change'])
        document.querySelector('atelier-board').addEventListener(type, ({ detail }) => window.heard.push([type, detail]));
    })()`);
    return { page, frame: await frameOf(page) };
  }
  /** The frame once it shows a board. */
  async function frameOf(page: Page): Promise<Frame> {
    const shown = async (): Promise<Frame | undefined> => {
      for (const frame of page.frames().filter((one) => one.url().includes('/embed/')))
        if (await frame.evaluate<boolean>(`document.querySelector('[data-state="shown"]') !== null`).catch(() => false))
          return frame;
      return undefined;
    };
    await expect.poll(async () => (await shown()) !== undefined).toBe(true);
    return (await shown())!;
  }
  const heard = (page: Page): Promise<[string, unknown][]> => page.evaluate('window.heard');

  test('follows a write, and says so; says what is selected', async () => {
    const board = await published();
    const { page, frame } = await embedded(`src="${stage.node.url}/p/${board.secret}"`);
    await drawn(frame, 'Shop').waitFor();
    const size = (await page.locator('atelier-board').boundingBox())!;
    expect(size.width / size.height).toBeCloseTo(1.6, 1);
    await shot(page, 'embed');
    const start = performance.now();
    await ada.agent.changeset(board, 'set shop label="Storefront"');
    await drawn(frame, 'Storefront').waitFor();
    expect(performance.now() - start).toBeLessThan(patience * 1_000);
    await expect.poll(async () => (await heard(page)).map(([type]) => type)).toContain('change');
    await drawn(frame, 'Storefront').click({ force: true });
    await expect
      .poll(async () => (await heard(page)).filter(([type]) => type === 'select'))
      .toEqual([['select', { refs: ['shop'] }]]);
    await frame.locator('.board').click({ position: { x: 20, y: 20 } });
    await expect.poll(async () => (await heard(page)).at(-1)).toEqual(['select', { refs: [] }]);
    await page.context().close();
  });

  test('leaves the wheel to the page until it was pressed', async () => {
    const board = await published();
    const { page, frame } = await embedded(`src="${stage.node.url}/p/${board.secret}"`);
    await drawn(frame, 'Shop').waitFor();
    const before = await view(frame);
    const at = (await page.locator('atelier-board').boundingBox())!;
    await page.mouse.move(at.x + 100, at.y + 100);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(50);
    expect(await view(frame)).toBe(before);
    const scrolled = await page.evaluate<number>('scrollY');
    await page.mouse.click(at.x + 100, at.y + 150);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => view(frame)).not.toBe(before);
    expect(await page.evaluate<number>('scrollY')).toBe(scrolled);
    await page.context().close();
  });

  test('changes with its attributes, survives a move, and hears no one else', async () => {
    const board = await published();
    const { page, frame } = await embedded(`src="${stage.node.url}/embed/${board.secret}" toolbar="0" title="How money moves"`);
    expect(await page.locator('atelier-board iframe').getAttribute('title')).toBe('How money moves');
    expect(await frame.getByRole('banner').count()).toBe(0);
    const history = await page.evaluate<number>('history.length');
    await page.evaluate(`{
      const board = document.querySelector('atelier-board');
      board.setAttribute('theme', 'dark');
      board.removeAttribute('toolbar');
    }`);
    await expect.poll(() => page.frames().some((one) => one.url().endsWith('?theme=dark'))).toBe(true);
    expect(page.frames().length).toBe(2);
    expect(await page.evaluate('history.length')).toBe(history);
    await page.evaluate(
      `{ const board = document.querySelector('atelier-board'); board.remove(); document.body.append(board); board.scrollIntoView(); window.heard = []; }`,
    );
    const again = await frameOf(page);
    await drawn(again, 'Shop').waitFor();
    await expect.poll(async () => (await heard(page)).map(([type]) => type)).toEqual(['ready']);
    // The page itself, and a frame of another address, say the same words.
    await page.evaluate(`window.postMessage({ source: 'atelier', type: 'select', refs: ['forged'] }, '*')`);
    await ada.agent.changeset(board, 'set shop label="Storefront"');
    await expect.poll(async () => (await heard(page)).at(-1)?.[0]).toBe('change');
    expect(JSON.stringify(await heard(page))).not.toContain('forged');
    await page.evaluate(`document.querySelector('atelier-board').setAttribute('src', 'javascript:alert(1)')`);
    await expect.poll(() => page.frames().length).toBe(1);
    await page.context().close();
  });
});

describe('the share dialog', () => {
  test('publishes the shown tab, copies its addresses, counts readers and stops', async () => {
    const place = await stage.document(ada, 'Budget');
    await ada.agent.changeset(place, boxes);
    const page = await ada.open(`/d/${place.id}`);
    await page.locator('.scene').getByText('Shop').first().waitFor();
    await page.evaluate(`${theEditor}.dialog.set('share')`);
    await page.getByRole('tab', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const published = page.getByRole('region', { name: 'Published: Tab 1' });
    const clipboard = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
    await published.getByRole('button', { name: 'Copy Link' }).click();
    const url = await clipboard();
    expect(url).toMatch(new RegExp(`^${stage.node.url}/p/[\\w-]+$`));
    await published.getByRole('button', { name: 'Copy embed code' }).click();
    await expect.poll(clipboard).toContain(`<iframe src="${url.replace('/p/', '/embed/')}" title="Tab 1"`);
    await published.getByRole('button', { name: 'Copy picture' }).click();
    await expect.poll(clipboard).toBe(`![Tab 1](${url}.png)`);
    const reader = await stage.stranger();
    const reading = await reader.open(new URL(url).pathname);
    await drawn(reading, 'Shop').waitFor();
    await published.getByText('1 reader now').waitFor();
    await shot(page, 'dialog');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Links' }).click();
    await page.getByText('No share links').waitFor();
    await page.getByRole('tab', { name: 'Publish' }).click();
    const start = performance.now();
    await page.getByRole('button', { name: 'Stop publishing Tab 1' }).click();
    await reading.getByRole('heading', { name: 'This board is no longer published' }).waitFor();
    expect(performance.now() - start).toBeLessThan(patience * 1_000);
    await page.getByText('“Tab 1” is no longer published.').waitFor();
    expect(await published.count()).toBe(0);
    const { body } = await ada.agent.call<{ links: ShareLink[] }>('GET', `/documents/${place.id}/share-links`);
    expect((body as unknown as { links: ShareLink[] }).links).toEqual([]);
    await reading.context().close();
    await page.close();
  });
});
