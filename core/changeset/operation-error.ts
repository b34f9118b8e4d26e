/** operation-error: a refusal together with the operation that caused it, as an entry of `errors`. */
import type { OperationError } from '#schema/changeset.ts';
import type { Problem } from '#schema/problem.ts';

import { countCharacters } from '../notation/characters.ts';

/** Index of the operation, from 0, and its position: line and column from 1, absent for JSON arrays. */
export type Located = {
  readonly index: number;
  readonly line?: number;
  readonly column?: number;
  readonly source?: LineSource;
};

/** The text of a line, and the offsets in it at which its members begin; those of fields have `=` before their names. */
export type LineSource = { readonly text: string; readonly starts: ReadonlyMap<string, number> };

const carried = [
  'candidates',
  'nearest',
  'allowed',
  'fields',
  'field',
  'limit',
  'suggestion',
  'expected',
  'actual',
  'elements',
] as const;

/** The entry of `errors` for a refusal. Its column is that of the field or member that it is about, or else of the operation. */
export function operationError(refusal: Problem, { index, line, column, source }: Located): OperationError {
  const { line: lineInText, column: columnInText } = refusal.members;
  if (refusal.code === 'import_invalid' && typeof lineInText === 'number' && typeof columnInText === 'number') {
    // A text in lines is counted with the lines of the changeset.
    const before = source === undefined ? 0 : (line ?? 0);
    const { code, detail, hint } = refusal;
    return { operation: index, line: before + lineInText, column: columnInText, code, message: detail, hint };
  }
  const at = source === undefined ? null : offsetOf(refusal, source);
  const members: Record<string, unknown> = {};
  for (const name of carried) if (refusal.members[name] !== undefined) members[name] = refusal.members[name];
  return {
    operation: index,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column: at === null ? column : countCharacters(source?.text.slice(0, at) ?? '') + 1 }),
    code: refusal.code,
    message: refusal.detail,
    hint: refusal.hint,
    ...members,
  };
}

/** Where the line has what the refusal is about; null if it does not say. */
function offsetOf({ code, members, subject }: Problem, { text, starts }: LineSource): number | null {
  if (subject !== null) {
    const offsets = [...starts].filter(([name]) => !name.startsWith('=')).map(([, start]) => text.indexOf(subject, start));
    const found = offsets.filter((offset) => offset !== -1);
    if (found.length === 0) return null;
    const first = Math.min(...found);
    return text[first - 1] === '"' ? first - 1 : first;
  }
  if (code === 'id_taken') return starts.get('id') ?? null;
  const { field } = members;
  return typeof field === 'string' ? (starts.get(`=${field}`) ?? starts.get(field) ?? null) : null;
}
