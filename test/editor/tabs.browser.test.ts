/** The bars of a document in a real browser: its name, its tabs, its theme. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Document } from '#schema/document.ts';

import { lateFrames, type EditorStage, startStage, type BrowserVisitor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let page: Page;
let id: string;
let tab: string;
beforeAll(async () => {
  stage = await startStage('tabs');
  stage.expectComplaints(/status of (403|409)/);
  ada = await stage.person('Ada');
});
beforeEach(async () => {
  ({ id, tab } = await stage.document(ada, 'Orders'));
  page = await ada.open(`/d/${id}`);
  await page.getByText('Saved').waitFor();
  return () => page.close();
});
afterAll(() => stage.stop());

const stored = async (): Promise<Document['tabs']> => (await ada.agent.call<Document>('GET', `/documents/${id}`)).body.tabs;
const names = async (): Promise<string[]> => (await stored()).map(({ name }) => name);
const bar = () => page.getByRole('navigation', { name: 'Document tabs' });
const shown = () => bar().locator('a[aria-current=page]').textContent();

async function add(mode: string): Promise<void> {
  const before = await bar().getByRole('link').count();
  await page.getByRole('button', { name: 'Add tab' }).click();
  await page.getByRole('menuitem', { name: mode }).click();
  await expect.poll(() => bar().getByRole('link').count()).toBe(before + 1);
}

describe('the bars of a document', () => {
  test('the name is edited in place, and Escape cancels', async () => {
    await page.getByRole('heading', { name: 'Orders' }).getByRole('button').click();
    await page.keyboard.type('Deliveries');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Orders' }).getByRole('button').click();
    await page.keyboard.type('Shipments');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Shipments' }).waitFor();
    await expect.poll(() => page.title()).toBe('Shipments · Atelier');
  });

  test('tabs are added, named, visited and reordered by keyboard', async () => {
    await add('Canvas');
    await add('Pages');
    await expect.poll(shown).toContain('Tab 3');
    await bar().getByRole('link', { name: 'Tab 3' }).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Deck');
    await page.keyboard.press('Enter');
    await bar().getByRole('link', { name: 'Deck' }).waitFor();
    await expect.poll(names).toEqual(['Tab 1', 'Tab 2', 'Deck']);
    await page.evaluate(lateFrames);
    await page.keyboard.press('F2');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await expect.poll(names).toEqual(['Tab 1', 'Deck', 'Tab 2']);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(shown).toContain('Tab 1');
    expect((await stored()).map(({ mode }) => mode)).toEqual(['canvas', 'pages', 'canvas']);
  });

  test('a drag reorders tabs, and does not count as a click', async () => {
    await add('Canvas');
    await bar().getByRole('link', { name: 'Tab 1' }).hover();
    await page.mouse.down();
    await page.mouse.move(600, 780, { steps: 8 });
    await page.mouse.up();
    await expect.poll(names).toEqual(['Tab 2', 'Tab 1']);
    expect(await shown()).toContain('Tab 2');
  });

  test('a finger drags a tab after a hold, and scrolls the row otherwise', async () => {
    await add('Canvas');
    const first = bar().getByRole('link', { name: 'Tab 1' });
    const finger = (type: string, clientX: number): Promise<void> =>
      first.dispatchEvent(type, { pointerType: 'touch', pointerId: 7, button: 0, clientX, bubbles: true });
    const { x = 0, width = 0 } = (await first.boundingBox()) ?? {};
    const left = x + width / 2;
    // Without a hold, it is a scroll.
    await first.evaluate(`(link) => {
      for (const [type, clientX] of [['pointerdown', ${left}], ['pointermove', ${left + 60}], ['pointerup', ${left + 300}]])
        link.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', pointerId: 6, button: 0, clientX, bubbles: true }));
    }`);
    await finger('pointerdown', left);
    await bar().locator('li[data-held]').waitFor();
    for (const step of [40, 120, 300]) await finger('pointermove', left + step);
    await finger('pointerup', left + 300);
    await expect.poll(names).toEqual(['Tab 2', 'Tab 1']);
    await bar().locator('li[data-held]').waitFor({ state: 'detached' });
  });

  test('a copy has the contents of the tab, with new ids', async () => {
    const drawn = await ada.agent.changeset(
      { id, tab },
      'add square id=a label=A\nadd square id=b label=B right-of:a\nconnect a -> b\nadd sticky label=Note',
    );
    expect(drawn.status).toBe(201);
    const layers = [{ id: 'back', name: 'Back', locked: true, hidden: false }];
    await ada.agent.call('PATCH', `/documents/${id}/tabs/${tab}`, { layers });
    await page.getByRole('button', { name: 'Actions for Tab 1' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(shown).toContain('Copy of Tab 1');
    await expect
      .poll(async () => (await stored()).map(({ elements, arrows }) => [elements, arrows]))
      .toEqual([
        [3, 1],
        [3, 1],
      ]);
    const copy = (await stored())[1]!.id;
    const lines = async (of: string): Promise<string> =>
      (await ada.agent.call<string>('GET', `/documents/${id}/tabs/${of}?view=lines`)).body;
    expect(await lines(copy)).toBe(await lines(tab));
    type Reading = { elements: { id: string }[]; layers: object[] };
    const [first, second] = await Promise.all(
      [tab, copy].map(async (of) => (await ada.agent.call<Reading>('GET', `/documents/${id}/tabs/${of}`)).body),
    );
    await expect
      .poll(async () => (await ada.agent.call<Reading>('GET', `/documents/${id}/tabs/${copy}`)).body.layers)
      .toEqual(layers);
    expect(first!.elements.filter((element) => second!.elements.some((other) => other.id === element.id))).toEqual([]);
  });

  test('a tab can be locked and deleted, except for the last one', async () => {
    await add('Canvas');
    await page.getByRole('button', { name: 'Actions for Tab 2' }).click();
    await page.getByRole('menuitem', { name: 'Lock' }).click();
    await bar().getByRole('link', { name: 'Locked' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Tab 2' }).click();
    expect(await page.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('menuitem', { name: 'Unlock' }).click();
    await bar().getByRole('link', { name: 'Locked' }).waitFor({ state: 'detached' });
    await bar().getByRole('link', { name: 'Tab 2' }).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(names).toEqual(['Tab 1']);
    await expect.poll(shown).toContain('Tab 1');
    await page.getByRole('button', { name: 'Actions for Tab 1' }).click();
    expect(await page.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('a person who may edit only some tabs is informed on others, and continues', async () => {
    const grace = await stage.person('Grace');
    await add('Canvas');
    const [, second] = await stored();
    const { status } = await ada.agent.call('PUT', `/documents/${id}/members/${grace.userId}`, {
      level: 'editor',
      tabs: [second!.id],
    });
    expect(status).toBe(200);
    const hers = await grace.open(`/d/${id}`);
    await hers.getByText('Saved').waitFor();
    await hers.getByRole('link', { name: 'Tab 1' }).focus();
    await hers.keyboard.press('F2');
    await hers.keyboard.type('Mine');
    await hers.keyboard.press('Enter');
    await hers
      .getByRole('region', { name: 'Notifications' })
      .getByText(/access/i)
      .first()
      .waitFor();
    expect(await names()).toEqual(['Tab 1', 'Tab 2']);
    expect(await hers.getByText('Saved').count()).toBe(1);
    await hers.close();
  });

  test('a second press takes effect after the first', async () => {
    let first = true;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/tabs', async (route) => {
      if (route.request().method() === 'POST' && first) {
        first = false;
        await held;
      }
      await route.continue();
    });
    for (let press = 0; press < 2; press += 1) {
      await page.getByRole('button', { name: 'Add tab' }).click();
      await page.getByRole('menuitem', { name: 'Canvas' }).click();
    }
    release();
    await expect.poll(names).toEqual(['Tab 1', 'Tab 2', 'Tab 3']);
  });

  test('a shown tab that the address does not name stays shown when it is moved', async () => {
    await ada.agent.call('POST', `/documents/${id}/tabs`, { name: 'Tab 2', mode: 'canvas' });
    await bar().getByRole('link', { name: 'Tab 2' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/d/${id}`);
    await bar().getByRole('link', { name: 'Tab 1' }).focus();
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(names).toEqual(['Tab 2', 'Tab 1']);
    await expect.poll(() => bar().getByRole('link').allTextContents()).toEqual(['Tab 2', 'Tab 1']);
    expect(await shown()).toBe('Tab 1');
  });
});
