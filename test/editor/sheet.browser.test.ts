/**
 * A sheet in real browsers: cells edited, formulas evaluated, rows inserted, the clipboard, with the same result in all browsers.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Sheet } from '#schema/sheet.ts';

import { seriousFaults } from './axe.ts';
import { type EditorStage, startStage, type BrowserVisitor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('editor-sheet');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben');
});
afterAll(() => stage.stop());

type Open = { readonly id: string; readonly tab: string; readonly sheet: string; readonly page: Page };

async function opened(visitor: BrowserVisitor = ada, known?: Open): Promise<Open> {
  const { id, tab, sheet } = known ?? (await made());
  const page = await visitor.open(`/d/${id}`);
  await page.getByText('Saved').waitFor();
  const box = (await page.locator('.canvas').boundingBox())!;
  await page.mouse.dblclick(box.x + 400, box.y + 260);
  await page.getByRole('grid', { name: 'Cells of Budget' }).waitFor();
  return { id, tab, sheet, page };
}

async function made(): Promise<Omit<Open, 'page'>> {
  const { id, tab } = await stage.document(ada);
  await stage.invite(id, ben, 'editor');
  const { body } = await ada.agent.call<{ sheet: Sheet }>('POST', `/documents/${id}/sheets`, { tabId: tab, title: 'Budget' });
  const element = {
    type: 'shape',
    shape: 'plan-sheet',
    x: 200,
    y: 160,
    width: 500,
    height: 300,
    planSheet: { sheetId: body.sheet.id },
  };
  const { status, body: answer } = await ada.agent.call('POST', `/documents/${id}/tabs/${tab}/changesets`, {
    operations: [{ op: 'add', element }],
  });
  expect(status, JSON.stringify(answer)).toBe(201);
  return { id, tab, sheet: body.sheet.id };
}

const keys = async (page: Page, ...names: string[]): Promise<void> => {
  for (const name of names) await page.keyboard.press(name);
};
const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text);
/** The filled cells by address, as shown. */
const shown = (page: Page): Promise<Record<string, string>> =>
  page.getByRole('grid').evaluate((grid) => {
    const cells: Record<string, string> = {};
    for (const row of grid.querySelectorAll('[role=row]')) {
      for (const cell of row.querySelectorAll('[role=gridcell]')) {
        const col = String.fromCharCode(63 + Number(cell.getAttribute('aria-colindex')));
        if (cell.textContent !== '') cells[`${col}${Number(row.getAttribute('aria-rowindex')) - 1}`] = cell.textContent!;
      }
    }
    return cells;
  });

describe('a sheet', () => {
  test('texts, numbers and formulas are entered, evaluated, and shown in all browsers', async () => {
    const open = await opened();
    const { page, id, sheet } = open;
    const bens = (await opened(ben, open)).page;
    await type(page, 'Rent');
    await keys(page, 'Tab');
    await type(page, '1200');
    // Enter leads back to the column where the row began.
    await keys(page, 'Enter');
    await type(page, 'Food');
    await keys(page, 'Tab');
    await type(page, '300.5');
    await keys(page, 'Enter', 'ArrowRight');
    await type(page, '=SUM(B1:B2)');
    await keys(page, 'Enter');
    const whole = { A1: 'Rent', B1: '1200', A2: 'Food', B2: '300.5', B3: '1500.5' };
    await expect.poll(() => shown(page)).toEqual(whole);
    await expect.poll(() => shown(bens)).toEqual(whole);
    // She is at B4, which he sees in her color.
    await bens.getByRole('grid').getByText('Ada', { exact: true }).waitFor();
    await page.getByText('Saved').waitFor();
    const { sheets } = (await ada.agent.call<{ sheets: Sheet[] }>('GET', `/documents/${id}/sheets?a1=1&text=1&ids=${sheet}`))
      .body;
    expect(JSON.stringify(sheets[0])).toContain('=SUM(B1:B2)');
    await keys(page, 'Control+z');
    await expect.poll(() => shown(bens)).toEqual({ A1: 'Rent', B1: '1200', A2: 'Food', B2: '300.5' });
    await page.close();
    await bens.close();
  });

  test('percentages, amounts and dates that are typed become numbers that look the same', async () => {
    const { page, id, sheet } = await opened();
    for (const text of ['50%', '$5', '1,234.5', '2024-03-15', '=A1*A2']) {
      await type(page, text);
      await keys(page, 'Enter');
    }
    await expect.poll(() => shown(page)).toMatchObject({ A1: '50%', A2: '$5', A3: '1,234.5', A4: '2024-03-15' });
    await page.getByText('Saved').waitFor();
    const { body } = await ada.agent.call<{ sheets: Sheet[] }>('GET', `/documents/${id}/sheets?a1=1&ids=${sheet}`);
    const values = body.sheets[0]!.cells.map(({ i, v }) => v ?? i);
    expect(values).toEqual([{ n: 0.5 }, { n: 5 }, { n: 1234.5 }, { n: 45_366 }, { n: 2.5 }]);
    // A percentage is edited as one.
    await keys(page, 'Control+Home', 'F2', 'Backspace', 'Backspace', 'Backspace');
    await type(page, '60');
    await keys(page, 'Enter');
    await expect.poll(async () => (await shown(page))['A1']).toBe('60%');
    await page.close();
  });

  test('grows by a row and a column that are typed past its end', async () => {
    const { page } = await opened();
    await keys(page, 'Control+End');
    await type(page, 'last');
    await keys(page, 'Tab');
    const grid = page.getByRole('grid');
    await expect.poll(() => grid.getAttribute('aria-colcount')).toBe('10');
    await type(page, 'more');
    await keys(page, 'Enter');
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('22');
    await type(page, 'below');
    await keys(page, 'Enter');
    await expect.poll(() => shown(page)).toEqual({ H20: 'last', I20: 'more', H21: 'below' });
    await page.close();
  });

  test('formulas follow an inserted row, and an agent’s writes appear', async () => {
    const { page, id, sheet } = await opened();
    await type(page, '1');
    await keys(page, 'Enter');
    await type(page, '2');
    await keys(page, 'Enter');
    await type(page, '=A1+A2');
    await keys(page, 'Enter', 'ArrowUp', 'ArrowUp');
    await page.getByRole('gridcell').nth(8).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Insert 1 row above' }).click();
    await expect.poll(() => shown(page)).toEqual({ A1: '1', A3: '2', A4: '3' });
    const { sheets } = (await ben.agent.call<{ sheets: Sheet[] }>('GET', `/documents/${id}/sheets?ids=${sheet}`)).body;
    const { rows, cols } = sheets[0]!.layout;
    const cells = [{ r: rows[0]!, c: cols[0]!, i: { n: 10 } }];
    const { status, body } = await ben.agent.call('POST', `/documents/${id}/sheets/${sheet}/writes`, {
      write: { kind: 'cells', cells },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    await expect.poll(() => shown(page)).toEqual({ A1: '10', A3: '2', A4: '12' });
    await page.close();
  });

  test('cells are copied from and to other spreadsheets, and a video is inserted next to the sheet', async () => {
    const { page, id, tab } = await opened();
    const paste = 'const data = new DataTransfer(); data.setData("text/plain", "a\\tb\\n1\\t=A2*2\\n"); document.querySelector("[role=grid]").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));'; // prettier-ignore
    await page.evaluate(paste);
    await expect.poll(() => shown(page)).toEqual({ A1: 'a', B1: 'b', A2: '1', B2: '2' });
    const copied = await page.evaluate<string>('const data = new DataTransfer(); document.querySelector("[role=grid]").dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true })); data.getData("text/plain")'); // prettier-ignore
    expect(copied).toBe('a\tb\n1\t2');
    await keys(page, 'Delete');
    await expect.poll(() => shown(page)).toEqual({});
    await keys(page, 'Escape');
    await page.getByRole('grid').waitFor({ state: 'detached' });

    // Videos are inserted by their address.
    await page.getByRole('button', { name: 'Shapes' }).click();
    await page.getByRole('button', { name: 'Video', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Video' });
    await asked.getByRole('textbox', { name: 'URL' }).fill('example.org/tour');
    await asked.getByRole('textbox', { name: 'Title' }).fill('The tour');
    await asked.getByRole('button', { name: 'Insert' }).click();
    await asked.waitFor({ state: 'detached' });
    const read = () => ada.agent.call('GET', `/documents/${id}/tabs/${tab}`);
    await expect.poll(async () => JSON.stringify((await read()).body)).toContain('"url":"https://example.org/tour"');
    await page.close();
  });

  test('sheets are added, named, switched, and deleted with the shapes that show them', async () => {
    const { id, tab } = await stage.document(ada);
    const page = await ada.open(`/d/${id}`);
    await page.getByText('Saved').waitFor();
    await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Sheet', exact: true }).click();
    await page.getByRole('grid', { name: 'Cells of Sheet 1' }).waitFor();
    await type(page, '7');
    await keys(page, 'Enter');
    const strip = page.getByRole('navigation', { name: 'Sheets' });
    await strip.getByRole('button', { name: 'Add sheet' }).click();
    await page.getByRole('menuitem', { name: 'Empty sheet' }).click();
    await page.getByRole('grid', { name: 'Cells of Sheet 2' }).waitFor();
    await type(page, "='Sheet 1'!A1*2");
    await keys(page, 'Enter');
    await expect.poll(() => shown(page)).toEqual({ A1: '14' });

    await strip.getByRole('button', { name: 'Sheet 1' }).click();
    await page.getByRole('grid', { name: 'Cells of Sheet 1' }).waitFor();
    await strip.getByRole('button', { name: 'Sheet 1', exact: true }).press('F2');
    await page.getByRole('textbox', { name: 'Sheet name' }).fill('Costs');
    await keys(page, 'Enter');
    await page.getByRole('grid', { name: 'Cells of Costs' }).waitFor();
    await page.getByText('Saved').waitFor();

    const chosen = page.waitForEvent('filechooser');
    await strip.getByRole('button', { name: 'Options for Costs' }).click();
    await page.getByRole('menuitem', { name: 'Replace with CSV…' }).click();
    await (await chosen).setFiles({ name: 'costs.csv', mimeType: 'text/csv', buffer: Buffer.from('50,"a, b"\n=A1+1\n') });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
    await expect.poll(() => shown(page)).toEqual({ A1: '50', B1: 'a, b', A2: '51' });

    await strip.getByRole('button', { name: 'Options for Costs' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByText('The shape that shows it is deleted too. A formula in “Sheet 2” refers to it').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('grid', { name: 'Cells of Sheet 2' }).waitFor();
    await expect.poll(() => shown(page)).toEqual({ A1: '#REF!' });
    const left = async () => {
      const { sheets } = (await ada.agent.call<{ sheets: Sheet[] }>('GET', `/documents/${id}/sheets`)).body;
      const { elements } = (await ada.agent.call<{ elements: unknown[] }>('GET', `/documents/${id}/tabs/${tab}`)).body;
      return [sheets.map(({ title }) => title), elements.length];
    };
    await expect.poll(left).toEqual([['Sheet 2'], 0]);
    await page.getByRole('grid').focus();
    await keys(page, 'Control+z');
    await page.getByRole('grid', { name: 'Cells of Costs' }).waitFor();
    await expect.poll(() => shown(page)).toEqual({ A1: '50', B1: 'a, b', A2: '51' });
    await strip.getByRole('button', { name: 'Sheet 2' }).click();
    await expect.poll(() => shown(page)).toEqual({ A1: '100' });
    await expect.poll(left).toEqual([['Costs', 'Sheet 2'], 1]);
    await page.close();
  });

  test('a formula is written with completed names, picked cells, and cycled references', async () => {
    const { page, id, sheet } = await opened();
    for (const text of ['2', '3', '4']) {
      await type(page, text);
      await keys(page, 'Enter');
    }
    await type(page, '=su');
    await page.getByRole('option', { name: 'SUM', exact: true }).waitFor();
    await keys(page, 'ArrowDown', 'Tab');
    const field = page.getByRole('textbox', { name: 'Cell value' });
    await expect.poll(() => field.inputValue()).toBe('=SUM(');
    await page.getByText('SUM(number, …)').waitFor();
    // From A4 up to A1, and with Shift down to A3.
    await keys(page, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await expect.poll(() => field.inputValue()).toBe('=SUM(A1:A3');
    await keys(page, 'F4');
    await type(page, ')+');
    const grid = (await page.getByRole('grid').boundingBox())!;
    await page.mouse.click(grid.x + 48 + 20, grid.y + 26 + 13);
    await expect.poll(() => field.inputValue()).toBe('=SUM($A$1:$A$3)+A1');
    expect(await seriousFaults(page)).toEqual([]);
    await keys(page, 'Enter');
    await expect.poll(() => shown(page)).toEqual({ A1: '2', A2: '3', A3: '4', A4: '11' });
    const read = () => ada.agent.call<{ sheets: Sheet[] }>('GET', `/documents/${id}/sheets?a1=1&ids=${sheet}`);
    await expect.poll(async () => JSON.stringify((await read()).body.sheets[0])).toContain('=SUM($A$1:$A$3)+A1');

    await type(page, '=1/0');
    await keys(page, 'Enter', 'ArrowUp');
    await page.getByRole('status').getByText('Division by zero').waitFor();
    await type(page, 'Expenses of the whole year');
    await keys(page, 'Enter');
    const head = page.getByRole('columnheader').first();
    const { x, y, width, height } = (await head.boundingBox())!;
    await page.mouse.dblclick(x + width - 1, y + height / 2);
    await expect.poll(async () => (await head.boundingBox())!.width).toBeGreaterThan(width + 40);
    await page.close();
  });

  test('a number is shown completely or not at all, and a cell with a date is edited as a date', async () => {
    const { page, id, sheet } = await opened();
    for (const text of ['1795309111111', '=2/3', '=1/3']) {
      await type(page, text);
      await keys(page, 'Enter');
    }
    await expect.poll(() => shown(page)).toEqual({ A1: '###', A2: expect.stringMatching(/^0\.6{4,8}7$/), A3: expect.stringMatching(/^0\.3{5,9}$/) }); // prettier-ignore
    expect(await page.getByRole('gridcell').first().getAttribute('title')).toBe('1795309111111');
    await page.getByRole('gridcell', { name: '1795309111111' }).waitFor();
    const head = page.getByRole('columnheader').first();
    const { x, y, width, height } = (await head.boundingBox())!;
    await page.mouse.dblclick(x + width - 1, y + height / 2);
    await expect.poll(() => shown(page)).toEqual({ A1: '1795309111111', A2: '0.6666666667', A3: '0.3333333333' });

    const { sheets } = (await ada.agent.call<{ sheets: Sheet[] }>('GET', `/documents/${id}/sheets?ids=${sheet}`)).body;
    const { rows, cols } = sheets[0]!.layout;
    const cells = [{ r: rows[4]!, c: cols[0]!, i: { n: 45366 }, f: { nf: 'mmm d' } }];
    await ada.agent.call('POST', `/documents/${id}/sheets/${sheet}/writes`, { write: { kind: 'cells', cells } });
    await expect.poll(() => shown(page)).toMatchObject({ A5: 'Mar 15' });
    await keys(page, 'Control+Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'F2');
    const field = page.getByRole('textbox', { name: 'Cell value' });
    await expect.poll(() => field.inputValue()).toBe('2024-03-15');
    await keys(page, 'Backspace');
    await type(page, '6');
    await keys(page, 'Enter');
    await expect.poll(() => shown(page)).toMatchObject({ A5: 'Mar 16' });
    await type(page, '=A5+1');
    await keys(page, 'Enter');
    await expect.poll(() => shown(page)).toMatchObject({ A6: 'Mar 17' });
    expect(await seriousFaults(page)).toEqual([]);
    await page.close();
  });

  test('the fill handle continues a series, and copies move their references', async () => {
    const { page } = await opened();
    for (const text of ['1', '3', '=A1*10']) {
      await type(page, text);
      await keys(page, 'Enter');
    }
    await expect.poll(() => shown(page)).toEqual({ A1: '1', A2: '3', A3: '10' });
    await keys(page, 'ArrowUp', 'Control+x', 'Control+Home', 'ArrowRight', 'Control+v');
    await expect.poll(() => shown(page)).toEqual({ A1: '1', A2: '3', B1: '10' });
    // Dragged over two more rows.
    await keys(page, 'Control+Home', 'Shift+ArrowDown');
    const knob = page.getByTitle('Drag to fill');
    const from = (await knob.boundingBox())!;
    await page.mouse.move(from.x + 4, from.y + 4);
    await page.mouse.down();
    await page.mouse.move(from.x + 4, from.y + 20);
    await page.mouse.move(from.x + 4, from.y + 43);
    await page.mouse.up();
    await expect.poll(() => shown(page)).toEqual({ A1: '1', A2: '3', A3: '5', A4: '7', B1: '10' });
    // Down as far as the neighboring column, in one undo step.
    await keys(page, 'Control+Home', 'ArrowRight');
    await knob.dblclick();
    const whole = { A1: '1', A2: '3', A3: '5', A4: '7', B1: '10', B2: '30', B3: '50', B4: '70' };
    await expect.poll(() => shown(page)).toEqual(whole);
    await keys(page, 'Control+z');
    await expect.poll(() => shown(page)).toEqual({ A1: '1', A2: '3', A3: '5', A4: '7', B1: '10' });
    await keys(page, 'Control+Home', 'ArrowRight', 'Shift+ArrowDown', 'Control+d', 'ArrowRight', 'Control+r');
    await expect.poll(() => shown(page)).toMatchObject({ B2: '30', C2: '300' });
    await page.close();
  });

  test('formats are shown, and a column is filtered by its values', async () => {
    const { page, id, sheet } = await opened();
    await type(page, '0.125');
    await keys(page, 'Enter', 'ArrowUp');
    await page.getByRole('toolbar', { name: 'Format' }).getByRole('button', { name: 'Bold' }).click();
    await page.getByRole('button', { name: 'Fill color' }).click();
    await page.getByRole('button', { name: 'Light yellow' }).click();
    await keys(page, 'Escape');
    await page.getByRole('combobox', { name: 'Number format' }).click();
    await page.getByRole('option', { name: '12.5%' }).click();
    await expect.poll(() => shown(page)).toMatchObject({ A1: expect.stringMatching(/^1[23](\.\d+)?%$/) as string });
    const style = (): Promise<string | null> => page.getByRole('gridcell').first().getAttribute('style');
    await expect.poll(style).toContain('rgb(253, 230, 138)');

    const texts = ['City', 'Rome', 'Oslo', 'Rome'];
    await page.getByRole('grid').focus();
    // Of the cell, not of the sheet's title on the canvas.
    await keys(page, 'Control+i');
    await expect.poll(style).toContain('italic');
    expect(await page.getByRole('button', { name: 'Italic', pressed: true }).count()).toBe(1);
    await keys(page, 'Delete');
    for (const text of texts) {
      await type(page, text);
      await keys(page, 'Enter');
    }
    await keys(page, 'Control+Home', 'Alt+ArrowDown');
    const filter = page.getByRole('dialog', { name: 'Filter column A' });
    await filter.getByRole('button', { name: 'Clear' }).click();
    await filter.getByRole('checkbox', { name: 'Rome' }).click();
    expect(await seriousFaults(page)).toEqual([]);
    await filter.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => shown(page)).toEqual({ A2: 'Rome', A4: 'Rome' });
    await page.getByRole('button', { name: 'Filter column A, on' }).waitFor();
    // The grid has the focus again: copying skips hidden rows.
    await type(page, 'Riga');
    await keys(page, 'Enter');
    await expect.poll(() => shown(page)).toEqual({ A4: 'Rome' });
    const read = () => ada.agent.call<{ sheets: Sheet[] }>('GET', `/documents/${id}/sheets?ids=${sheet}&text=1`);
    await expect.poll(async () => (await read()).body.sheets[0]!.layout.filters?.[0]?.values).toEqual(['Rome']);
    await keys(page, 'Alt+ArrowDown');
    await filter.getByRole('button', { name: 'Remove filter' }).click();
    await expect.poll(() => shown(page)).toEqual({ A1: 'City', A2: 'Riga', A3: 'Oslo', A4: 'Rome' });
    await page.close();
  });
});
