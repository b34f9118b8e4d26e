/** Mermaid that is pasted or dropped on the canvas, and the export of a tab, in a real browser. */
import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('import');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

async function canvas(): Promise<Page> {
  const place = await stage.document(ada);
  const page = await ada.open(`/d/${place.id}`);
  await page.getByText('Saved').waitFor();
  await page.locator('.canvas').click();
  return page;
}

const labels = (page: Page): Promise<string[]> =>
  page.evaluate(`[...${theEditor}.tab.view.boxes()].map(({ label = '' }) => label).toSorted()`);
const selected = (page: Page): Promise<number> => page.evaluate(`${theEditor}.selection.get().size`);
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.querySelector('.canvas').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
const drop = (page: Page, name: string, text: string): Promise<void> =>
  page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    document.querySelector('.canvas').dispatchEvent(new DragEvent('drop', { dataTransfer, clientX: 500, clientY: 400, bubbles: true, cancelable: true }));
  })()`);

const sequence =
  'sequenceDiagram\n  autonumber\n  actor S as Shopper\n  S->>+Web shop: place order\n  Web shop->>+Bank: authorize\n  alt approved\n    Bank-->>Web shop: yes\n  else declined\n    Bank-->>-Web shop: no\n  end\n  Note over Bank: keeps the log\n  Web shop--x-S: receipt';

test('a sequence of Mermaid that is pasted is drawn, selected and in view, and a notice says what was not kept', async () => {
  const page = await canvas();
  await paste(page, sequence);
  await page.getByText('Imported 11 elements').waitFor();
  await page.getByText('autonumber: left out numbers of messages (messages have none)').waitFor();
  await page.getByText('a cross as head became an arrowhead').waitFor();
  expect(await labels(page)).toEqual(['', 'Bank', 'Shopper', 'Web shop', 'approved', 'keeps the log']);
  expect(await selected(page)).toBe(11);
  await page.getByText('Bank', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(() => labels(page)).toEqual([]);
  await page.close();
});

test('the diagrams of a file that is dropped are drawn, and a fault names its line', async () => {
  stage.expectComplaints(/status of 400/);
  const page = await canvas();
  await drop(page, 'notes.md', '# Notes\n\n```mermaid\nflowchart LR\n  a[One] --> b[Two]\n```\n');
  await expect.poll(() => labels(page)).toEqual(['One', 'Two']);
  await drop(page, 'broken.mmd', 'flowchart LR\n  a[One --> b');
  await page.getByText('Couldn’t import the diagram').first().waitFor();
  await page
    .getByText(/Line 2, column \d+: expected/)
    .first()
    .waitFor();
  expect(await labels(page)).toEqual(['One', 'Two']);
  await page.close();
});

test('a tab is exported as Mermaid, and what was imported comes out as it was', async () => {
  const page = await canvas();
  const text = 'sequenceDiagram\n  participant A\n  participant B\n  A->>+B: ask\n  B-->>-A: answer\n';
  await paste(page, text);
  await expect.poll(() => labels(page)).toEqual(['', 'A', 'B']);
  const [download] = await Promise.all([page.waitForEvent('download'), page.evaluate(`${theEditor}.run('export-mermaid')`)]);
  expect(download.suggestedFilename()).toMatch(/\.mmd$/);
  expect(await readFile(await download.path(), 'utf8')).toBe(text);
  await page.close();
});
