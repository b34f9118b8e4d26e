/** Diagrams that are pasted or dropped on the canvas, and the export of a tab, in a real browser. */
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

const drawioCells =
  '<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/><mxCell id="a" value="Basket" style="rounded=1" vertex="1" parent="1"><mxGeometry x="40" y="40" width="120" height="60" as="geometry"/></mxCell><mxCell id="b" value="Till" style="shape=cylinder3" vertex="1" parent="1"><mxGeometry x="280" y="40" width="100" height="80" as="geometry"/></mxCell><mxCell id="c" value="pays" edge="1" source="a" target="b" parent="1"><mxGeometry relative="1" as="geometry"/></mxCell></root></mxGraphModel>';
const excalidrawScene = (type: string): string =>
  JSON.stringify({
    type,
    elements: [
      { id: 'r', type: 'rectangle', x: 10, y: 20, width: 160, height: 80, boundElements: [{ id: 't', type: 'text' }] },
      { id: 't', type: 'text', x: 40, y: 45, width: 90, height: 25, text: 'Idea', containerId: 'r' },
      { id: 'd', type: 'diamond', x: 300, y: 20, width: 120, height: 80 },
      { id: 'w', type: 'arrow', x: 170, y: 60, width: 130, height: 0, points: [[0, 0], [130, 0]], startBinding: { elementId: 'r' }, endBinding: { elementId: 'd' } },
    ],
  }); // prettier-ignore
const arrowsAmong = (page: Page): Promise<string[]> =>
  page.evaluate(`[...${theEditor}.tab.view.elements()].filter(({ type }) => type === 'arrow').map(({ label = '', from, to }) =>
    [label, ...[from, to].map(({ element }) => ${theEditor}.tab.view.get(element).label ?? '')].join('|'))`);

test('shapes copied from draw.io and from Excalidraw are drawn with their arrows, and Undo takes them back', async () => {
  const page = await canvas();
  await paste(page, encodeURIComponent(drawioCells));
  await expect.poll(() => labels(page)).toEqual(['Basket', 'Till']);
  expect(await arrowsAmong(page)).toEqual(['pays|Basket|Till']);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(() => labels(page)).toEqual([]);
  await paste(page, excalidrawScene('excalidraw/clipboard'));
  await expect.poll(() => labels(page)).toEqual(['', 'Idea']);
  expect(await arrowsAmong(page)).toEqual(['|Idea|']);
  await page.close();
});

test('files of draw.io, Excalidraw and CSV that are dropped are drawn', async () => {
  const page = await canvas();
  await drop(page, 'shop.drawio', `<mxfile host="app"><diagram id="p" name="Shop">${drawioCells}</diagram></mxfile>`);
  await expect.poll(() => labels(page)).toEqual(['Basket', 'Till']);
  await drop(page, 'idea.excalidraw', excalidrawScene('excalidraw'));
  await expect.poll(() => labels(page)).toEqual(['', 'Basket', 'Idea', 'Till']);
  await drop(page, 'team.csv', 'id,name,parent\n1,Board,\n2,Sales,1\n3,Research,1\n');
  await expect.poll(() => labels(page)).toEqual(['', 'Basket', 'Board', 'Idea', 'Research', 'Sales', 'Till']);
  expect((await arrowsAmong(page)).toSorted()).toEqual(
    ['pays|Basket|Till', '|Board|Research', '|Board|Sales', '|Idea|'].toSorted(),
  );
  await drop(page, 'broken.drawio', '<mxfile><diagram>');
  await page.getByText('Couldn’t import the diagram').first().waitFor();
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
