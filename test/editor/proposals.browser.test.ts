/** Proposals in real browsers: shown on the canvas, accepted and rejected by mouse, keyboard and touch, and the setting for agents. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Proposal, ProposalAnswer } from '#schema/proposal.ts';

import { seriousFaults } from './axe.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('editor-proposals');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben', { hasTouch: true, colorScheme: 'dark', viewport: { width: 390, height: 800 } });
});
afterAll(() => stage.stop());

type Place = { readonly id: string; readonly tab: string };
const start = 'add square id=cart "Cart" x=200 y=200\nadd square id=pay "Pay" x=500 y=200\nadd square id=old "Old" x=800 y=200';
const lines = 'add cylinder id=db "Orders" x=500 y=420\nconnect pay -> db\nset cart fill=yellow\nmove pay by=0,60\nrm old';

async function drawn(): Promise<Place> {
  const place = await stage.document(ada);
  await stage.invite(place.id, ben, 'editor');
  expect((await ada.agent.changeset(place, start)).status).toBe(201);
  return place;
}

async function propose({ id, tab }: Place, operations: string, summary = 'Store the orders'): Promise<Proposal> {
  const path = `/documents/${id}/tabs/${tab}/changesets?propose=1`;
  const { status, body } = await ada.agent.call<ProposalAnswer>('POST', path, { operations, summary });
  expect(status).toBe(202);
  return body.proposal!;
}

async function opened(who: BrowserVisitor, { id }: Place): Promise<Page> {
  const page = await who.open(`/d/${id}`);
  await page.getByText('Saved').waitFor();
  return page;
}

const outline = async ({ id, tab }: Place): Promise<string> =>
  (await ada.agent.call<string>('GET', `/documents/${id}/tabs/${tab}?view=outline`)).body;
const state = async ({ id }: Place, proposal: string): Promise<Proposal> =>
  (await ada.agent.call<{ proposal: Proposal }>('GET', `/documents/${id}/proposals/${proposal}`)).body.proposal;
const cards = (page: Page) => page.getByRole('listitem', { name: /^Proposal by / });

describe('a proposal', () => {
  test('is shown by its address', async () => {
    const place = await drawn();
    const { url } = await propose(place, lines);
    const page = await ada.open(new URL(url).pathname + new URL(url).hash);
    await page.getByRole('button', { name: 'Adds arrow Pay → Orders', exact: true }).first().waitFor();
    await page.close();
  });

  test('that is shown is accepted or rejected from the palette, which lists both as disabled without one', async () => {
    const place = await drawn();
    const first = await propose(place, lines);
    const second = await propose(place, 'set cart fill=green', 'Greener');
    const page = await opened(ada, place);
    const run = async (command: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(command);
      await page.getByRole('option', { name: command }).first().click();
    };
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Accept proposal');
    await page.getByRole('option', { name: /Accept proposal.*Show a proposal first/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+P');
    await cards(page).filter({ hasText: 'Greener' }).getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'Changes Cart', exact: true }).first().waitFor();
    await run('Reject proposal');
    await expect.poll(async () => (await state(place, second.id)).state).toBe('rejected');
    expect(await outline(place)).not.toContain('green');
    await cards(page).getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'Removes Old', exact: true }).first().waitFor();
    await run('Accept proposal');
    await expect.poll(async () => (await state(place, first.id)).state).toBe('accepted');
    expect(await outline(place)).not.toContain('Old');
    await page.close();
  });

  test('appears in the open panel, is shown on the canvas, and is decided part by part by mouse and keyboard', async () => {
    const place = await drawn();
    const page = await opened(ada, place);
    await page.keyboard.press('Alt+P');
    await page.getByText('No proposals').waitFor();
    const { id, parts } = await propose(place, lines);
    const card = cards(page);
    await expect.poll(() => card.innerText()).toMatch(/Ada.*\(agent\).*Store the orders.*5 to decide/s);
    await card.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'Adds Orders', exact: true }).last().waitFor();
    expect(await page.locator('[data-change]').count()).toBe(10);
    await shoot(page, 'shown-light');
    expect(await seriousFaults(page)).toEqual([]);

    // On the canvas: the mark of the box that is removed.
    await page.getByRole('button', { name: 'Removes Old', exact: true }).last().click();
    await shoot(page, 'current-light');
    await page.getByRole('button', { name: 'Reject: Removes Old' }).last().click();
    await expect.poll(async () => (await state(place, id)).parts.filter((part) => part.state === 'rejected').length).toBe(1);
    expect(await outline(place)).toContain('Old');

    // In the list, by keyboard: the first row has the focus, the third is accepted.
    const rows = card.locator('button[data-part]');
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    const second = await rows.nth(1).getAttribute('data-part');
    await page.keyboard.press('a');
    await expect.poll(async () => (await state(place, id)).parts.find((part) => part.id === second)?.state).toBe('accepted');

    await card.getByRole('button', { name: 'Accept the rest' }).click();
    await page
      .getByText(/^Accepted \d changes?$/)
      .first()
      .waitFor();
    await expect.poll(() => outline(place)).toContain('Orders');
    await page.getByText('No proposals').waitFor();
    expect((await state(place, id)).state).toBe('accepted');
    expect(parts).toHaveLength(5);
    expect(await page.locator('[data-change]').count()).toBe(0);
    await page.close();
  });

  test('is rejected with a reason that the agent reads, and an accept is undone', async () => {
    const place = await drawn();
    const { id } = await propose(place, 'set cart label="Basket"', 'Rename it');
    const page = await opened(ada, place);
    await page.keyboard.press('Alt+P');
    await cards(page).getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('textbox', { name: /^Why\?/ }).fill('We say cart');
    await shoot(page, 'reason-light');
    await page.keyboard.press('Control+Enter');
    await page.getByText('No proposals').waitFor();
    expect(await outline(place)).toContain(`# ! ${id} was rejected by "Ada": "We say cart"`);

    const second = await propose(place, 'add square "Ship"', 'Ship');
    await cards(page).getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => outline(place)).not.toContain('Ship');
    expect((await state(place, second.id)).state).toBe('accepted');
    await page.close();
  });

  test('is decided by touch on a narrow screen in the dark', async () => {
    const place = await drawn();
    const { id } = await propose(place, lines);
    const page = await opened(ben, place);
    await page.getByRole('button', { name: 'Panels' }).tap();
    await page.getByRole('menuitem', { name: 'Proposals' }).tap();
    await cards(page).getByRole('button', { name: 'Show' }).tap();
    await page.getByRole('button', { name: 'Accept: Adds Orders' }).first().waitFor();
    await shoot(page, 'shown-dark-narrow');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept: Adds Orders' }).first().tap();
    await expect.poll(async () => (await state(place, id)).parts.filter((part) => part.state === 'accepted').length).toBe(1);
    await page.close();
  });
});

test('an owner sets in the share dialog what agents may do', async () => {
  const place = await drawn();
  const page = await opened(ada, place);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('tab', { name: 'Agents' }).click();
  await page.getByRole('combobox', { name: 'What agents may do in this document' }).click();
  await shoot(page, 'setting-light');
  await page.getByRole('option', { name: /^Propose/ }).click();
  await expect.poll(async () => (await ada.agent.changeset(place, 'add square "No"')).status).toBe(403);
  await propose(place, 'add square "Yes"');
  await page.close();
});
