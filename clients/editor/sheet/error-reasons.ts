/** error-reasons: a sentence for each error that a cell can show. */
import type { ErrorName } from '#core/sheet/value.ts';
import { sheetTexts } from '../strings/sheet.ts';

export const errorReasons: Readonly<Record<ErrorName, string>> = {
  '#NULL!': sheetTexts.noIntersection,
  '#DIV/0!': sheetTexts.divisionByZero,
  '#VALUE!': sheetTexts.wrongType,
  '#REF!': sheetTexts.deletedReference,
  '#NAME?': sheetTexts.unknownName,
  '#NUM!': sheetTexts.notANumber,
  '#N/A': sheetTexts.valueNotFound,
  '#ERROR!': sheetTexts.invalidFormula,
  '#CIRC!': sheetTexts.circularReference,
  '#LIMIT!': sheetTexts.formulaTooComplex,
};
