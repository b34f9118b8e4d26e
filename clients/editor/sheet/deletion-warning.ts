/** deletion-warning: what the question before deleting a sheet says will be deleted or broken with it. */
import { sheetTexts } from '../strings/sheet.ts';
import type { SheetUses } from './document-sheets.ts';

export function deletionWarning({ shapes, formulas }: SheetUses): string {
  const shapeCount = [...shapes.values()].reduce((sum, ids) => sum + ids.length, 0);
  const formulaCount = [...formulas.values()].reduce((sum, count) => sum + count, 0);
  const tabs = shapes.size > 1 ? sheetTexts.onTabs(shapes.size) : '';
  return [
    sheetTexts.cellsDeleted,
    ...(shapeCount === 0 ? [] : [sheetTexts.shapesDeleted(shapeCount, tabs)]),
    ...(formulaCount === 0 ? [] : [sheetTexts.formulasBroken(formulaCount, listed([...formulas.keys()]))]),
    sheetTexts.youCanUndoThis,
  ].join(' ');
}

const listed = (titles: readonly string[]): string =>
  titles.length > 3 ? sheetTexts.sheetsCount(titles.length) : titles.map((title) => `“${title}”`).join(', ');
