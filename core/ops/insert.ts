/** insert: puts a new element on the arrow between two boxes, which becomes two arrows, and makes room for it. */
import Type from 'typebox';

import { type Arrow, type ArrowEnd, type Box, isBox } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import type { DisplacedBox } from '../placement/make-way.ts';
import { makeRoom } from '../placement/make-room.ts';
import { ambiguous } from '../selectors/ambiguous.ts';
import { arrowsBetween } from '../selectors/arrows.ts';
import { keyOnTop } from '../tab/stacking.ts';
import { endFault, findEnd, type FoundEnd, NamedEnd, printEnd } from './find-end.ts';
import { followShifts, type Offset } from '../placement/follow.ts';
import { Fields, KindName, SlugText, strict } from './members.ts';
import { elementByName } from './new-element.ts';
import { newSize } from './new-size.ts';
import { exampleRow } from './example.ts';
import { defineOp } from './op.ts';
import { printFields } from './print-fields.ts';
import { splitArrow } from './split-arrow.ts';

export const insert = defineOp({
  name: 'insert',
  summary: 'Puts a new element on the arrow from a to b, which becomes two arrows; always makes room.',
  usage: 'insert <kind> ["<label>"] [id=<id>] key=value... between <a> <b>',
  example: { before: exampleRow, lines: 'insert diamond id=check label="In stock?" between order pack' },
  completion: { takesKind: true, takesPlacement: true, takesFields: true, words: ['between'] },
  input: Type.Object(
    {
      op: Type.Literal('insert'),
      kind: KindName,
      id: Type.Optional(SlugText),
      fields: Type.Optional(Fields),
      from: NamedEnd,
      to: NamedEnd,
    },
    strict,
  ),
  refuses: [
    'target_not_found',
    'target_ambiguous',
    'not_connected',
    'id_taken',
    'invalid_value',
    'unknown_field',
    'element_locked',
    'invalid_result',
    'too_large',
  ],
  ends: ['from', 'to'],
  fault: ({ from, to }) => endFault(from) ?? endFault(to),
  read(line) {
    const kind = line.name('a kind, such as square or diamond');
    const rest = line.rest({ id: true, label: true, fields: true, between: true });
    line.expect('to' in rest, null, 'between <a> <b>');
    return { op: 'insert', kind, ...rest };
  },
  print({ kind, id, fields, from, to }) {
    const tokens = printFields(fields);
    return tokens === null
      ? null
      : [kind, ...(id === undefined ? [] : [`id=${id}`]), ...tokens, 'between', printEnd(from), printEnd(to)];
  },
  plan(operation, planning) {
    const start = findEnd(operation.from, planning);
    if (isProblem(start)) return start;
    const finish = findEnd(operation.to, planning);
    if (isProblem(finish)) return finish;
    const [a, b] = [start.box, finish.box];
    const arrow = arrowBetween(a, b, planning);
    if (isProblem(arrow)) return arrow;
    const positionField = Object.keys(operation.fields ?? {}).find((name) => name === 'x' || name === 'y');
    if (positionField !== undefined) return placesItself(positionField);
    const created = elementByName(operation, planning);
    if (isProblem(created)) return created;
    if (!isBox(created.element)) return problem('invalid_value');
    const size = newSize(created.element, created.fieldNames, planning.draft.settings);
    const room = makeRoom(size, a, b, planning);
    if (room === null) return planning.work.exhausted ? null : noSpot(created.element);
    const locked = planning.refuseLocked([arrow, ...Array.from(room.changes.values(), ({ box }) => box)]);
    if (locked !== null) return locked;
    planning.target(arrow.id);
    planning.unplaced.add(created.element.id);
    planning.put({ ...created.element, ...room.spot, z: keyOnTop(planning.draft) });
    const ends = { from: endWith(arrow.from, start), to: endWith(arrow.to, finish) };
    const refusal = splitArrow(arrow, created.element, ends, planning);
    return refusal ?? makeWayFor(created.element, room.changes, planning);
  },
});

/** The only arrow from a to b. */
function arrowBetween(a: Box, b: Box, planning: Planning): Arrow | Problem {
  const arrows = arrowsBetween(a.id, b.id, planning.search);
  const [arrow, second] = arrows;
  if (arrow !== undefined && second === undefined) return arrow;
  const [from, to] = [planning.draft.refOf(a.id), planning.draft.refOf(b.id)];
  if (arrow !== undefined) {
    const refusal = ambiguous(`${from}->${to}`, arrows.map(({ id }) => id).toSorted(), planning.draft);
    return problem(refusal.code, {
      ...refusal.members,
      hint: 'Rewire or remove all but the one to insert on, and connect them again.',
    });
  }
  const backwards = a.id === b.id ? [] : arrowsBetween(b.id, a.id, planning.search);
  return problem('not_connected', {
    detail: `No arrow leads from ${nameOf(a)} to ${nameOf(b)}.`,
    hint:
      backwards.length > 0
        ? `One leads the other way: use between ${to} ${from}.`
        : `Connect them first: connect ${from} -> ${to}.`,
    elements: [from, to],
  });
}

/** The end of the arrow, attached as the operation says if it says so. */
const endWith = (end: ArrowEnd, { end: named }: FoundEnd): ArrowEnd => (Object.keys(named).length > 1 ? named : end);

/** Moves and grows what makes room, with the reason that its `»` line gives. */
function makeWayFor(element: Box, changes: ReadonlyMap<string, DisplacedBox>, planning: Planning): Problem | null {
  const shifts = new Map<string, Offset>();
  const reason = `made room for ${planning.draft.refOf(element.id)}`;
  for (const [id, { box, how, carriedBy }] of changes) {
    const previous = planning.draft.get(id);
    if (how === 'moved' && previous !== undefined && isBox(previous))
      shifts.set(id, { dx: box.x - previous.x, dy: box.y - previous.y });
    planning.putAlong(box, carriedBy === null ? reason : `carried by ${planning.draft.refOf(carriedBy.id)}`);
  }
  return followShifts(shifts, planning);
}

const placesItself = (field: string): Problem =>
  problem('invalid_value', {
    detail: 'insert places its element itself.',
    hint: `Leave ${field} out, or move the element afterwards.`,
    field,
  });

const noSpot = (box: Box): Problem =>
  problem('invalid_result', { detail: `There is no free spot on the canvas for ${nameOf(box)}.`, hint: 'Add it with at:x,y.' });
