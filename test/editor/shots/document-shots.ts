/** Screens of a document: its bars, its tabs, and the dialogs of the whole document. */
import type { Page } from 'playwright-core';

import type { Shot, Studio } from './studio.ts';

export const documentShots: readonly Shot[] = [
  { name: 'document', take: openOrders },
  {
    name: 'tab-menu',
    async take(studio) {
      const page = await openOrders(studio);
      await page.getByRole('button', { name: 'Actions for Overview' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).hover();
      return page;
    },
  },
  {
    name: 'theme-picker',
    async take(studio) {
      const page = await openOrders(studio);
      await page.getByRole('button', { name: 'Document menu' }).click();
      await page.getByRole('menuitem', { name: 'Tab theme' }).click();
      await page.getByRole('radio', { name: 'Blueprint' }).waitFor();
      return page;
    },
  },
  {
    name: 'document-settings',
    async take(studio) {
      const page = await openOrders(studio);
      await page.getByRole('button', { name: 'Document menu' }).click();
      await page.getByRole('menuitem', { name: 'Document settings' }).click();
      await page.getByText('Your access').waitFor();
      return page;
    },
  },
  {
    name: 'shortcuts',
    async take(studio) {
      const page = await openOrders(studio);
      await page.keyboard.press('?');
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      return page;
    },
  },
];

/** A document with several tabs, of which the first is shown. */
async function openOrders({ ada, documents }: Studio): Promise<Page> {
  const { id, tab } = documents.get('Checkout architecture') ?? { id: '', tab: '' };
  const { body } = await ada.agent.call<{ tabs: readonly object[] }>('GET', `/documents/${id}`);
  if (body.tabs.length === 1) {
    await ada.agent.call('PATCH', `/documents/${id}/tabs/${tab}`, { name: 'Overview' });
    for (const [name, mode] of [['Payments', 'canvas'], ['Launch deck', 'pages'], ['Order events', 'event-storming']]) {
      await ada.agent.call('POST', `/documents/${id}/tabs`, { name, mode });
    } // prettier-ignore
    await ada.agent.call('POST', `/documents/${id}/tabs`, { name: 'Agreed in May' });
    const { body: after } = await ada.agent.call<{ tabs: readonly { id: string; name: string }[] }>('GET', `/documents/${id}`);
    const agreed = after.tabs.find(({ name }) => name === 'Agreed in May');
    await ada.agent.call('PATCH', `/documents/${id}/tabs/${agreed?.id}`, { locked: true });
  }
  const page = await ada.open(`/d/${id}/${tab}`);
  await page.getByText('Saved').waitFor();
  await page.getByRole('link', { name: 'Agreed in May' }).waitFor();
  return page;
}
