/** error-reasons: what an error in a cell means, in a sentence. */
import type { ErrorName } from '#core/sheet/value.ts';

export const errorReasons: Readonly<Record<ErrorName, string>> = {
  '#NULL!': 'The formula names an area that is empty.',
  '#DIV/0!': 'The formula divides by zero, or by an empty cell.',
  '#VALUE!': 'A text stands where a number is needed, or an argument is of another kind.',
  '#REF!': 'The formula names a cell that is not there.',
  '#NAME?': 'The formula has a name that is no function.',
  '#NUM!': 'The result is no number, or one that is too large.',
  '#N/A': 'What is looked for is not there.',
  '#ERROR!': 'The formula cannot be read, or a function has too few or too many arguments.',
  '#CIRC!': 'The formula depends on itself.',
  '#LIMIT!': 'The formula takes more work, or makes a longer text, than one may.',
};
