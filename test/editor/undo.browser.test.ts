/** Undo and redo in a real browser: they go where the step changed something, and show it; and their buttons. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { BoardDocument } from '#schema/board.ts';
import type { Sheet } from '#schema/sheet.ts';

import { type EditorStage, startStage, theEditor, type BrowserVisitor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('undo');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

let page: Page;
let id: string;
let tab: string;
/** A document of Ada's with two empty tabs, of which the first is shown. */
beforeEach(async () => {
  ({ id, tab } = await stage.document(ada, 'Plans'));
  await ada.agent.call('POST', `/documents/${id}/tabs`, { name: 'Tab 2', mode: 'canvas' });
  page = await ada.open(`/d/${id}`);
  await page.getByRole('link', { name: 'Tab 2' }).waitFor();
  await saved();
  return () => page.close();
});

const saved = (): Promise<void> => page.getByRole('status').filter({ hasText: 'Saved' }).waitFor({ state: 'attached' });
const said = (): Promise<string | null> => page.locator('p[aria-live=polite]').first().textContent();
const shownTab = (): Promise<string | null> => page.locator('nav[aria-label="Document tabs"] a[aria-current=page]').textContent();
const bar = (): Locator => page.getByRole('toolbar', { name: 'Undo and redo' });
const undo = (): Locator => bar().getByRole('button', { name: 'Undo', exact: true });
const redo = (): Locator => bar().getByRole('button', { name: 'Redo', exact: true });

async function goTo(name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click();
  await expect.poll(shownTab).toBe(name);
  await expect.poll(() => inEditor<boolean>('editor.viewport.get().width > 0')).toBe(true);
  await page.locator('.canvas').focus();
}

const inEditor = <T>(expression: string): Promise<T> =>
  page.evaluate(`(() => { const editor = ${theEditor}; return ${expression}; })()`);
/** The elements of the shown tab, and the selected ones, by label or kind. */
const drawn = (): Promise<{ all: string[]; selected: string[] }> =>
  inEditor(`(() => {
    const name = ({ id, label }) => label ?? id.slice(0, id.indexOf('~'));
    const { view } = editor.tab;
    return { all: [...view.elements()].map(name), selected: [...editor.selection.get()].map((id) => name(view.get(id))) };
  })()`);

/** Draws a rectangle with this text around a point of the window. */
async function draw(words: string, x = 600, y = 350): Promise<void> {
  await page.keyboard.press('r');
  await page.mouse.click(x, y);
  await page.keyboard.type(words);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await drawn()).all).toContain(words);
}

describe('undo and redo go where the step changed something', () => {
  test('to its tab: undone and redone changes are shown, selected and announced', async () => {
    await draw('Here');
    await goTo('Tab 2');
    await draw('There');
    await goTo('Tab 1');
    await page.keyboard.press('Control+z');
    await expect.poll(shownTab).toBe('Tab 2');
    await expect.poll(said).toBe('Undone on Tab 2: Rectangle changed');
    expect(await drawn()).toEqual({ all: ['square'], selected: ['square'] });
    await page.getByText('Undone on Tab 2', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(said).toBe('Undone: Rectangle removed');
    expect([await shownTab(), await drawn()]).toEqual(['Tab 2', { all: [], selected: [] }]);
    await page.keyboard.press('Control+z');
    await expect.poll(shownTab).toBe('Tab 1');
    await expect.poll(said).toBe('Undone on Tab 1: Rectangle changed');
    await goTo('Tab 2');
    for (const words of [
      'Redone on Tab 1: Rectangle Here changed',
      'Redone on Tab 2: Rectangle added',
      'Redone: Rectangle There changed',
    ]) {
      await page.keyboard.press('Control+Shift+z');
      await expect.poll(said).toBe(words);
    }
    expect([await shownTab(), await drawn()]).toEqual(['Tab 2', { all: ['There'], selected: ['There'] }]);
  });

  test('into view: the place of the change, at the same zoom, also of deleted elements', async () => {
    await draw('Far');
    await page.mouse.move(600, 350);
    await page.keyboard.press('Escape');
    await page.mouse.wheel(4_000, 3_000);
    await page.keyboard.press('Control+z');
    await expect.poll(said).toBe('Undone: Rectangle changed');
    const isSeen = `(() => {
      const [box] = [...editor.tab.view.boxes()];
      const { x, y, width, height } = editor.viewport.visible();
      return box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height;
    })()`;
    expect(await inEditor(isSeen)).toBe(true);
    expect(await inEditor('editor.viewport.get().zoom')).toBe(1);
    await page.mouse.wheel(4_000, 3_000);
    const before = await inEditor<object>('editor.viewport.visible()');
    await page.keyboard.press('Control+z');
    await expect.poll(said).toBe('Undone: Rectangle removed');
    expect(await inEditor('editor.viewport.visible()')).not.toEqual(before);
    expect(await inEditor('editor.canvas.taken.get()?.areas.length')).toBe(1);
  });

  test('past steps on a tab that another person has deleted, to the previous one', async () => {
    await draw('Here');
    await goTo('Tab 2');
    await draw('There');
    await saved();
    const { body } = await ada.agent.call<{ tabs: { id: string; name: string }[] }>('GET', `/documents/${id}`);
    const other = body.tabs.find(({ name }) => name === 'Tab 2')!.id;
    expect((await ada.agent.call('DELETE', `/documents/${id}/tabs/${other}`)).status).toBeLessThan(300);
    await expect.poll(shownTab).toBe('Tab 1');
    await expect.poll(async () => (await drawn()).all).toEqual(['Here']);
    await page.locator('.canvas').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(said).toBe('Undone: Rectangle changed');
    expect(await drawn()).toEqual({ all: ['square'], selected: ['square'] });
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await drawn()).all).toEqual([]);
    await expect.poll(() => undo().getAttribute('aria-disabled')).toBe('true');
  });

  test('nowhere, with a message, if others have deleted everything that could be undone', async () => {
    await draw('Here');
    await saved();
    expect((await ada.agent.changeset({ id, tab }, 'rm square')).status).toBe(201);
    await expect.poll(async () => (await drawn()).all).toEqual([]);
    expect(await undo().getAttribute('aria-disabled')).toBe('false');
    await page.keyboard.press('Control+z');
    await expect.poll(said).toBe('Nothing to undo');
    expect([await undo().getAttribute('aria-disabled'), await redo().getAttribute('aria-disabled')]).toEqual(['true', 'true']);
  });

  test('to the sheet: it opens with the cells selected', async () => {
    const { body } = await ada.agent.call<{ sheet: Sheet }>('POST', `/documents/${id}/sheets`, { tabId: tab, title: 'Budget' });
    await inEditor(`editor.sheet.set(${JSON.stringify(body.sheet.id)})`);
    await page.getByRole('grid', { name: 'Cells of Budget' }).waitFor();
    for (const key of ['ArrowDown', 'ArrowRight', '7', 'Enter', 'Escape']) await page.keyboard.press(key);
    await goTo('Tab 2');
    await draw('There');
    for (const words of ['Undone: Rectangle changed', 'Undone: Rectangle removed']) {
      await page.keyboard.press('Control+z');
      await expect.poll(said).toBe(words);
    }
    await page.keyboard.press('Control+z');
    await expect.poll(shownTab).toBe('Tab 1');
    await page.getByRole('grid', { name: 'Cells of Budget' }).waitFor();
    await expect.poll(said).toBe('Undone: 1 cell of Budget changed');
    await expect.poll(() => page.getByRole('gridcell', { selected: true }).count()).toBe(1);
    await expect.poll(() => page.getByRole('gridcell', { selected: true }).getAttribute('aria-colindex')).toBe('3');
    // And from the sheet back to the canvas that it covers.
    for (const words of ['Redone: 1 cell of Budget changed', 'Redone on Tab 2: Rectangle added']) {
      await redo().click();
      await expect.poll(said).toBe(words);
    }
    expect([await shownTab(), await page.getByRole('grid').count()]).toEqual(['Tab 2', 0]);
  });

  test('to the board: the card is highlighted on the canvas, and focused in the open board', async () => {
    await ada.agent.changeset({ id, tab }, 'add plan-board id=sprint label="Sprint" x=200 y=120 width=720 height=420');
    const { boards } = (await ada.agent.call<BoardDocument>('GET', `/documents/${id}/plan`)).body;
    const status = boards[0]!.columns[0]!.status;
    await ada.agent.call('POST', `/documents/${id}/items`, { type: 'task', fields: { title: 'Write' }, place: { status } });
    const card = page.locator('[data-card]');
    await card.waitFor();
    await card.focus();
    await page.keyboard.press('Control+ArrowRight');
    await saved();
    await goTo('Tab 2');
    await page.keyboard.press('Control+z');
    await expect.poll(shownTab).toBe('Tab 1');
    await expect.poll(said).toBe('Undone: card Write changed');
    expect(await inEditor('editor.canvas.taken.get()?.areas.length')).toBe(1);
    await page.getByRole('button', { name: 'Open Sprint' }).click();
    await page.locator('[data-spot]').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(said).toBe('Redone: card Write changed');
    expect(await page.getByRole('region', { name: 'Board Sprint' }).count()).toBe(1);
    await expect.poll(() => page.evaluate('document.activeElement.dataset.spot ?? null')).not.toBeNull();
  });

  test('to the layers of a tab: their panel opens', async () => {
    await page.getByRole('button', { name: 'Layers' }).click();
    await page.getByRole('button', { name: 'New layer' }).click();
    await page.getByRole('button', { name: 'Close Layers' }).click();
    await goTo('Tab 2');
    await page.keyboard.press('Control+z');
    await expect.poll(shownTab).toBe('Tab 1');
    await expect.poll(said).toBe('Undone on Tab 1: layers changed');
    await page.getByRole('complementary', { name: 'Layers' }).waitFor();
  });

  test('from an open board to the canvas beneath it', async () => {
    await ada.agent.changeset({ id, tab }, 'add plan-board id=sprint label="Sprint" x=200 y=120 width=400 height=300');
    await draw('Beside', 900, 350);
    await page.getByRole('button', { name: 'Open Sprint' }).click();
    await page.getByRole('region', { name: 'Board Sprint' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('region', { name: 'Board Sprint' }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await drawn()).selected).toEqual(['square']);
  });

  test('and nudges on two tabs are two steps, however fast', async () => {
    await draw('Here');
    await goTo('Tab 2');
    await draw('There');
    await page.evaluate(`(() => { const now = Date.now(); Date.now = () => now; })()`);
    await page.keyboard.press('ArrowRight');
    await goTo('Tab 1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+z');
    await expect.poll(said).toBe('Undone: Rectangle Here changed');
  });
});

describe('the buttons of undo and redo', () => {
  const states = async () => [await undo().getAttribute('aria-disabled'), await redo().getAttribute('aria-disabled')];

  test('are enabled if there is something to undo or redo, and leave the focus on the canvas', async () => {
    expect(await states()).toEqual(['true', 'true']);
    await draw('Here');
    await expect.poll(states).toEqual(['false', 'true']);
    await undo().click();
    await expect.poll(states).toEqual(['false', 'false']);
    await undo().click();
    await expect.poll(states).toEqual(['true', 'false']);
    expect(await page.evaluate(`document.activeElement.classList.contains('canvas')`)).toBe(true);
    await redo().click();
    await redo().click();
    await expect.poll(states).toEqual(['false', 'true']);
    expect((await drawn()).all).toEqual(['Here']);
    await redo().click({ force: true });
    expect((await drawn()).all).toEqual(['Here']);
    expect(await undo().getAttribute('aria-keyshortcuts')).toBe('Control+Z');
    await undo().hover();
    await page.getByText(/^Undo\s*Ctrl\s*Z$/).waitFor();
  });

  test('keep the focus when pressed by keyboard, also when the view moves to another tab', async () => {
    await goTo('Tab 2');
    await draw('There');
    await goTo('Tab 1');
    await undo().focus();
    await page.keyboard.press('Enter');
    await expect.poll(shownTab).toBe('Tab 2');
    await expect.poll(said).toBe('Undone on Tab 2: Rectangle changed');
    await page.keyboard.press('Enter');
    await expect.poll(said).toBe('Undone: Rectangle removed');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Undo');
  });

  test('undo text that is still being edited', async () => {
    await draw('Here');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Elsewhere');
    await undo().click();
    await expect.poll(async () => (await drawn()).all).toEqual(['Here']);
    expect(await page.getByRole('textbox').count()).toBe(0);
    await redo().click();
    await expect.poll(async () => (await drawn()).all).toEqual(['Elsewhere']);
  });

  test('are hidden for viewers, and disabled on a locked tab', async () => {
    await draw('Here');
    await saved();
    const eve = await stage.person('Eve');
    await stage.invite(id, eve, 'viewer');
    const eves = await eve.open(`/d/${id}`);
    await eves.getByText('Here', { exact: true }).first().waitFor();
    expect(await eves.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0);
    await eves.close();
    await ada.agent.call('PATCH', `/documents/${id}/tabs/${tab}`, { locked: true });
    await expect.poll(states).toEqual(['true', 'true']);
  });

  test('are visible and usable on a phone', async () => {
    await page.close();
    const tess = await stage.person('Tess', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    await stage.invite(id, tess, 'editor');
    await ada.agent.changeset({ id, tab }, 'add square id=a label=A at:300,200');
    page = await tess.open(`/d/${id}`);
    await saved();
    const middle = (): Promise<{ x: number; y: number }> => inEditor('editor.viewport.toScreen({ x: 380, y: 240 })');
    let at = await middle();
    // The view may still be zooming to fit.
    await expect
      .poll(async () => {
        const before = at;
        await page.waitForTimeout(100);
        at = await middle();
        return at.x === before.x && at.y === before.y;
      })
      .toBe(true);
    const { y: top } = (await page.locator('.canvas').boundingBox())!;
    const client = await tess.context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]): Promise<unknown> =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y: y + top })) });
    // Above the toolbar, which covers the middle.
    await touch('touchStart', [at.x, at.y - 35]);
    await touch('touchMove', [at.x, at.y - 60]);
    await touch('touchMove', [at.x, at.y - 150]);
    await touch('touchEnd');
    const place = (): Promise<number> => inEditor('[...editor.tab.view.boxes()][0].y');
    await expect.poll(place).toBeLessThan(200);
    for (const button of [undo(), redo()]) {
      const box = (await button.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
      expect(box.y + box.height).toBeLessThanOrEqual(844);
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
    await expect.poll(states).toEqual(['false', 'true']);
    await tap(undo(), async () => (await place()) === 200);
    expect(await states()).toEqual(['true', 'false']);
    await tap(redo(), async () => (await place()) < 200);
  });

  test('a text element that is left empty is no undo step', async () => {
    await ada.agent.changeset({ id, tab }, 'add square id=box label=Box at:100,100');
    await expect.poll(() => inEditor<number>('editor.tab.view.size')).toBe(1);
    await inEditor("(editor.selection.set([...editor.tab.view.idsOfSlug('box')]), editor.canvas.focus())");
    await page.keyboard.press('Delete');
    await expect.poll(() => inEditor<number>('editor.tab.view.size')).toBe(0);
    for (const keys of [[], ['a', 'Backspace']]) {
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await page.mouse.click(640, 300);
      await page.getByRole('textbox', { name: /^Text of / }).waitFor();
      for (const key of keys) await page.keyboard.press(key);
      await page.keyboard.press('Escape');
      await expect.poll(() => inEditor<number>('editor.tab.view.size')).toBe(0);
    }
    await page.keyboard.press('Control+z');
    await expect
      .poll(() => inEditor<readonly string[]>('[...editor.tab.view.elements()].map(({ type }) => type)'))
      .toEqual(['shape']);
  });
});

/** Taps until there is an effect: on a busy machine, Chromium takes a late release for a long press. */
async function tap(button: Locator, hasEffect: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await button.tap();
      for (let wait = 0; wait < 10; wait += 1) {
        if (await hasEffect()) return true;
        await page.waitForTimeout(100);
      }
      return false;
    })
    .toBe(true);
}
