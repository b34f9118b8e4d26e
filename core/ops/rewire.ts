/**
 * rewire: moves one or both ends of an arrow to other boxes.
 * W1  The arrow keeps its id, label, style, heads and place in the stack; an end that is not named stays where it is.
 * W2  It is drawn anew between its ends: anchored on the sides that face each other, without its old way-points.
 * W3  Only an arrow is rewired, and only to boxes (invalid_value); both ends may be the same box, and another arrow may run
 *     there already.
 * W4  A locked arrow is refused (element_locked); rewiring to a locked box is allowed, for the box does not change.
 */
import Type from 'typebox';

import { type ArrowEnd, isArrow, isPinned } from '#schema/element.ts';
import { isProblem, problem } from '#schema/problem.ts';

import { kindOf, nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { selectOne } from '../selectors/select.ts';
import { findBox } from './find-box.ts';
import { OperandText, Selector, strict } from './members.ts';
import { defineOp } from './op.ts';

export const rewire = defineOp({
  name: 'rewire',
  summary: 'Moves one or both ends of an arrow.',
  usage: 'rewire <arrow> from=<x> [to=<y>] or rewire <arrow> to=<y>',
  input: Type.Object(
    { op: Type.Literal('rewire'), target: Selector, from: Type.Optional(OperandText), to: Type.Optional(OperandText) },
    strict,
  ),
  refuses: ['target_not_found', 'target_ambiguous', 'invalid_value', 'element_locked'],
  selectors: ['target'],
  operands: ['from', 'to'],
  fault: ({ from, to }) => (from === undefined && to === undefined ? 'from=<x>, to=<y> or both' : null),
  read(line) {
    const target = line.text('target', 'an arrow');
    return { op: 'rewire', target, ...line.rest({ members: ['from', 'to'] }) };
  },
  print: ({ target, from, to }) => [
    target,
    ...(from === undefined ? [] : [`from=${from}`]),
    ...(to === undefined ? [] : [`to=${to}`]),
  ],
  plan({ target, from: fromText, to: toText }, planning) {
    const arrow = selectOne(target, planning.search);
    if (isProblem(arrow)) return arrow;
    if (!isArrow(arrow)) {
      const detail = `${nameOf(arrow)} is not an arrow (${kindOf(arrow)}).`;
      return problem('invalid_value', { detail, hint: 'Name an arrow, such as a->b.' });
    }
    const locked = planning.refuseLocked([arrow]);
    if (locked !== null) return locked;
    const from = fromText === undefined ? null : findBox(fromText, planning);
    if (isProblem(from)) return from;
    const to = toText === undefined ? null : findBox(toText, planning);
    if (isProblem(to)) return to;
    planning.target(arrow.id);
    const { points: _, ...kept } = arrow;
    const end = (box: typeof from, old: ArrowEnd): ArrowEnd => (box === null ? facing(old, planning) : { element: box.id });
    planning.put({ ...kept, from: end(from, arrow.from), to: end(to, arrow.to) });
    return null;
  },
});

/** The end without the side that it was anchored on; one that dangles stays as it is. */
const facing = (end: ArrowEnd, planning: Planning): ArrowEnd =>
  isPinned(end) && planning.draft.get(end.element) !== undefined ? { element: end.element } : end;
