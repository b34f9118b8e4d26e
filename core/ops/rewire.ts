/** rewire: attaches one or both ends of an arrow to other boxes. */
import Type from 'typebox';

import { type ArrowEnd, isArrow, isPinned } from '#schema/element.ts';
import { isProblem, problem } from '#schema/problem.ts';

import { kindOf, nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { selectOne } from '../selectors/select.ts';
import { endFault, findEnd, type FoundEnd, NamedEnd, printEnd } from './find-end.ts';
import { Selector, strict } from './members.ts';
import { exampleCorner } from './example.ts';
import { defineOp } from './op.ts';

export const rewire = defineOp({
  name: 'rewire',
  summary: 'Moves one or both ends of an arrow.',
  usage: 'rewire <arrow> from=<x> [to=<y>] or rewire <arrow> to=<y>',
  example: { before: exampleCorner, lines: 'rewire pack->ship from=order' },
  completion: { words: ['from=', 'to='] },
  input: Type.Object(
    { op: Type.Literal('rewire'), target: Selector, from: Type.Optional(NamedEnd), to: Type.Optional(NamedEnd) },
    strict,
  ),
  refuses: ['target_not_found', 'target_ambiguous', 'invalid_value', 'element_locked'],
  selectors: ['target'],
  ends: ['from', 'to'],
  fault: ({ from, to }) =>
    from === undefined && to === undefined ? 'from=<x>, to=<y> or both' : (endFault(from) ?? endFault(to)),
  read(line) {
    const target = line.text('target', 'an arrow');
    return { op: 'rewire', target, ...line.rest({ members: ['from', 'to'] }) };
  },
  print: ({ target, from, to }) => [
    target,
    ...(from === undefined ? [] : [`from=${printEnd(from)}`]),
    ...(to === undefined ? [] : [`to=${printEnd(to)}`]),
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
    const from = fromText === undefined ? null : findEnd(fromText, planning);
    if (isProblem(from)) return from;
    const to = toText === undefined ? null : findEnd(toText, planning);
    if (isProblem(to)) return to;
    planning.target(arrow.id);
    const { points: _, ...rest } = arrow;
    const newEnd = (found: FoundEnd | null, end: ArrowEnd): ArrowEnd => atLevel(end, found?.end ?? facing(end, planning));
    planning.put({ ...rest, from: newEnd(from, arrow.from), to: newEnd(to, arrow.to) });
    return null;
  },
});

/** The end without a side, so that it faces the other end; dangling ends stay unchanged. */
const facing = (end: ArrowEnd, planning: Planning): ArrowEnd =>
  isPinned(end) && planning.draft.get(end.element) !== undefined ? { element: end.element } : end;

/** The new end at the level of the old one, so that a message stays where it is in its sequence. */
const atLevel = (before: ArrowEnd, end: ArrowEnd): ArrowEnd =>
  isPinned(before) && before.level !== undefined && isPinned(end) && end.level === undefined && end.side === undefined
    ? { ...end, level: before.level }
    : end;
