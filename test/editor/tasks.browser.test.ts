/** Handing work to agents in real browsers: from a selection, a comment and a card, with progress, questions and Undo. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Task } from '#schema/task.ts';

import { seriousFaults } from './axe.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('editor-tasks');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben', { hasTouch: true, colorScheme: 'dark', viewport: { width: 390, height: 800 } });
  await nameAgent(ada, 'planner', 'Everyone who can comment');
});
afterAll(() => stage.stop());

/** Gives the token that `agent` calls with a handle, on the Agents page. */
async function nameAgent(owner: BrowserVisitor, handle: string, handFrom: string): Promise<void> {
  const page = await owner.open('/tokens');
  await page.getByRole('button', { name: /^Handle of / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Handle' }).fill(handle);
  await dialog.getByRole('combobox', { name: 'Who can hand it tasks' }).click();
  await page.getByRole('option', { name: handFrom }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`Takes tasks as ${handle}`).waitFor();
  await page.close();
}

type Place = { readonly id: string; readonly tab: string; readonly page: Page };

async function opened(lines = 'add square id=pay label="Pay" x=200 y=200'): Promise<Place> {
  const { id, tab } = await stage.document(ada);
  await stage.invite(id, ben, 'participant');
  expect((await ada.agent.changeset({ id, tab }, lines)).status).toBe(201);
  const page = await ada.open(`/d/${id}`);
  await page.getByText('Saved').waitFor();
  return { id, tab, page };
}

async function hand(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Hand to an agent' });
  await dialog.getByRole('textbox', { name: 'What should it do?' }).fill(text);
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const inbox = async (documentId: string): Promise<readonly Task[]> =>
  (await ada.agent.call<{ tasks: readonly Task[] }>('GET', '/inbox')).body.tasks.filter(({ doc }) => doc === documentId);
const claim = async ({ id }: Task): Promise<string> =>
  (await ada.agent.call<{ lease: string }>('POST', `/inbox/${id}/claim`, {})).body.lease;
const report = async (id: string, step: 'update' | 'complete', body: object): Promise<void> => {
  const { status, body: answer } = await ada.agent.call('POST', `/inbox/${id}/${step}`, body);
  expect(status, JSON.stringify(answer)).toBe(200);
};
const cards = (page: Page) => page.getByRole('listitem', { name: /^Task for / });

describe('a task', () => {
  test('is handed from a selection, asks, is answered, and its changeset is undone', async () => {
    const { id, tab, page } = await opened();
    await page.getByText('Pay', { exact: true }).click({ button: 'right', force: true });
    await page.getByRole('menuitem', { name: 'Hand to…' }).click();
    await page.getByText('About Pay').waitFor();
    await hand(page, 'Add a refund step');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const card = cards(page);
    await expect.poll(() => card.innerText()).toMatch(/Waiting.*planner.*Pay.*Add a refund step/s);

    const [task] = await inbox(id);
    expect([task!.text, task!.tab, task!.element?.startsWith('pay~')]).toEqual(['Add a refund step', tab, true]);
    let lease = await claim(task!);
    await expect.poll(() => card.innerText(), { timeout: 1_000 }).toContain('Working');
    await report(task!.id, 'update', { lease, progress: 'Reading the flow' });
    await expect.poll(() => card.innerText()).toContain('Reading the flow');
    await report(task!.id, 'update', { lease, question: 'Before or after the receipt?' });
    await expect.poll(() => card.innerText()).toContain('Before or after the receipt?');
    await card.getByRole('textbox', { name: 'Answer planner' }).fill('After it');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => card.innerText()).toMatch(/Waiting.*After it/s);

    const [again] = await inbox(id);
    expect(again!.messages.map(({ text, agent }) => [text, agent])).toEqual([
      ['Before or after the receipt?', true],
      ['After it', false],
    ]);
    lease = await claim(again!);
    const drawn = await ada.agent.changeset({ id, tab }, 'add square id=refund label="Refund" below:pay');
    await report(task!.id, 'complete', { lease, changeset: drawn.body.changeset!.id, text: 'Added below the receipt' });
    await expect.poll(() => card.innerText()).toMatch(/Done.*Added below the receipt/s);
    await card.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => card.innerText()).toContain('Reverted 1 element.');
    expect((await ada.agent.call<string>('GET', `/documents/${id}/tabs/${tab}?view=outline`)).body).not.toContain('Refund');
    await card.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('button', { name: /^Withdraw the task/ }).click();
    await expect.poll(() => card.count()).toBe(0);
    await page.close();
  });

  test('is handed with a comment and with a card, and shown beside them', async () => {
    const { id, tab, page } = await opened(
      'add square id=pay label="Pay" x=200 y=200\nadd plan-board label="Sprint" x=500 y=200',
    );
    await ada.agent.call('POST', `/documents/${id}/tabs/${tab}/comments`, { elementId: 'pay', text: 'Too small' });
    await page.getByRole('button', { name: 'Comments', exact: true }).click();
    await page.getByRole('button', { name: 'Hand to…: the comments on Pay' }).click();
    await hand(page, 'Make it larger');
    await expect.poll(() => cards(page).innerText()).toMatch(/Waiting.*Make it larger/s);
    const [task] = await inbox(id);
    expect(task!.comment).not.toBeNull();
    await report(task!.id, 'complete', { lease: await claim(task!), state: 'failed', text: 'It is locked' });
    await expect.poll(() => cards(page).innerText()).toMatch(/Failed.*It is locked/s);
    await cards(page).getByRole('button', { name: 'Hand again' }).click();
    await cards(page).getByRole('textbox', { name: 'What should planner do now?' }).fill('It is unlocked now');
    await cards(page).getByRole('button', { name: 'Hand over' }).click();
    await expect.poll(() => cards(page).innerText()).toContain('Waiting');
    await page.close();
  });

  test('is handed by touch in the dark by a participant, who sees that it is done', async () => {
    const { id, page: adas } = await opened();
    await adas.close();
    const page = await ben.open(`/d/${id}`);
    await page.getByRole('button', { name: 'Panels' }).waitFor();
    await page.getByRole('button', { name: 'Panels' }).tap();
    await page.getByRole('menuitem', { name: 'Tasks for agents' }).tap();
    await page.getByRole('button', { name: 'Hand to…' }).tap();
    await page.getByText('planner (Ada)').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await hand(page, 'Tidy this up');
    await page.getByRole('button', { name: 'Close Tasks for agents' }).tap();
    const [task] = await inbox(id);
    await report(task!.id, 'complete', { lease: await claim(task!), text: 'Nothing to tidy' });
    await page.getByText('planner: Done').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).tap();
    await expect.poll(() => cards(page).innerText()).toMatch(/Done.*for Ada.*Nothing to tidy/s);
    expect(await seriousFaults(page)).toEqual([]);
    await page.close();
  });

  test('has no one to go to where no agent takes tasks, and the dialog leads to the Agents page', async () => {
    const grace = await stage.person('Grace');
    const { id } = await stage.document(grace);
    const page = await grace.open(`/d/${id}`);
    await page.getByText('Saved').waitFor();
    await page.keyboard.press('Alt+T');
    await page.getByRole('button', { name: 'Hand to…' }).click();
    await page.getByText('No agent takes tasks here').waitFor();
    await page.getByRole('button', { name: 'Open Agents' }).click();
    await page.waitForURL((url) => url.pathname === '/tokens');
    await page.close();
  });
});
