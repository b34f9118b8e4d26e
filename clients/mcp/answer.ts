/**
 * Turns answers and refusals of tools into results of the protocol (SPEC.md).
 *
 * Clients such as Claude Code and Codex hand a model `structuredContent` in place of `content`: a picture, the marks and the
 * bounds would be lost. So an answer has none, unless the tool has `data` that says as much as its text, and no tool declares an
 * output schema.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';

import { type ProblemBody, ServiceRefusal, ServiceUnreachable } from '#clients/service/service-refusal.ts';
import { jsonOnOneLine, quote } from '#core/notation/quote.ts';
import { errors as errorTable, isErrorCode } from '#schema/errors.ts';

import { page } from '#clients/text/bounds.ts';
import type { ToolAnswer } from './tool.ts';
import { markUntrusted } from './untrusted.ts';

/** Marks the answer, for clients that show it, as containing text of others. */
const meta = { 'atelier/untrusted': true };

export function toolResult({
  text,
  isOwn,
  data,
  foot,
  offset = 0,
  rest,
  image,
  file,
  board,
  meta: more,
}: ToolAnswer): CallToolResult {
  const hidden = { ...more, ...(board !== undefined && { 'atelier/board': board }) };
  if (isOwn === true) return { content: [{ type: 'text', text }], ...(more !== undefined && { _meta: hidden }) };
  const shown = page(text, offset);
  const lines = [shown.text, ...(foot === undefined ? [] : [foot])].join('\n');
  const cut = shown.next === null ? [] : [`Cut: line ${shown.next} of ${shown.lines} comes next. ${rest ?? ''}`.trimEnd()];
  const said = [...cut, markUntrusted(lines)].join('\n');
  return {
    content: [
      ...(image === undefined ? [] : [{ type: 'image' as const, ...image }]),
      { type: 'text', text: said },
      ...(file === undefined ? [] : [{ type: 'resource' as const, resource: file }]),
    ],
    ...(data !== undefined && isBrief(data, said) && { structuredContent: data }),
    _meta: { ...meta, ...hidden },
  };
}

/** At most 0.3 of the text or 400 characters, whichever is more, and without words of people. */
const isBrief = (data: NonNullable<ToolAnswer['data']>, said: string): boolean =>
  JSON.stringify(data).length <= Math.max(said.length * 0.3, 400) &&
  Object.values(data).every((value) => typeof value !== 'string' || /^[\w:.~-]{1,200}$/.test(value));

/** What verbs throw, as an answer; null for a fault of our own. */
export function refusedAnswer(error: unknown): CallToolResult | null {
  if (error instanceof ServiceRefusal) return refusalOf(error.problem);
  if (error instanceof ServiceUnreachable) return lostOf({ code: 'unreachable', status: 503, detail: error.message });
  return null;
}

/** A call that the server, or a check before it, refused. */
export function refusalOf(problem: ProblemBody): CallToolResult {
  // The texts of the table are ours; the others may repeat words of people.
  const advice = isErrorCode(problem.code) ? ` ${errorTable[problem.code].hint}` : '';
  return failed(`Refused: ${problem.code}. Nothing was applied.${advice}`, problem);
}

/** A call whose outcome is unknown. */
export const lostOf = (problem: ProblemBody): CallToolResult =>
  failed(`Failed: ${problem.code}. It is not known whether anything was applied: read again before you repeat a write.`, problem);

function failed(said: string, problem: ProblemBody): CallToolResult {
  const details = page(detailLines(problem).join('\n'), 0).text;
  return {
    isError: true,
    content: [{ type: 'text', text: `${said}\n${markUntrusted(details)}` }],
    _meta: { ...meta, 'atelier/problem': briefProblem(problem) },
  };
}

/** The code and numbers: nothing that may repeat words of people. */
function briefProblem({ code, ...more }: ProblemBody): Readonly<Record<string, string | number>> {
  const numbers = Object.entries(more).filter((member): member is [string, number] => typeof member[1] === 'number');
  return { code, ...Object.fromEntries(numbers) };
}

type ErrorLine = Readonly<Record<string, unknown>>;

/** Members that have a form of their own, or that the answer shows elsewhere. */
const formed = new Set(['type', 'title', 'status', 'code', 'requestId', 'detail', 'hint', 'errors', 'candidates', 'refs', 'rev']);

function detailLines(problem: ProblemBody): string[] {
  const { detail, errors, candidates, refs, rev, hint } = problem;
  // The first error of a changeset is the detail, too.
  const isRepeated = Array.isArray(errors) && (errors as ErrorLine[]).some(({ message }) => message === detail);
  const others = Object.entries(problem).filter(([name]) => !formed.has(name));
  return [
    ...(isRepeated ? [] : [detail, ...(hint === undefined ? [] : [`hint: ${hint}`])]),
    ...(Array.isArray(errors) ? (errors as ErrorLine[]).flatMap(errorLines) : []),
    ...(Array.isArray(candidates) ? [`candidates: ${listed(candidates)}`] : []),
    ...(Array.isArray(refs) ? [`refs: ${listed(refs)}`] : []),
    ...(typeof rev === 'number' ? [`the tab is at rev ${rev}`] : []),
    ...others.map(([name, value]) => `${name}: ${listed(Array.isArray(value) ? value : [value])}`),
  ];
}

/** Further members of an error, the most helpful first. */
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
    ...more
      .filter((name) => !isEmpty(error[name]) && !(name === 'allowed' && saysAll(error)))
      .map((name) => `  ${name}: ${shown(error[name])}`),
  ];
}

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

/** True if the hint lists what is allowed. */
const saysAll = ({ hint, allowed }: ErrorLine): boolean =>
  typeof hint === 'string' && Array.isArray(allowed) && hint.includes(allowed.join(', '));

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? listed(value) : jsonOnOneLine(value);
const listed = (values: readonly unknown[]): string =>
  values
    .map((value) => (typeof value === 'string' ? (/^[\w~-]+$/.test(value) ? value : quote(value)) : jsonOnOneLine(value)))
    .join(', ');
