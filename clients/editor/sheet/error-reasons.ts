/** error-reasons: what an error in a cell means, in a sentence. */
import type { ErrorName } from '#core/sheet/value.ts';
import { sheetTexts } from '../strings/sheet.ts';

export const errorReasons: Readonly<Record<ErrorName, string>> = {
  '#NULL!': sheetTexts.twoRangesDont,
  '#DIV/0!': sheetTexts.divisionZeroEmpty,
  '#VALUE!': sheetTexts.wrongTypeValue,
  '#REF!': sheetTexts.formulaRefersDeleted,
  '#NAME?': sheetTexts.unknownFunctionOrName,
  '#NUM!': sheetTexts.resultIsntNumber,
  '#N/A': sheetTexts.valueNotFound,
  '#ERROR!': sheetTexts.invalidFormulaWrong,
  '#CIRC!': sheetTexts.circularReferenceFormula,
  '#LIMIT!': sheetTexts.formulaTooComplex,
};
