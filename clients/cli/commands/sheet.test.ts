import { expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier, said } = shell;

test('a sheet is added, written by address, shown and listed; formulas are evaluated', async () => {
  const { id: doc } = await shell.server.addDocument(shell.ada.token);
  const id = (await said('-q', 'sheet', 'add', doc, 'Fees', '--rows', '5', '--cols', '3')).trim();
  expect(id).toMatch(/^sheet_\w+$/);
  expect(await said('sheet', 'set', doc, 'fees', 'A1=12', 'A2=0.5', 'B1==SUM(A1:A2)', 'C1=TRUE', "C2='12")).toBe(
    'rev 1, 5 cells changed\n',
  );
  expect(await said('sheet', 'show', doc, 'Fees')).toMatch(
    /^A1 {2}12\nB1 {2}12\.5 {2}=SUM\(A1:A2\)\nC1 {2}TRUE\nA2 {2}0\.5\nC2 {2}12\n$/,
  );
  expect(JSON.parse(await said('sheet', 'set', doc, id, 'A1=', '--json'))).toMatchObject({ rev: 2, write: { kind: 'cells' } });
  expect(await said('sheet', 'show', doc, id)).toContain('B1  0.5  ');
  expect(await said('sheet', 'ls', doc, '--tab', 'Tab 1')).toMatch(
    /^sheet_\w+ {2}Fees {2}rev 2 {2}5 rows {2}3 columns {2}4 cells\n$/,
  );
});

test('CM6 a wrong address, one beyond the sheet, a missing sheet and a title in use are refused with the reason', async () => {
  const { id: doc } = await shell.server.addDocument(shell.ada.token);
  await said('sheet', 'add', doc, 'Fees', '--rows', '5', '--cols', '3');
  const outcomes = [];
  for (const args of [
    ['set', doc, 'Fees', 'A1'],
    ['set', doc, 'Fees', '1A=2'],
    ['set', doc, 'Fees', 'D1=2'],
    ['show', doc, 'Costs'],
    ['add', doc, 'fees'],
  ]) {
    const { code, err } = await atelier(['sheet', ...args]);
    outcomes.push([code, err.split(/[:\n]/)[0]]);
  }
  expect(outcomes).toEqual([
    [2, 'A1 is not of the form A1=value.'],
    [1, 'invalid_value'],
    [1, 'invalid_value'],
    [1, 'sheet_not_found'],
    [1, 'title_taken'],
  ]);
});
