/** Published boards in real browsers: the page of a reader, boards on pages of another origin, and the Publish tab of Share. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ShareLink } from '#schema/access.ts';

import { Browser } from '../harness/browser.ts';
import { seriousFaults } from './axe.ts';
import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
/** A site of another owner. */
let site: Server;
beforeAll(async () => {
  stage = await startStage('published', { EMBED_ORIGINS: '*' });
  stage.expectComplaints(/status of 404|WebSocket/);
  ada = await stage.person('Ada', { permissions: ['clipboard-read', 'clipboard-write'] });
  site = createServer((request, response) => {
    const src = new URL(request.url ?? '/', 'http://site').searchParams.get('src') ?? '';
    const script = `window.said = []; const board = document.querySelector('atelier-board');
for (const type of ['ready', 'select', 'change']) board.addEventListener(type, ({ detail }) => said.push([type, detail?.refs ?? null]));`;
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(
      `<!doctype html><html lang="en"><title>Site</title><h1>Another site</h1>
<atelier-board src="${src}" style="width: 800px"></atelier-board>
<script type="module" src="${stage.node.url}/embed.js"></script><script>${script}</script></html>`,
    );
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(async () => {
  site.close();
  await stage.stop();
});

type Place = { readonly id: string; readonly tab: string };
type Board = { readonly place: Place; readonly link: ShareLink; readonly path: string; readonly stop: () => Promise<void> };

async function published(operations: string, limit: 'tab' | 'document' = 'document'): Promise<Board> {
  const place = await stage.document(ada, 'Payments');
  expect((await ada.agent.changeset(place, operations)).status).toBe(201);
  const owner = await Browser.signIn(stage.node.url, stage.storage, 'Owner');
  await stage.invite(place.id, { ...ada, userId: owner.userId }, 'owner');
  const body = { level: 'viewer', publish: true, ...(limit === 'tab' && { tabs: [place.tab] }) };
  const made = await owner.call<{ link: ShareLink }>('POST', `/documents/${place.id}/share-links`, body);
  expect(made.status).toBe(201);
  const { link } = made.body;
  const stop = async (): Promise<void> => {
    expect((await owner.call('DELETE', `/documents/${place.id}/share-links/${link.id}`)).status).toBe(204);
  };
  return { place, link, path: new URL(link.url ?? '').pathname, stop };
}

async function reader(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  return (await stage.stranger(options)).open(path);
}
const drawn = (page: Pick<Page, 'locator'>, label: string) =>
  page.locator('.scene-host').getByText(label, { exact: true }).first();
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['PUBLISHED_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};
/** The milliseconds until it is so. */
async function within(ms: number, isSo: () => Promise<unknown>): Promise<void> {
  const start = Date.now();
  await isSo();
  expect(Date.now() - start).toBeLessThan(ms);
}
/** A slow machine may take longer than the promised second. */
const promptMs = 3_000;

const lines =
  'add square id=cart "Cart" fill=blue\nadd cylinder id=orders "Orders" fill=green right-of:cart gap:160\nconnect cart -> orders "stores" line=angled';

describe('the page of a reader', () => {
  test('shows the board without an account, follows an agent and an editor, and sets no cookie', async () => {
    const { place, path } = await published(lines);
    const page = await reader(path);
    await drawn(page, 'Cart').waitFor();
    expect(await page.title()).toContain('Payments');
    await within(promptMs, async () => {
      await ada.agent.changeset(place, 'add diamond id=paid "Paid" fill=yellow below:cart');
      await drawn(page, 'Paid').waitFor();
    });
    const editor = await ada.open(`/d/${place.id}`);
    await editor.getByText('Saved').waitFor();
    await editor.evaluate(`(() => {
      const { session, tab } = ${theEditor};
      const before = [...tab.view.boxes()].find(({ label }) => label === 'Paid');
      session.edit(tab.id, [{ id: before.id, before, after: { ...before, label: 'Settled' } }]);
    })()`);
    await drawn(page, 'Settled').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('navigator.serviceWorker?.getRegistrations().then((all) => all.length) ?? 0')).toBe(0);
    await Promise.all([page.close(), editor.close()]);
  });

  test('is no longer there as soon as publishing is stopped, and says so', async () => {
    const { path, stop } = await published(lines);
    const page = await reader(path);
    await drawn(page, 'Cart').waitFor();
    await stop();
    await within(promptMs, () => page.getByText('This board is no longer published').waitFor());
    await page.reload();
    await page.getByText('This board is no longer published').waitFor();
    await page.close();
  });

  test('has the tabs that the link shows, and follows links between them', async () => {
    const { place, path } = await published('add square id=cart "Cart"');
    const made = await ada.agent.call<{ tab: { id: string } }>('POST', `/documents/${place.id}/tabs`, { name: 'Later' });
    const later = made.body.tab.id;
    await ada.agent.changeset({ id: place.id, tab: later }, 'add square id=idea "Idea"');
    await ada.agent.changeset(place, `set cart link=${JSON.stringify({ tab: later })}`).catch(() => undefined);
    const page = await reader(path);
    await page.getByLabel('Tab', { exact: true }).selectOption(later);
    await drawn(page, 'Idea').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe(later);
    await page.goBack();
    await drawn(page, 'Cart').waitFor();
    const limited = await published('add square "Only"', 'tab');
    await ada.agent.call('POST', `/documents/${limited.place.id}/tabs`, { name: 'Hidden' });
    await page.goto(limited.path);
    await drawn(page, 'Only').waitFor();
    await expect.poll(() => page.getByLabel('Tab', { exact: true }).isVisible()).toBe(false);
    expect(await page.content()).not.toContain('Hidden');
    await page.close();
  });

  test('pans and zooms by mouse and keyboard, and selects what is pressed', async () => {
    const { path } = await published(lines);
    const page = await reader(path);
    await drawn(page, 'Cart').waitFor();
    const zoom = (): Promise<number> => page.locator('output').innerText().then(Number.parseFloat);
    const fitted = await zoom();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(zoom).toBeLessThan(fitted);
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await expect.poll(zoom).toBe(fitted);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(zoom).toBeGreaterThan(fitted);
    const board = page.getByRole('application');
    await board.focus();
    await page.keyboard.press('0');
    await expect.poll(zoom).toBe(fitted);
    const at = async (): Promise<{ x: number; y: number }> => (await drawn(page, 'Cart').boundingBox()) ?? { x: 0, y: 0 };
    const before = await at();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await at()).x).toBeLessThan(before.x);
    await page.mouse.move(640, 700);
    await page.mouse.down();
    await page.mouse.move(700, 640, { steps: 4 });
    await page.mouse.up();
    await page.mouse.wheel(0, 120);
    await page.keyboard.press('+');
    await expect.poll(zoom).toBeGreaterThan(fitted);
    await page.close();
  });

  test.each([
    ['light', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
    ['phone', { colorScheme: 'light', viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }],
  ] as const)('has no serious accessibility fault: %s', async (name, options) => {
    const { path } = await published(lines);
    const page = await reader(path, options);
    await drawn(page, 'Cart').waitFor();
    if (name === 'phone') {
      // A thumb pinches: only what brings everything back has a button.
      expect(await page.getByRole('button', { name: 'Zoom in' }).isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Zoom to fit' }).tap();
    }
    await shot(page, `page-${name}`);
    expect(await seriousFaults(page)).toEqual([]);
    await page.close();
  });
});

describe('a board on a page of another origin', () => {
  test('follows an agent, tells what is selected and changed, and ends with publishing', async () => {
    const { place, link, stop } = await published(lines);
    const page = await reader(
      `http://127.0.0.1:${(site.address() as AddressInfo).port}/?src=${encodeURIComponent(link.url ?? '')}`,
    );
    const frame = page.frameLocator('atelier-board iframe');
    await drawn(frame, 'Cart').waitFor();
    await expect.poll(() => page.evaluate('said.length')).toBeGreaterThan(0);
    await within(promptMs, async () => {
      await ada.agent.changeset(place, 'add diamond id=paid "Paid" fill=yellow below:cart');
      await drawn(frame, 'Paid').waitFor();
    });
    await expect.poll(() => page.evaluate(`said.map(([type]) => type)`)).toContain('change');
    await drawn(frame, 'Orders').click({ force: true });
    await expect.poll(() => page.evaluate(`said.filter(([type]) => type === 'select').map(([, refs]) => refs).at(-1)`)).toEqual(['orders']); // prettier-ignore
    await shot(page, 'embedded');
    await stop();
    await within(promptMs, () => frame.getByText('This board is no longer published').waitFor());
    await page.close();
  });

  test('has no bar with toolbar=0, and shows a frame and a theme', async () => {
    const { path } = await published(`${lines}\nwrap cart orders in frame id=shop "Shop"\nadd square id=far "Far" at:4000,0`);
    const embed = path.replace('/p/', '/embed/');
    const page = await reader(`${embed}?toolbar=0&frame=shop&theme=dark`);
    await drawn(page, 'Cart').waitFor();
    expect(await page.getByRole('button', { name: 'Zoom in' }).isVisible()).toBe(false);
    const { x, width } = (await drawn(page, 'Cart').boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(1_280);
    await shot(page, 'embed-dark');
    await page.close();
  });
});

describe('Publish in Share', () => {
  test('publishes a tab, copies its addresses, counts its readers, and stops', async () => {
    const place = await stage.document(ada, 'Payments');
    await ada.agent.changeset(place, lines);
    const page = await ada.open(`/d/${place.id}`);
    await page.getByText('Saved').waitFor();
    await drawn(page, 'Cart').waitFor();
    await shot(page, 'editor');
    await page.getByRole('button', { name: 'Share' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Publish' }).click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    const address = await dialog.getByRole('group', { name: 'Link' }).locator('pre').innerText();
    expect(address).toMatch(/\/p\/[\w-]{20,}$/);
    const clipboard = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
    await dialog.getByRole('button', { name: 'Copy Link' }).click();
    await expect.poll(clipboard).toBe(address);
    await dialog.getByRole('button', { name: /embed code/i }).click();
    await expect.poll(clipboard).toContain(`<iframe`);
    await dialog.getByRole('button', { name: /picture/i }).click();
    await expect.poll(clipboard).toMatch(/^!\[.*\]\(.*\.png\)$/);
    const visitor = await reader(new URL(address).pathname);
    await drawn(visitor, 'Cart').waitFor();
    await dialog.getByText('1 reader').waitFor();
    await shot(page, 'share-publish');
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: /Stop publishing/ }).click();
    await visitor.getByText('This board is no longer published').waitFor();
    await Promise.all([page.close(), visitor.close()]);
  });
});
