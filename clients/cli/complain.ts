/** Reports a failed command on stderr and returns its exit code: for a refusal its code, message and hint, or a line for each error. */
import type { OperationError } from '#schema/changeset.ts';

import { type ProblemBody, ServiceRefusal, ServiceUnreachable } from '#clients/service/service-refusal.ts';

import { MergeConflicts, NothingToPush, WorkingCopyFault } from '#clients/working-copy/working-copy-fault.ts';

import { exitCodes, LintFailed, TimedOut, UsageError } from './exit-codes.ts';
import type { Io } from './io.ts';
import { plainLine } from '#clients/text/plain.ts';

export function complain(error: unknown, io: Io): number {
  const say = (text: string): void => void io.stderr.write(`${plainLine(text)}\n`);
  if (io.signal.aborted) return exitCodes.interrupted;
  if (error instanceof ServiceRefusal) {
    for (const line of refusalLines(error.problem)) say(line);
    return exitCodes.refused;
  }
  if (error instanceof ServiceUnreachable) {
    say(`${error.message} Is the server running, and ATELIER_URL its address?`);
    return exitCodes.unreachable;
  }
  if (error instanceof UsageError) {
    say(error.message);
    return exitCodes.usage;
  }
  if (error instanceof TimedOut) {
    say(error.message);
    return exitCodes.timedOut;
  }
  if (error instanceof MergeConflicts || error instanceof WorkingCopyFault) {
    for (const line of error.lines) say(line);
    return error instanceof MergeConflicts ? exitCodes.conflict : exitCodes.refused;
  }
  if (error instanceof NothingToPush) {
    say(error.message);
    return exitCodes.nothingToPush;
  }
  if (error instanceof LintFailed) return exitCodes.refused;
  throw error;
}

function refusalLines({ code, detail, hint, errors, candidates, requestId, status }: ProblemBody): string[] {
  const id = status >= 500 && typeof requestId === 'string' ? ` (${requestId})` : '';
  const entries = Array.isArray(errors) ? (errors as Partial<OperationError & { pointer: string }>[]) : [];
  const named = entries.filter((error) => error.code !== undefined);
  const more = entries
    .filter((error) => error.code === undefined)
    .map((error) => `  ${error.pointer ?? ''} ${error.message ?? ''}`);
  if (named.length > 0) return named.flatMap(operationLines);
  return [
    `${code}: ${detail}${id}`,
    ...more,
    ...(Array.isArray(candidates) ? [`  candidates: ${candidates.map(shown).join(', ')}`] : []),
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
  ];
}

function operationLines({ line, column, code, message, hint, candidates, nearest }: Partial<OperationError>): string[] {
  const place = line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `;
  return [
    `${place}${code ?? ''}: ${message ?? ''}`,
    ...(candidates === undefined ? [] : [`  candidates: ${candidates.map(shown).join(', ')}`]),
    ...(nearest === undefined || nearest.length === 0 ? [] : [`  nearest: ${nearest.join(', ')}`]),
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
  ];
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
