/** Every spreadsheet function, by its name in capitals. LET is not one of them, as it is part of the language. */
import { GridIndices } from '../grid-index.ts';
import { conditionalFunctions } from './conditional.ts';
import { convertFunction } from './convert.ts';
import { dateFunctions } from './date.ts';
import type { SheetFunction } from './define.ts';
import { distributionFunctions } from './distributions.ts';
import { financeFunctions, libraryFunctions } from './library.ts';
import { logicFunctions } from './logic.ts';
import { listFunctions } from './lists.ts';
import { lookupFunctions } from './lookup.ts';
import { mathFunctions } from './math.ts';
import { matrixFunctions } from './matrix.ts';
import { referenceFunctions } from './references.ts';
import { Lookups } from './search.ts';
import { statisticsFunctions } from './statistics.ts';
import { textFunctions } from './text-functions.ts';

export const functionGroups = (indices: GridIndices): Readonly<Record<string, readonly SheetFunction[]>> => ({
  Arithmetic: [...mathFunctions, ...matrixFunctions],
  Statistics: statisticsFunctions(indices),
  'Counts and sums with conditions': conditionalFunctions(indices),
  'Logic and information': logicFunctions,
  Text: textFunctions,
  'Dates and times': dateFunctions,
  'Lookup and lists': [...lookupFunctions(new Lookups(indices)), ...listFunctions, ...referenceFunctions],
  'Finance, distributions, engineering': [...financeFunctions, ...libraryFunctions, ...distributionFunctions, convertFunction()],
});

/** A new table for each workbook, whose ranges are indexed. */
export function functionTable(indices: GridIndices = new GridIndices()): ReadonlyMap<string, SheetFunction> {
  const table = new Map<string, SheetFunction>();
  for (const group of Object.values(functionGroups(indices))) for (const fn of group) table.set(fn.name, fn);
  return table;
}
