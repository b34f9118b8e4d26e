/** connect: draws an arrow from one box to another, attached at both ends. */
import Type from 'typebox';

import type { Arrow, Box } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { assignFields } from './assign.ts';
import { arrowsBetween } from '../selectors/arrows.ts';
import { indexOutsideQuotes } from '../notation/scan.ts';
import { keyOnTop } from '../tab/stacking.ts';
import { endFault, findEnd, NamedEnd, printEnd } from './find-end.ts';
import { Fields, flag, SlugText, strict } from './members.ts';
import { newElementId } from './new-id.ts';
import { exampleCorner } from './example.ts';
import { defineOp } from './op.ts';
import { printFields } from './print-fields.ts';

export const connect = defineOp({
  name: 'connect',
  summary: 'Draws an arrow pinned at both ends, anchored on the facing sides.',
  usage: 'connect <a> -> <b> ["<label>"] [id=<id>] key=value... [again]',
  example: { before: exampleCorner, lines: 'connect ship -> order label="returned" line=curved border=dashed' },
  completion: { takesFields: true, words: ['->', 'again'] },
  input: Type.Object(
    {
      op: Type.Literal('connect'),
      from: NamedEnd,
      to: NamedEnd,
      id: Type.Optional(SlugText),
      fields: Type.Optional(Fields),
      again: flag('Draws a second arrow between the same boxes.'),
    },
    strict,
  ),
  refuses: ['target_not_found', 'target_ambiguous', 'arrow_exists', 'id_taken', 'unknown_field', 'invalid_value', 'too_large'],
  ends: ['from', 'to'],
  fault: ({ from, to, fields }) =>
    endFault(from) ??
    endFault(to) ??
    (fields !== undefined && (Object.hasOwn(fields, 'from') || Object.hasOwn(fields, 'to'))
      ? 'the ends as from and to, not as fields'
      : null),
  read(line) {
    const ends = line.ends('<a> -> <b>', (word) => word === 'again');
    return {
      op: 'connect',
      ...ends,
      ...line.rest({ id: true, label: true, fields: true, flags: new Map([['again', 'again']]) }),
    };
  },
  print({ from, to, id, fields, again }) {
    const tokens = printFields(fields);
    if (tokens === null || indexOutsideQuotes(printEnd(from), '->') !== -1) return null;
    return [
      printEnd(from),
      '->',
      printEnd(to),
      ...(id === undefined ? [] : [`id=${id}`]),
      ...tokens,
      ...(again === true ? ['again'] : []),
    ];
  },
  plan({ from: fromText, to: toText, id: requestedId, fields = {}, again }, planning) {
    const start = findEnd(fromText, planning);
    if (isProblem(start)) return start;
    const finish = findEnd(toText, planning);
    if (isProblem(finish)) return finish;
    const [from, to] = [start.box, finish.box];
    const [existing] = again === true ? [] : arrowsBetween(from.id, to.id, planning.search);
    if (existing !== undefined) return arrowExists(from, to, existing, planning);
    const label = fields['label'];
    const id = newElementId(planning, requestedId, typeof label === 'string' ? label : undefined, 'arrow');
    if (isProblem(id)) return id;
    const unstyled: Arrow = {
      id,
      type: 'arrow',
      from: start.end,
      to: finish.end,
      z: keyOnTop(planning.draft),
    };
    const arrow = assignFields(unstyled, fields, planning);
    if (isProblem(arrow)) return arrow;
    planning.put(arrow);
    return null;
  },
});

function arrowExists(from: Box, to: Box, existing: Arrow, planning: Planning): Problem {
  const detail = `${nameOf(from)} -> ${nameOf(to)} is there already.`;
  return problem('arrow_exists', { detail, elements: [planning.draft.refOf(existing.id)] });
}
