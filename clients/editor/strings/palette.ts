/** palette: the texts of clients/editor/palette. */
import { catalogue } from './catalogue.ts';

export const paletteTexts = catalogue({
  andMore: (number: number) => `and ${number} more`,
  noChanges: 'No changes',
  toApply: 'to apply ·',
  forNewLine: 'for a new line',
  noPreview: 'No preview: the server plans this change.',
  toApplyOnServer: 'to apply; undo it from the history.',
  placeOfError: (line: number, column: number | undefined) => `Line ${line}${column === undefined ? '' : `, column ${column}`}: `,
  applied: (count: number) => (count === 1 ? 'Applied 1 change' : `Applied ${count} changes`),
  commandPalette: 'Command palette',
  commandOrChangeset: 'Command or changeset',
  placeholder: 'Type a command, or a change: add square "Pay" right-of:orders',
  noMatches: 'Nothing found',
  suggestions: 'Suggestions',
});
