/** The editor's foundation in a real browser: signing in, opening a document, saving, and what agents write. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Stage, startStage, type Visitor } from './stage.ts';

let stage: Stage;
let ada: Visitor;
beforeAll(async () => {
  stage = await startStage('editor');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

describe('the page', () => {
  test('shows the documents of who is signed in, and opens one', async () => {
    const { id } = await stage.document(ada, 'Orders');
    const page = await ada.open('/');
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByText('Saved').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/d/${id}`);
    expect(await page.title()).toBe('Orders · Atelier');
    await page.close();
  });
});
