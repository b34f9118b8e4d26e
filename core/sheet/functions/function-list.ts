/** function-list: every spreadsheet function, by its name in capitals. LET is not among them: it is part of the language. */
import { conditionalFunctions } from './conditional.ts';
import { dateFunctions } from './date.ts';
import type { SheetFunction } from './define.ts';
import { financeFunctions, libraryFunctions } from './library.ts';
import { logicFunctions } from './logic.ts';
import { listFunctions } from './lists.ts';
import { lookupFunctions } from './lookup.ts';
import { mathFunctions } from './math.ts';
import { LookupIndex } from './search.ts';
import { statisticsFunctions } from './statistics.ts';
import { textFunctions } from './text-functions.ts';

export const functionGroups = (index: LookupIndex): Readonly<Record<string, readonly SheetFunction[]>> => ({
  Arithmetic: mathFunctions,
  Statistics: statisticsFunctions,
  'Counts and sums with conditions': conditionalFunctions,
  'Logic and information': logicFunctions,
  Text: textFunctions,
  'Dates and times': dateFunctions,
  'Lookup and lists': [...lookupFunctions(index), ...listFunctions],
  'Finance, distributions, engineering': [...financeFunctions, ...libraryFunctions],
});

/** A table of its own for each workbook: lookups keep an index of the workbook's ranges. */
export function functionTable(): ReadonlyMap<string, SheetFunction> {
  const table = new Map<string, SheetFunction>();
  for (const group of Object.values(functionGroups(new LookupIndex()))) for (const fn of group) table.set(fn.name, fn);
  return table;
}
