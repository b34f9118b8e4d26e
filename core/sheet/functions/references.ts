/** references: functions that find references while they are calculated, and functions about references. */
import { cellAddress } from '../address.ts';
import { toBoolean, toNumber, toText } from '../coerce.ts';
import { areaOf } from '../reference-operators.ts';
import { badRef, badValue, isGrid, isSheetError, notAvailable, type Scalar, scalarOf, type Value } from '../value.ts';
import type { CellArea } from '../reference-reader.ts';
import { direct, type FormulaContext, type SheetFunction } from './define.ts';

const areaIn = (value: Value | undefined): CellArea | null => (isGrid(value) ? areaOf(value) : null);

const offset = direct('OFFSET', '*11?11', ([base = null, ...numbers], { references }) => {
  if (isSheetError(base)) return base;
  const area = areaIn(base);
  if (area === null) return badValue;
  const { top, left, bottom, right } = area.span;
  const sizes = [0, 0, bottom - top + 1, right - left + 1] as const;
  const read: number[] = [];
  for (const [index, otherwise] of sizes.entries()) {
    const given = numbers[index];
    const number = given === undefined || given === null ? otherwise : toNumber(scalarOf(given));
    if (isSheetError(number)) return number;
    read.push(Math.trunc(number));
  }
  const [down = 0, across = 0, height = 0, width = 0] = read;
  if (height === 0 || width === 0) return badRef;
  // A negative height or width extends up or to the left.
  const [row, col] = [top + down + Math.min(0, height + 1), left + across + Math.min(0, width + 1)];
  return references.area({
    sheet: area.sheet,
    span: { top: row, left: col, bottom: row + Math.abs(height) - 1, right: col + Math.abs(width) - 1 },
  });
});

const indirect = direct('INDIRECT', '1?1', ([text = null, style = true], context) => {
  const [name, isA1] = [toText(scalarOf(text)), toBoolean(scalarOf(style))];
  if (isSheetError(name)) return name;
  if (isSheetError(isA1)) return isA1;
  const address = isA1 ? name : addressInA1(name, context);
  const area = address === null ? null : context.references.named(address);
  return area === null ? badRef : context.references.area(area);
});

/** `R2C3`, `R[-1]C` and ranges of those as A1. */
function addressInA1(text: string, { place }: FormulaContext): string | null {
  const end = text.lastIndexOf('!') + 1;
  const parts = text.slice(end).split(':').map((part) => {
    const match = /^R(?:(\d+)|\[(-?\d+)\])?C(?:(\d+)|\[(-?\d+)\])?$/i.exec(part.trim());
    if (match === null) return null;
    const [, row, down = '0', col, across = '0'] = match;
    const [y, x] = [row === undefined ? place.row + Number(down) : Number(row) - 1, col === undefined ? place.col + Number(across) : Number(col) - 1];
    return y < 0 || x < 0 ? null : cellAddress(y, x);
  }); // prettier-ignore
  return parts.includes(null) ? null : text.slice(0, end) + parts.join(':');
}

const cell: SheetFunction = {
  ...direct('CELL', '1*', ([what = null, reference = null]) => {
    const area = areaIn(reference);
    const kind = toText(scalarOf(what));
    if (isSheetError(kind)) return kind;
    if (area === null) return isSheetError(reference) ? reference : badValue;
    const { top, left } = area.span;
    const content = scalarOf(reference);
    switch (kind.toLowerCase()) {
      case 'address':
        return cellAddress(top, left).replace(/^([A-Z]+)(\d+)$/, '$$$1$$$2');
      case 'row':
        return top + 1;
      case 'col':
        return left + 1;
      case 'contents':
        return content ?? 0;
      case 'type':
        return content === null ? 'b' : typeof content === 'string' ? 'l' : 'v';
      default:
        return badValue;
    }
  }),
  placed: true,
};

const aboutFormula = (name: string, answer: (formula: string | null) => Scalar): SheetFunction =>
  direct(name, '*', ([reference = null], { references }) => {
    const area = areaIn(reference);
    return area === null ? (isSheetError(reference) ? reference : badValue) : answer(references.formula(area));
  });

/** Values that are computed do not depend on where a reference is, except for these. */
const placed = (fn: SheetFunction): SheetFunction => ({ ...fn, placed: true });

export const referenceFunctions: readonly SheetFunction[] = [
  { ...placed(offset), addresses: [0] }, placed(indirect), cell,
  aboutFormula('ISFORMULA', (formula) => formula !== null), placed(aboutFormula('FORMULATEXT', (formula) => formula ?? notAvailable)),
  direct('ISREF', '*', ([reference = null]) => reference === badRef || areaIn(reference) !== null),
]; // prettier-ignore
