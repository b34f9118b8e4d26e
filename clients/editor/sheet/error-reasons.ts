/** error-reasons: what an error in a cell means, in a sentence. */
import type { ErrorName } from '#core/sheet/value.ts';

export const errorReasons: Readonly<Record<ErrorName, string>> = {
  '#NULL!': 'The two ranges don’t intersect.',
  '#DIV/0!': 'Division by zero or by an empty cell.',
  '#VALUE!': 'Wrong type of value: for example text where a number is needed.',
  '#REF!': 'The formula refers to a deleted cell.',
  '#NAME?': 'Unknown function or name.',
  '#NUM!': 'The result isn’t a number or is too large.',
  '#N/A': 'Value not found.',
  '#ERROR!': 'Invalid formula, or a wrong number of arguments.',
  '#CIRC!': 'Circular reference: the formula depends on itself.',
  '#LIMIT!': 'Formula too complex, or its text too long.',
};
