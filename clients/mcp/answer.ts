/**
 * answer: what a tool answers, and what it refuses, as the protocol carries it.
 *
 * A1  `structuredContent` is the REST body; `content` is its readable form between the marks of untrusted.ts. Both are bounded
 *     (bounds.ts), and a cut text says how to get the rest.
 * A2  A refusal is an answer with `isError`: the problem as REST has it, and its code, what to do, and each error in words, so
 *     that a model can mend its call. That nothing was applied is said only where the server said so.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';

import { type ProblemBody, ServiceRefusal, ServiceUnreachable } from '#clients/service/service-refusal.ts';
import { jsonOnOneLine, quote } from '#core/notation/quote.ts';
import { errors as errorTable, isErrorCode } from '#schema/errors.ts';

import { boundText, page } from './bounds.ts';
import type { ToolAnswer } from './tool.ts';
import { markUntrusted } from './untrusted.ts';

/** Says to whoever shows the answer that it holds text of others. */
const meta = { 'atelier/untrusted': true };

/** [A1] */
export function toolResult({ body, text, foot, offset = 0, rest, image }: ToolAnswer): CallToolResult {
  const shown = page(text, offset);
  const lines = [shown.text, ...(foot === undefined ? [] : [foot])].join('\n');
  const cut = shown.next === null ? [] : [`Cut: line ${shown.next} of ${shown.lines} comes next. ${rest ?? ''}`.trimEnd()];
  return {
    content: [
      ...(image === undefined ? [] : [{ type: 'image' as const, ...image }]),
      { type: 'text', text: [...cut, markUntrusted(lines)].join('\n') },
    ],
    structuredContent: boundText(body),
    _meta: meta,
  };
}

/** [A2] What verbs throw as an answer; null for a fault of ours. */
export function refusedAnswer(error: unknown): CallToolResult | null {
  if (error instanceof ServiceRefusal) return refusalOf(error.problem);
  if (error instanceof ServiceUnreachable) return lostOf({ code: 'unreachable', status: 503, detail: error.message });
  return null;
}

/** [A2] A call that the server, or a check before it, refused. */
export function refusalOf(problem: ProblemBody): CallToolResult {
  // What the table says is ours; the rest may repeat words of people.
  const advice = isErrorCode(problem.code) ? ` ${errorTable[problem.code].hint}` : '';
  return failed(`Refused: ${problem.code}. Nothing was applied.${advice}`, problem);
}

/** [A2] A call of which nobody knows what became of it. */
export const lostOf = (problem: ProblemBody): CallToolResult =>
  failed(`Failed: ${problem.code}. It is not known whether anything was applied: read again before you repeat a write.`, problem);

function failed(said: string, problem: ProblemBody): CallToolResult {
  const details = page(detailLines(problem).join('\n'), 0).text;
  return {
    isError: true,
    content: [{ type: 'text', text: `${said}\n${markUntrusted(details)}` }],
    structuredContent: boundText(problem),
    _meta: meta,
  };
}

type ErrorLine = Readonly<Record<string, unknown>>;

function detailLines(problem: ProblemBody): string[] {
  const { errors, candidates, refs, rev, hint } = problem;
  return [
    problem.detail,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
    ...(Array.isArray(errors) ? (errors as ErrorLine[]).flatMap(errorLines) : []),
    ...(Array.isArray(candidates) ? [`candidates: ${listed(candidates)}`] : []),
    ...(Array.isArray(refs) ? [`refs: ${listed(refs)}`] : []),
    ...(typeof rev === 'number' ? [`the tab is at rev ${rev}`] : []),
  ];
}

/** Members that say more about an error, in the order in which they help. */
const more = ['hint', 'expected', 'actual', 'allowed', 'fields', 'nearest', 'candidates', 'suggestion', 'elements'] as const;

function errorLines(error: ErrorLine): string[] {
  const { operation, line, column, pointer, code, message } = error;
  const place = [
    typeof operation === 'number' ? `operation ${operation}` : '',
    typeof line === 'number' ? `line ${line}` : '',
    typeof column === 'number' ? `column ${column}` : '',
    typeof pointer === 'string' ? `argument ${pointer === '' ? '(all)' : pointer}` : '',
  ].filter((part) => part !== '');
  const said = [code, message].filter((part) => typeof part === 'string').join(': ');
  return [
    `- ${place.join(', ')}${place.length > 0 ? ': ' : ''}${said}`,
    ...more.filter((name) => error[name] !== undefined).map((name) => `  ${name}: ${shown(error[name])}`),
  ];
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? listed(value) : jsonOnOneLine(value);
const listed = (values: readonly unknown[]): string =>
  values
    .map((value) => (typeof value === 'string' ? (/^[\w~-]+$/.test(value) ? value : quote(value)) : jsonOnOneLine(value)))
    .join(', ');
