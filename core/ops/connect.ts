/** connect: draws an arrow from one box to another, attached at both ends. */
import Type from 'typebox';

import { type Arrow, type Box, isArrow } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { assignFields } from './assign.ts';
import { arrowsBetween } from '../selectors/arrows.ts';
import { BesidePlacement, isPlaceWord, printPlace } from '../notation/place.ts';
import { indexOutsideQuotes } from '../notation/scan.ts';
import { keyOnTop } from '../tab/stacking.ts';
import { endFault, findEnd, NamedEnd, printEnd } from './find-end.ts';
import { Fields, flag, SlugText, strict } from './members.ts';
import { messageAt } from './message-place.ts';
import { newElementId } from './new-id.ts';
import { exampleCorner } from './example.ts';
import { defineOp } from './op.ts';
import { printFields } from './print-fields.ts';

export const connect = defineOp({
  name: 'connect',
  summary: 'Draws an arrow pinned at both ends, anchored on the facing sides.',
  usage: 'connect <a> -> <b> ["<label>"] [id=<id>] key=value... [after:<message>|above:<message>] [again]',
  example: { before: exampleCorner, lines: 'connect ship -> order label="returned" line=curved border=dashed' },
  completion: { takesFields: true, takesPlacement: true, words: ['->', 'again'] },
  input: Type.Object(
    {
      op: Type.Literal('connect'),
      from: NamedEnd,
      to: NamedEnd,
      id: Type.Optional(SlugText),
      fields: Type.Optional(Fields),
      place: Type.Optional(BesidePlacement),
      again: flag('Draws a second arrow between the same boxes.'),
    },
    strict,
  ),
  refuses: [
    'target_not_found',
    'target_ambiguous',
    'arrow_exists',
    'id_taken',
    'unknown_field',
    'invalid_value',
    'element_locked',
    'too_large',
  ],
  ends: ['from', 'to'],
  fault: ({ from, to, fields }) =>
    endFault(from) ??
    endFault(to) ??
    (fields !== undefined && (Object.hasOwn(fields, 'from') || Object.hasOwn(fields, 'to'))
      ? 'the ends as from and to, not as fields'
      : null),
  read(line) {
    const ends = line.ends('<a> -> <b>', (word) => word === 'again' || isPlaceWord(word));
    return {
      op: 'connect',
      ...ends,
      ...line.rest({ id: true, label: true, fields: true, place: true, flags: new Map([['again', 'again']]) }),
    };
  },
  print({ from, to, id, fields, place, again }) {
    const tokens = printFields(fields);
    if (tokens === null || indexOutsideQuotes(printEnd(from), '->') !== -1) return null;
    return [
      printEnd(from),
      '->',
      printEnd(to),
      ...(id === undefined ? [] : [`id=${id}`]),
      ...tokens,
      ...(place === undefined ? [] : printPlace(place)),
      ...(again === true ? ['again'] : []),
    ];
  },
  plan({ from: fromText, to: toText, id: requestedId, fields = {}, place, again }, planning) {
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
    const placed = place === undefined || !isArrow(arrow) ? arrow : messageAt(arrow, place, planning);
    if (isProblem(placed)) return placed;
    planning.put(placed);
    return null;
  },
});

function arrowExists(from: Box, to: Box, existing: Arrow, planning: Planning): Problem {
  const detail = `${nameOf(from)} -> ${nameOf(to)} is there already.`;
  return problem('arrow_exists', { detail, elements: [planning.draft.refOf(existing.id)] });
}
