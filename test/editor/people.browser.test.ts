/**
 * People and agents in one document, in real browsers: participants, notices of agents' changes, Undo, comments, history, lint.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { CommentThread } from '#schema/comment.ts';
import type { Document } from '#schema/document.ts';

import { type EditorStage, startStage, type BrowserVisitor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('editor-people');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben');
});
afterAll(() => stage.stop());

type Shared = { readonly id: string; readonly tab: string; readonly page: Page };

/** A document of Ada's that Ben may edit, open in Ada's browser. */
async function opened(lines = ''): Promise<Shared> {
  const { id, tab } = await stage.document(ada);
  await stage.invite(id, ben, 'editor');
  if (lines !== '') await write(ada, id, tab, lines);
  const page = await ada.open(`/d/${id}`);
  await page.getByText('Saved').waitFor();
  return { id, tab, page };
}

async function write({ agent }: BrowserVisitor, id: string, tab: string, operations: string, summary?: string): Promise<void> {
  const { status, body } = await agent.changeset({ id, tab }, operations, summary === undefined ? {} : { summary });
  expect(status, JSON.stringify(body)).toBe(201);
}

const view = async (id: string, tab: string, name: string): Promise<string> =>
  (await ada.agent.call<string>('GET', `/documents/${id}/tabs/${tab}?view=${name}`)).body;

const notices = (page: Page) => page.getByRole('list', { name: 'Recent changes by others' }).getByRole('listitem');

describe('agents', () => {
  test('a notice shows an agent’s name, counts and summary, and its Undo reverts the whole run', async () => {
    const { id, tab, page } = await opened('add square id=mine label="Mine"');
    await write(ben, id, tab, 'add square id=pay label="Pay"\nadd square id=ship label="Ship" right-of:pay', 'Draw the flow');
    await write(ben, id, tab, 'connect pay -> ship\nset mine label="Yours"', 'Connect it');
    const notice = notices(page);
    await expect.poll(() => notice.innerText()).toContain('4 elements changed (3 added)');
    expect(await notice.count()).toBe(1);
    const text = await notice.innerText();
    expect(text).toContain('Ben');
    expect(text).toContain('agent');
    expect(text).toContain('Connect it');
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => notice.innerText()).toContain('Reverted 4 elements.');
    const outline = await view(id, tab, 'outline');
    expect(outline).toContain('Mine');
    expect(outline).not.toMatch(/Pay|Ship|Yours/);
    await page.close();
  });

  test('elements that were changed since are kept and named', async () => {
    const { id, tab, page } = await opened();
    await write(ben, id, tab, 'add square id=pay label="Pay"\nadd square id=ship label="Ship" right-of:pay');
    await expect.poll(() => notices(page).count()).toBe(1);
    await write(ada, id, tab, 'set ship label="Deliver"');
    await expect.poll(() => notices(page).count()).toBe(2);
    await notices(page).filter({ hasText: 'Ben' }).getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => notices(page).filter({ hasText: 'Ben' }).innerText())
      .toMatch(/Reverted 1 element.*ship \(edited since\)/s);
    await page.close();
  });

  test('an agent appears under its tab with its status, and does not count as a person', async () => {
    const { id, tab, page } = await opened('add square id=pay label="Pay"');
    await ben.agent.call('PUT', `/documents/${id}/tabs/${tab}/presence`, { status: 'Checking the flow', focus: ['pay'] });
    const faces = page.getByRole('button', { name: /in this document/ });
    await expect
      .poll(() => faces.locator('.unseen').textContent())
      .toBe('1 person in this document. On this tab: Ada (you); Ben (agent): Checking the flow');
    await faces.getByText('B', { exact: true }).hover();
    await page.getByText('Ben (agent)', { exact: true }).waitFor();
    await page.getByText('Checking the flow', { exact: true }).waitFor();
    await page.mouse.move(300, 500);
    await expect.poll(() => page.getByText('Checking the flow', { exact: true }).count()).toBe(0);
    await faces.click();
    await page.getByText('Checking the flow', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Follow' }).count()).toBe(0);
    await page.close();
  });
});

describe('people', () => {
  test('see each other, and can follow each other to another tab', async () => {
    const { id, page } = await opened('add square id=pay label="Pay"');
    await ada.agent.call('POST', `/documents/${id}/tabs`, { name: 'Second' });
    const bens = await ben.open(`/d/${id}`);
    await bens.getByText('Saved').waitFor();
    const { tabs } = (await ada.agent.call<Document>('GET', `/documents/${id}`)).body;
    const faces = page.getByRole('button', { name: /^2 people in this document/ });
    await faces.click();
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.getByRole('button', { name: 'Following Ben' }).waitFor();
    const second = `/d/${id}/${tabs.find(({ name }) => name === 'Second')!.id}`;
    await bens.evaluate(`history.pushState(null, '', '${second}'); dispatchEvent(new PopStateEvent('popstate'));`);
    await page.waitForURL((url) => url.pathname === second);
    await page.getByRole('button', { name: 'Following Ben' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Following Ben' }).count()).toBe(0);
    await page.close();
    await bens.close();
  });
});

describe('typing', () => {
  test('a label is seen by others while it is typed, also by viewers, and stays when it is written', async () => {
    const { id, tab, page } = await opened('add square id=pay label="Pay" at:0,0');
    const grace = await stage.person('Grace');
    await stage.invite(id, grace, 'viewer');
    const pages = await Promise.all([ben, grace].map((one) => one.open(`/d/${id}`)));
    for (const other of pages) await other.getByText('Pay', { exact: true }).waitFor();
    const isWritten = async (): Promise<boolean> => (await view(id, tab, 'outline')).includes('Check');
    const place = await page.getByText('Pay', { exact: true }).boundingBox();
    if (place === null) throw new Error('the box is not drawn');
    await page.mouse.dblclick(place.x + place.width / 2, place.y + place.height / 2);
    await page.keyboard.type('Checkout');
    for (const other of pages) await other.getByText('Checkout', { exact: true }).waitFor();
    expect(await isWritten()).toBe(false);
    await page.keyboard.type(' desk');
    for (const other of pages) await other.getByText('Checkout desk', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(isWritten).toBe(true);
    for (const other of pages) await expect.poll(() => other.getByText('Checkout desk', { exact: true }).count()).toBe(1);
    await page.close();
    for (const other of pages) await other.close();
  });
});

describe('Bring everyone to me', () => {
  test('takes the others along, to another tab as well, and they can go back', async () => {
    const { id, tab, page } = await opened('add square id=pay label="Pay"');
    await ada.agent.call('POST', `/documents/${id}/tabs`, { name: 'Second' });
    const { tabs } = (await ada.agent.call<Document>('GET', `/documents/${id}`)).body;
    const second = `/d/${id}/${tabs.find(({ name }) => name === 'Second')!.id}`;
    const bens = await ben.open(second);
    await bens.getByText('Saved').waitFor();
    const placeOf = (one: Page) => new URL(one.url()).pathname;
    expect(placeOf(bens)).toBe(second);
    await page.getByRole('button', { name: /^2 people in this document/ }).click();
    await page.getByRole('button', { name: 'Bring everyone to me' }).click();
    await page.getByText('Bringing 1 person to you').waitFor();
    await expect.poll(() => placeOf(bens)).toBe(`/d/${id}/${tab}`);
    await bens.getByText('Ada brought you here').waitFor();
    await bens.getByRole('button', { name: 'Following Ada' }).waitFor();
    await bens.getByRole('button', { name: 'Go back' }).click();
    await expect.poll(() => placeOf(bens)).toBe(second);
    expect(await bens.getByRole('button', { name: 'Following Ada' }).count()).toBe(0);
    await page.close();
    await bens.close();
  });

  test('asks someone who is typing, from the palette', async () => {
    const { id, page } = await opened();
    const bens = await ben.open(`/d/${id}`);
    await bens.getByText('Saved').waitFor();
    await bens.keyboard.press('t');
    await bens.mouse.click(600, 400);
    await bens.keyboard.type('Half a');
    await page.getByRole('button', { name: /^2 people in this document/ }).waitFor();
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox').fill('spotlight');
    await page.keyboard.press('Enter');
    await bens.getByText('Ada asks everyone to come').waitFor();
    await bens.keyboard.type(' sentence');
    expect(await bens.getByRole('button', { name: 'Following Ada' }).count()).toBe(0);
    await bens.keyboard.press('Escape');
    await bens.getByText('Half a sentence').first().waitFor();
    await bens.getByRole('button', { name: 'Follow', exact: true }).click();
    await bens.getByRole('button', { name: 'Following Ada' }).waitFor();
    await page.close();
    await bens.close();
  });
});

describe('comments', () => {
  test('an agent asks, a person answers, resolves and deletes', async () => {
    const { id, tab, page } = await opened('add square id=pay label="Pay" x=200 y=200');
    await ben.agent.call('POST', `/documents/${id}/tabs/${tab}/comments`, { elementId: 'pay', text: 'Is this the right word?' });
    await page.getByRole('button', { name: '1 comment on Pay' }).click();
    const panel = page.getByRole('complementary', { name: 'Comments' });
    await panel.getByText('Is this the right word?').waitFor();
    await panel.getByRole('button', { name: 'Reply' }).click();
    await panel.getByRole('textbox', { name: 'Reply on Pay' }).fill('Yes, it is.');
    await page.keyboard.press('Control+Enter');
    await panel.getByRole('listitem').getByText('Yes, it is.').last().waitFor();
    await page.getByRole('button', { name: '2 comments on Pay' }).waitFor();
    await panel.getByRole('button', { name: 'Resolve' }).click();
    await expect.poll(() => page.getByRole('button', { name: /^\d+ comments? on Pay$/ }).count()).toBe(0);
    const { threads } = (await ben.agent.call<{ threads: CommentThread[] }>('GET', `/documents/${id}/comments?status=all`)).body;
    expect(threads).toMatchObject([{ resolved: true, comments: [{ text: 'Is this the right word?' }, { text: 'Yes, it is.' }] }]);
    await page.close();
  });

  test('the first comment on a selected box is written in the panel', async () => {
    const { id, tab, page } = await opened('add square id=pay label="Pay"');
    await write(ben, id, tab, 'set pay fill=blue');
    await notices(page).getByRole('button', { name: 'Show changes' }).click();
    await page.getByRole('button', { name: 'Comments' }).click();
    await page.getByRole('textbox', { name: 'Add a comment…' }).fill('Why blue?');
    await page.getByRole('complementary').getByRole('button', { name: 'Comment', exact: true }).click();
    // The field has it until it is sent.
    await page.getByRole('complementary').getByRole('listitem').getByText('Why blue?').waitFor();
    await page.close();
  });
});

describe('history and lint', () => {
  test('an earlier changeset is reverted from the history', async () => {
    const { id, tab, page } = await opened();
    await write(ben, id, tab, 'add square id=pay label="Pay"', 'First');
    await page.getByRole('button', { name: 'History' }).click();
    const panel = page.getByRole('complementary', { name: 'History' });
    const record = panel.getByRole('listitem').filter({ hasText: 'First' });
    await record.getByRole('button', { name: 'Details' }).click();
    await record.getByText('+ pay square "Pay"').waitFor();
    await record.getByRole('button', { name: 'Undo' }).click();
    await record.getByText('Reverted 1 element.').waitFor();
    expect(await view(id, tab, 'outline')).not.toContain('Pay');
    await page.close();
  });

  test('one press fixes a finding, as an undo step of the person', async () => {
    const { id, tab, page } = await opened(
      'add square id=a label="A" x=0 y=0\nadd square id=b label="B" x=40 y=10\nconnect a -> b',
    );
    await page.getByRole('button', { name: 'Issues' }).click();
    const panel = page.getByRole('complementary', { name: 'Issues' });
    const finding = panel.getByRole('listitem').filter({ hasText: 'overlap' });
    await finding.getByRole('button', { name: 'Fix' }).click();
    await expect.poll(() => finding.count()).toBe(0);
    await page.getByText('Saved').waitFor();
    expect(await view(id, tab, 'lint')).toContain('0 overlaps');
    await page.locator('.canvas').focus();
    await page.keyboard.press('Control+z');
    await finding.waitFor();
    await page.close();
  });
});
