/**
 * print: prints an operation in the line form, or as a JSON line if the line form cannot express it. Parsing the result gives
 * the same operation.
 */
import { jsonEqual } from '#schema/json-equal.ts';

import { operationKinds } from '../ops/operation-list.ts';
import { parseOperations } from './parse.ts';
import { jsonOnOneLine } from '../notation/quote.ts';
import type { Operation } from './schema.ts';

/** One line, without a line break at its end. */
export function printOperation(operation: Operation): string {
  const tokens = operationKinds.find((kind) => kind.name === operation.op)?.print(operation) ?? null;
  const line = tokens === null ? null : [operation.op, ...tokens].join(' ');
  return line !== null && saysTheSame(line, operation) ? line : jsonOnOneLine(operation);
}

/** Parsing the line again detects selectors that only JSON can express, such as one with a line break. */
function saysTheSame(line: string, operation: Operation): boolean {
  const parsed = parseOperations(line);
  if ('errors' in parsed) return false;
  const [read, ...more] = parsed.operations;
  return more.length === 0 && jsonEqual(read?.operation, operation);
}
