/** find-end: finds the box that an operation names as the end of an arrow, and where on it the arrow is attached. */
import Type, { type Static } from 'typebox';

import { type ArrowEnd, type Box, isArrow, isPinned, PinnedEnd } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { tableRow } from '../arrows/table-row.ts';
import { nameOf } from '../notation/naming.ts';
import type { ParseError } from '../notation/parse-error.ts';
import { isParseError } from '../notation/parse-error.ts';
import { quoteShort } from '../notation/quote.ts';
import type { Planning } from '../planning/planning.ts';
import { type Attachment, printAttachment, readEnd } from '../selectors/end.ts';
import { selectOperand } from '../selectors/select.ts';
import type { TabView } from '../tab/view.ts';
import { OperandText } from './members.ts';

const { side, offset, row, level } = PinnedEnd.properties;

export const EndParts = Type.Object(
  { element: OperandText, side, offset, row, level },
  { additionalProperties: false, description: 'A box, and where on it the arrow is attached.' },
);

/** The end as text, such as `a`, `a.right@0.3` or `a.row:id`, or with a member for each part. */
export const NamedEnd = Type.Union(
  [
    Type.String({
      minLength: 1,
      description: 'A box: a ref, an id, a unique id prefix or a quoted label. May go on with a side (`a.right`), a side and an offset from 0 to 1 (`a.right@0.3`), or a row of a table (`a.row:id`).', // prettier-ignore
    }),
    EndParts,
  ],
  { description: 'An end of an arrow: a box, and where on it.' },
);
export type NamedEnd = Static<typeof NamedEnd>;

export type FoundEnd = { readonly box: Box; readonly end: PinnedEnd };

/** Refuses with parse_error, target_not_found, target_ambiguous, and invalid_value for an arrow and for a place that the box lacks. */
export function findEnd(named: NamedEnd, planning: Planning): FoundEnd | Problem {
  const read = partsOf(named);
  if (isParseError(read)) return problem('parse_error', { detail: `An end cannot be parsed: expected ${read.expected}.` });
  const element = selectOperand(read.text, planning.search);
  if (isProblem(element)) return element;
  if (isArrow(element)) {
    return problem('invalid_value', {
      detail: `${nameOf(element)} is an arrow: arrows connect boxes.`,
      hint: 'Name a box at each end.',
    });
  }
  return missingRow(element, read.at) ?? { box: element, end: { element: element.id, ...read.at } };
}

/** The end in its text form. */
export function printEnd(named: NamedEnd): string {
  if (typeof named === 'string') return named;
  const { element, ...at } = named;
  return `${element}${printAttachment(at)}`;
}

/** What `named` should say instead, or null. */
export const endFault = (named: NamedEnd | undefined): string | null =>
  typeof named === 'object' ? attachmentFault(named) : null;

export function attachmentFault(at: Attachment): string | null {
  if (at.offset !== undefined && at.side === undefined) return 'a side for its offset';
  if (at.level !== undefined && (at.row ?? at.side) !== undefined) return 'a level or a place on the box, not both';
  return at.row !== undefined && at.side !== undefined ? 'a side or a row, not both' : null;
}

function partsOf(named: NamedEnd): { readonly text: string; readonly at: Attachment } | ParseError {
  if (typeof named === 'string') return readEnd(named);
  const { element, ...at } = named;
  return { text: element, at };
}

function missingRow(box: Box, { row: first }: Attachment): Problem | null {
  if (first === undefined || tableRow(box, first) !== null) return null;
  if (box.type !== 'table')
    return problem('invalid_value', { detail: `${nameOf(box)} is no table, so it has no rows.`, hint: 'Name a side: .right.' });
  const allowed = box.rows.map(([cell = '']) => cell).filter((cell) => cell !== '');
  const detail = `${nameOf(box)} has no row that begins with ${quoteShort(first, 60)}.`;
  return problem('invalid_value', { detail, hint: 'Name the first cell of a row.', allowed: allowed.slice(0, 50) });
}

/** True if `connect` accepts a stored end. */
export function isAttachable(end: ArrowEnd, tab: Pick<TabView, 'get'>): boolean {
  if (!isPinned(end)) return false;
  const box = tab.get(end.element);
  if (box === undefined || isArrow(box)) return false;
  return attachmentFault(end) === null && (end.row === undefined || tableRow(box, end.row) !== null);
}
