/** formula-draft: a formula while it is being typed: the spans that it refers to, and what can be inserted at the caret. */
import { cellAddress } from '#core/sheet/address.ts';
import { storedFormula, type Surroundings } from '#core/sheet/formula-text.ts';
import { formulaTokens, isReferenceToken } from '#core/sheet/reference.ts';
import { rangeOn, type Span } from '#core/sheet/span.ts';

export type TextRange = { readonly start: number; readonly end: number };
type Token = TextRange & { readonly type: string; readonly value: string };

/** The tokens of a text that begins with `=`, with their positions. */
function tokensOf(text: string): Token[] {
  let at = 1;
  return formulaTokens(text.slice(1)).map(({ type, value }) => {
    const start = at;
    at += value.length;
    return { type, value, start, end: at };
  });
}

export const isFormulaDraft = (text: string): boolean => text.startsWith('=');

/** A span of a sheet that a formula refers to. */
export type NamedSpan = TextRange & { readonly sheet: string; readonly span: Span };

/** In the order of the text. Positions count all lines of the sheet, hidden ones too. */
export function namedSpans(text: string, around: Surroundings): NamedSpan[] {
  if (!isFormulaDraft(text)) return [];
  return tokensOf(text).flatMap(({ type, value, start, end }) => {
    if (!isReferenceToken({ type, value })) return [];
    const [from, , to] = formulaTokens(storedFormula(`=${value}`, around).slice(1));
    if (from?.ref === undefined) return [];
    const target = from.ref.sheet === null ? around.sheet : around.sheets.get(from.ref.sheet);
    const span = target === undefined ? null : rangeOn(target, from.ref, to?.ref ?? from.ref);
    return target === undefined || span === null ? [] : [{ start, end, sheet: target.id, span }];
  });
}

/** A reference can follow an operator, a bracket or a comma, but not within a text. */
export function takesReference(text: string, caret: number): boolean {
  if (!isFormulaDraft(text) || caret < 1 || isWithinText(text, caret)) return false;
  const before = text.slice(0, caret).trimEnd().at(-1) ?? '';
  const after = text.slice(caret).trimStart().at(0) ?? '';
  return '=(,;+-*/^&<>:{'.includes(before) && !/[A-Za-z0-9_$"'(]/.test(after);
}

function isWithinText(text: string, caret: number): boolean {
  let quotes = 0;
  for (const character of text.slice(0, caret)) if (character === '"') quotes += 1;
  return quotes % 2 === 1;
}

export function addressOf({ top, left, bottom, right }: Span): string {
  const [from, to] = [cellAddress(top, left), cellAddress(bottom, right)];
  return from === to ? from : `${from}:${to}`;
}

/** The text with a range replaced, and the caret after it. */
export const replaceRange = (
  text: string,
  { start, end }: TextRange,
  by: string,
): { readonly text: string; readonly caret: number } => ({
  text: `${text.slice(0, start)}${by}${text.slice(end)}`,
  caret: start + by.length,
});

/** F4: A1 becomes $A$1, A$1, $A1 and A1 again, at both corners of a range. Null if the caret is not at a reference. */
export function toggleAbsolute(text: string, caret: number): { readonly text: string; readonly caret: number } | null {
  if (!isFormulaDraft(text)) return null;
  const token = tokensOf(text).find(({ type, value, start, end }) => isReferenceToken({ type, value }) && start <= caret && caret <= end); // prettier-ignore
  if (token === undefined) return null;
  const from = token.value.lastIndexOf('!') + 1;
  const corners = token.value.slice(from).split(':');
  const state = stateOf(corners[0] ?? '');
  const next = [1, 2, 3, 0][state] ?? 0;
  const turned = token.value.slice(0, from) + corners.map((corner) => withState(corner, next)).join(':');
  return replaceRange(text, token, turned);
}

/** 0 for A1, 1 for $A$1, 2 for A$1, 3 for $A1. */
function stateOf(corner: string): number {
  const [, col, row] = /^(\$?)[A-Za-z]*(\$?)\d*$/.exec(corner) ?? [];
  const isWhole = /^\$?[A-Za-z]+$/.test(corner) || /^\$?\d+$/.test(corner);
  if (isWhole) return corner.startsWith('$') ? 3 : 0;
  return col === '$' ? (row === '$' ? 1 : 3) : row === '$' ? 2 : 0;
}

function withState(corner: string, state: number): string {
  const [, letters = '', digits = ''] = /^\$?([A-Za-z]*)\$?(\d*)$/.exec(corner) ?? [];
  const [col, row] = [state === 1 || state === 3 ? '$' : '', state === 1 || state === 2 ? '$' : ''];
  return `${letters === '' ? '' : col + letters}${digits === '' ? '' : row + digits}`;
}

/** The word before the caret that can be the beginning of a function's name; null if there is none. */
export function wordBefore(text: string, caret: number): (TextRange & { readonly word: string }) | null {
  if (!isFormulaDraft(text) || isWithinText(text, caret)) return null;
  let start = caret;
  while (start > 1 && /[A-Za-z0-9.]/.test(text[start - 1] ?? '')) start -= 1;
  const word = text.slice(start, caret);
  const isName = /^[A-Za-z]/.test(word) && !/[$!'_\]]/.test(text[start - 1] ?? '');
  return isName && !/[A-Za-z0-9.(]/.test(text[caret] ?? '') ? { start, end: caret, word: word.toUpperCase() } : null;
}

/** The innermost call around the caret, and the index of the argument that the caret is in. */
export function callAround(text: string, caret: number): { readonly name: string; readonly argument: number } | null {
  if (!isFormulaDraft(text)) return null;
  const open: { name: string; argument: number }[] = [];
  let name = '';
  for (const { type, value, start } of tokensOf(text)) {
    if (start >= caret) break;
    if (value === '(') open.push({ name: type === 'whitespace' ? '' : name, argument: 0 });
    else if (value === ')') open.pop();
    else if (value === ',') {
      const call = open.at(-1);
      if (call !== undefined) call.argument += 1;
    }
    name = /^[A-Za-z][A-Za-z0-9.]*$/.test(value) ? value.toUpperCase() : '';
  }
  const call = open.at(-1);
  return call === undefined || call.name === '' ? null : call;
}
