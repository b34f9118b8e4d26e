/**
 * print: an operation as a line of the line form; where that cannot say it, as a JSON line.
 * The parser's inverse: a printed operation reads back as the same operation.
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

/** A selector that JSON can carry and a line cannot (one with a line break, say) is found out by reading it back. */
function saysTheSame(line: string, operation: Operation): boolean {
  const parsed = parseOperations(line);
  if ('errors' in parsed) return false;
  const [read, ...more] = parsed.operations;
  return more.length === 0 && jsonEqual(read?.operation, operation);
}
