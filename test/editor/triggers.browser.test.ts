/** Triggers in a real browser: the trigger of a menu or popover passes on the props that open it, or is reported. */
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build, type Rolldown } from 'vite';

import { startChromium } from '../harness/chromium.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

let chromium: Browser;
let script: string;
beforeAll(async () => {
  const built = (await build({
    configFile: false,
    root: at('clients/editor'),
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: 'ui/triggers.test-support.tsx' } },
  })) as Rolldown.RolldownOutput;
  script = built.output.find((file) => file.type === 'chunk')?.code ?? '';
  chromium = await startChromium();
});
afterAll(() => chromium.close());

async function open(triggers: 'deaf' | 'sound'): Promise<{ page: Page; errors: string[] }> {
  const page = await chromium.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.setContent(`<div id="root" data-triggers="${triggers}"></div>`);
  await page.addScriptTag({ type: 'module', content: script });
  await page.getByRole('button').first().waitFor();
  return { page, errors };
}

test('buttons, and buttons with a tooltip, open menus and popovers', async () => {
  const { page, errors } = await open('sound');
  for (const kind of ['plain', 'button', 'icon', 'tooltip', 'tooltips']) {
    await page.getByRole('button', { name: `menu ${kind}`, exact: true }).click();
    await page.getByRole('menuitem', { name: `Entry of menu ${kind}` }).click();
    await page.getByRole('button', { name: `popover ${kind}`, exact: true }).click();
    await page.getByText(`Content of popover ${kind}`).waitFor();
    await page.keyboard.press('Escape');
  }
  expect(errors).toEqual([]);
  await page.close();
});

test('a trigger that does not pass on its props is reported', async () => {
  const { page, errors } = await open('deaf');
  await expect
    .poll(() => errors.toSorted())
    .toEqual([
      'The trigger of a menu drops the props or the ref that it is given',
      'The trigger of a popover drops the props or the ref that it is given',
    ]);
  await page.close();
});
