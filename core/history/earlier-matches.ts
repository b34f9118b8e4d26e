/** earlier-matches: the elements that an operation would have found on an earlier state of its tab. */
import type { Element } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import type { Operation } from '../changeset/schema.ts';
import { isParseError } from '../notation/parse-error.ts';
import type { Search } from '../planning/planning.ts';
import { arrowsBetween } from '../selectors/arrows.ts';
import { readEnd } from '../selectors/end.ts';
import { findOne } from '../selectors/one.ts';
import { selectAll, selectUnion } from '../selectors/select.ts';
import { type Operand, readOperand, readSelector } from '../selectors/term.ts';

export type EarlierMatches = {
  /** Elements that the operation would have changed or removed. */
  readonly targets: readonly Element[];
  /** Other elements that it names: ends of arrows, what something is placed next to, what it tests, the frame of `in:`. */
  readonly others: readonly Element[];
};

/** What the operation names on the earlier tab. Names that match nothing there either are left out. */
export function earlierMatches(operation: Operation, past: Search): EarlierMatches {
  const members: Members = operation;
  const ends = [members.from, members.to].map((end) => operandOfEnd(end)).filter((operand) => operand !== null);
  const operands = [...ends, ...operandIn(members.place?.ref), ...operandsOf(members.target)];
  const others = operands.flatMap((operand) => elementOr(findOne(operand, past)));
  const matched = selected(operation.op, members.target, past);
  if (operation.op === 'test') return { targets: [], others: [...matched, ...others] };
  return { targets: [...matched, ...splitArrows(operation.op, ends, past)], others };
}

type End = string | { readonly element: string };

/** The members of operations that name elements. */
type Members = {
  readonly op: string;
  readonly target?: string;
  readonly from?: End;
  readonly to?: End;
  readonly place?: { readonly rel: string; readonly ref?: string };
};

/** Operations whose selector adds the elements that each ref and label names. */
const unions: ReadonlySet<string> = new Set(['wrap', 'layout', 'fix']);

function selected(op: string, selector: string | undefined, past: Search): readonly Element[] {
  if (selector === undefined) return [];
  const found = unions.has(op) ? selectUnion(selector, past) : selectAll(selector, past);
  return isProblem(found) ? [] : found;
}

/** The arrows that an `insert` would have split. */
function splitArrows(op: string, [from, to]: readonly Operand[], past: Search): readonly Element[] {
  if (op !== 'insert' || from === undefined || to === undefined) return [];
  const [start, finish] = [findOne(from, past), findOne(to, past)];
  return isProblem(start) || isProblem(finish) ? [] : arrowsBetween(start.id, finish.id, past);
}

/** The operands within the terms of a selector, such as the frame of `in:`. */
function operandsOf(selector: string | undefined): Operand[] {
  const terms = selector === undefined ? [] : readSelector(selector);
  if (isParseError(terms)) return [];
  return terms.flatMap((term) => ('of' in term ? [term.of] : term.kind === 'arrow' ? [term.from, term.to] : []));
}

function operandOfEnd(end: End | undefined): Operand | null {
  if (end === undefined) return null;
  if (typeof end !== 'string') return operandIn(end.element)[0] ?? null;
  const read = readEnd(end);
  return isParseError(read) ? null : read.operand;
}

function operandIn(text: string | undefined): Operand[] {
  const operand = text === undefined ? null : readOperand(text);
  return operand === null || isParseError(operand) ? [] : [operand];
}

const elementOr = (found: ReturnType<typeof findOne>): Element[] => (isProblem(found) ? [] : [found]);
