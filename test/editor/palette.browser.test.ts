/** The palette, the search and the layers in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { lateFrames, type EditorStage, startStage, type BrowserVisitor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('editor-palette');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

type Opened = { readonly id: string; readonly tab: string; readonly page: Page };

async function opened(lines: string): Promise<Opened> {
  const { id, tab } = await stage.document(ada);
  const { status, body } = await ada.agent.changeset({ id, tab }, lines);
  expect(status, JSON.stringify(body)).toBe(201);
  const page = await ada.open(`/d/${id}`);
  await page.getByText('Saved').waitFor();
  return { id, tab, page };
}

const outline = async ({ id, tab }: Opened): Promise<string> =>
  (await ada.agent.call<string>('GET', `/documents/${id}/tabs/${tab}?view=outline`)).body;

describe('the palette', () => {
  test('lines are completed, previewed, and applied as a person’s own work', async () => {
    const at = await opened('add cylinder id=orders label="Orders"');
    const { page } = at;
    await page.getByRole('application').focus();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Command or changeset' });
    await field.pressSequentially('add stad');
    await page.getByRole('option', { name: 'stadium' }).waitFor();
    await page.keyboard.press('Tab');
    await field.pressSequentially('label="Pay now" right-of:ord');
    await page.getByRole('option', { name: 'right-of:orders' }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('status').getByText('+ pay-now stadium "Pay now"').waitFor();
    const drawn = page.locator('.scene-elements').getByText('Pay now');
    await drawn.waitFor();
    expect(await outline(at)).not.toContain('Pay now');
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    await expect.poll(() => outline(at)).toContain('Pay now');
    await page.keyboard.press('Control+z');
    await expect.poll(() => outline(at)).not.toContain('Pay now');
    await page.close();
  });

  test('text typed right after a completion is appended to it, however late the next frame is', async () => {
    const { page } = await opened('add cylinder id=orders label="Orders"');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Command or changeset' });
    await page.evaluate(lateFrames);
    await field.pressSequentially('add stad');
    await page.getByRole('option', { name: 'stadium' }).waitFor();
    await page.keyboard.press('Tab');
    await field.pressSequentially('label="Pay now" right-of:orders', { delay: 10 });
    expect(await field.inputValue()).toBe('add stadium label="Pay now" right-of:orders');
    await page.close();
  });

  test('an error of a line is shown at its place, and nothing is applied', async () => {
    const at = await opened('add cylinder id=orders label="Orders"');
    const { page } = at;
    const before = await outline(at);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Command or changeset' });
    await field.fill('set nobody fill=blue');
    await page.getByRole('status').getByText('nobody').waitFor();
    await page.keyboard.press('Enter');
    expect(await field.count()).toBe(1);
    expect(await outline(at)).toBe(before);
    await field.fill('add square label="Never"');
    const drawn = page.locator('.scene-elements').getByText('Never');
    await drawn.waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await drawn.waitFor({ state: 'detached' });
    await page.close();
  });

  test('the example of the empty field is a change that is applied', async () => {
    const at = await opened('add cylinder id=orders label="Orders"');
    const { page } = at;
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Command or changeset' });
    const example = /: (.+)$/.exec((await field.getAttribute('placeholder')) ?? '')?.[1] ?? '';
    await field.fill(example);
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    await expect.poll(() => outline(at)).toContain('Pay');
    await page.close();
  });

  test('the place of a mistake in a line is named once', async () => {
    const { page } = await opened('add cylinder id=orders label="Orders"');
    await page.keyboard.press('Control+k');
    const status = page.getByRole('status').filter({ hasText: 'Line 1' });
    // One line that cannot be read, and one that names what is not there.
    for (const [line, word] of [['add square "Pay" "Twice"', 'key=value'], ['set nobody fill=blue', 'nobody']] as const) {
      await page.getByRole('combobox').fill(line);
      await status.filter({ hasText: word }).waitFor();
      expect((await status.innerText()).match(/Line 1/g)).toHaveLength(1);
    } // prettier-ignore
    await page.close();
  });

  test('what lacks a selection is listed with what to select, and not run; what is unknown is reported', async () => {
    const { page } = await opened('add cylinder id=orders label="Orders"');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox');
    await field.fill('align left');
    const align = page.getByRole('option', { name: /^Align left/ });
    expect(await align.innerText()).toContain('Select two elements first');
    expect(await align.getAttribute('aria-disabled')).toBe('true');
    await align.click({ force: true });
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('align left');
    await field.fill('qqqqq');
    await page.getByRole('status').getByText('Nothing found').waitFor();
    await page.close();
  });

  test('commands are found by some letters', async () => {
    const { page } = await opened('add cylinder id=orders label="Orders"');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').pressSequentially('keysh');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.close();
  });
});

describe('find', () => {
  test('moves from match to match, also on other tabs', async () => {
    const at = await opened('add square id=a label="Café" x=0 y=0\nadd square id=b label="The cafe again" x=4000 y=3000');
    const { id, page } = at;
    const { body } = await ada.agent.call<{ tab: { id: string } }>('POST', `/documents/${id}/tabs`, { name: 'Second' });
    const elsewhere = await ada.agent.changeset({ id, tab: body.tab.id }, 'add sticky label="A cafe elsewhere"');
    expect(elsewhere.status, JSON.stringify(elsewhere.body)).toBe(201);
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find in document' }).pressSequentially('cafe');
    await page.getByText('3 results').waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.waitForURL((url) => url.pathname === `/d/${id}/${body.tab.id}`);
    await page.close();
  });
});

describe('layers', () => {
  test('a layer is created, named and hidden, and found elements are put on it', async () => {
    const at = await opened('add square id=a label="Alpha"');
    const { id, tab, page } = at;
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find in document' }).pressSequentially('alpha');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Layers' }).click();
    await page.getByRole('button', { name: 'New layer' }).click();
    await page.getByRole('button', { name: 'Move selection to Layer 1' }).click();
    await page.getByRole('button', { name: 'Layer 1', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name of Layer 1' }).fill('Notes');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Hide Notes' }).click();
    await page.getByText('Saved').waitFor();
    const { layers, elements } = (
      await ada.agent.call<{ layers: object[]; elements: { layer?: string }[] }>('GET', `/documents/${id}/tabs/${tab}`)
    ).body;
    expect(layers).toMatchObject([{ name: 'Notes', hidden: true, locked: false }]);
    expect(elements).toMatchObject([{ layer: expect.stringMatching(/^layer-/) as string }]);
    await page.close();
  });
});
