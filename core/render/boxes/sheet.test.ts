import { describe, expect, test } from 'vitest';

import { faceOf } from '#core/sheet/face.ts';
import { bookOf, colId, keyAt, sheetOf } from '#core/sheet/sheet.test-support.ts';
import type { Shape } from '#schema/element.ts';
import type { CellFormat, SheetState } from '#schema/sheet.ts';

import { tabWith } from '../../ops/drawn.test-support.ts';
import { contrastOf } from '../colour.ts';
import { renderSvg } from '../render-svg.ts';
import { dark } from '../themes/dark.ts';
import { light } from '../themes/light.ts';
import { readXml } from '../strict-xml.test-support.ts';

const shape: Shape = { id: 'sheet~00000001', type: 'shape', shape: 'plan-sheet', x: 0, y: 0, width: 420, height: 300, z: 'a0', planSheet: { sheetId: 'sheet_1' } }; // prettier-ignore

function faceIn(sheet: SheetState) {
  const work = faceOf(bookOf(sheet), sheet);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}
const draw = (sheet: SheetState, theme = light): string =>
  renderSvg(tabWith([shape]), { theme, sheets: new Map([['sheet_1', faceIn(sheet)]]) });

function withFormat(sheet: SheetState, address: string, f: CellFormat): SheetState {
  const key = keyAt(sheet, address);
  return { ...sheet, cells: new Map(sheet.cells).set(key, { ...sheet.cells.get(key), f }) };
}

describe('a sheet', () => {
  test('shows all digits of whole numbers that fit, and no part of others', () => {
    const narrow = sheetOf({ A1: 4006381333931, B1: 123456789, A2: '4006381333931', B2: 'x'.repeat(60) }, { rows: 4, cols: 4 });
    const wide = { ...narrow, sizes: new Map([[colId(0), 160]]) };
    expect(readXml(draw(wide)).text).toContain('4006381333931');
    const svg = draw(narrow);
    expect(svg).toContain('<title>4006381333931</title>');
    expect(svg).toContain('>###<');
    expect(svg).toContain('>123456789<');
    // Texts are cut, digits or not.
    expect(svg).toMatch(/>4006\d*…</);
    expect(svg).toMatch(/>x+…</);
  });

  test('rounds decimals to the width of their column, and breaks no number into lines', () => {
    const sheet = withFormat(sheetOf({ A1: '=1/3', B1: '=2000/3', A2: 4006381333931 }, { rows: 4, cols: 4 }), 'A2', { wr: true });
    const svg = draw(sheet);
    expect(svg).toMatch(/>0\.3{4,9}</);
    expect(svg).toMatch(/>666\.6{2,6}7</);
    expect(svg).toContain('>###<');
    expect(readXml(svg).text).not.toContain('…');
  });

  test('has legible text on the backgrounds of cells, in each theme', () => {
    const sheet = withFormat(withFormat(sheetOf({ A1: 'pale', B1: 'deep' }), 'A1', { bg: '#dbeafe' }), 'B1', { bg: '#1e293b' });
    const inkOfText = (svg: string, text: string): string =>
      new RegExp(`fill="(#[0-9a-f]{6})"[^>]*>${text}<`).exec(svg)?.[1] ?? '';
    for (const theme of [light, dark]) {
      const svg = draw(sheet, theme);
      expect(contrastOf(inkOfText(svg, 'pale'), '#dbeafe')).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(inkOfText(svg, 'deep'), '#1e293b')).toBeGreaterThanOrEqual(4.5);
    }
  });
});
