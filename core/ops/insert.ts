/**
 * insert: puts a new element on the arrow from one box to another, which becomes two arrows, and makes room for it.
 * I1  The arrow keeps its id and label and leads to the new element; a second one, drawn like it, leads from there on.
 *     Way-points led along the old way and are dropped.
 * I2  The second arrow takes the style: colours, border, text, font, line, heads, opacity, layer. It lies right above the
 *     first and ends where the first did, on the side that the first was pinned to.
 * I3  Room is always made (make-room.ts): what lies beyond along the flow, in the same frame or lane, or of the same
 *     connected group on the tab, moves on by the element's size and the gap; frames that hold some of it grow.
 * I4  What that would push onto others moves these on too; where something else lies on the spot, the element slides
 *     sideways. Nothing lies on another that did not before.
 * I5  No arrow from a to b is refused (not_connected), several are (target_ambiguous).
 * I6  A locked arrow, and anything locked that would have to move or grow, is refused (element_locked).
 * I7  It places itself: x and y are refused (invalid_value). Its size may be named.
 */
import Type from 'typebox';

import { type Arrow, type Box, isBox } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import type { DisplacedBox } from '../placement/make-way.ts';
import { makeRoom } from '../placement/make-room.ts';
import { ambiguous } from '../selectors/ambiguous.ts';
import { arrowsBetween } from '../selectors/arrows.ts';
import { keyBetween, keyOnTop } from '../tab/stacking.ts';
import { findBox } from './find-box.ts';
import { followShifts, type Offset } from './follow.ts';
import { Fields, KindName, OperandText, SlugText, strict } from './members.ts';
import { elementByName } from './new-element.ts';
import { newElementId } from './new-id.ts';
import { newSize } from './new-size.ts';
import { defineOp } from './op.ts';
import { printFields } from './print-fields.ts';

export const insert = defineOp({
  name: 'insert',
  summary: 'Puts a new element on the arrow from a to b, which becomes two arrows; always makes room.',
  usage: 'insert <kind> [id=<id>] key=value... between <a> <b>',
  input: Type.Object(
    {
      op: Type.Literal('insert'),
      kind: KindName,
      id: Type.Optional(SlugText),
      fields: Type.Optional(Fields),
      from: OperandText,
      to: OperandText,
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
  operands: ['from', 'to'],
  read(line) {
    const kind = line.name('a kind, such as square or diamond');
    const rest = line.rest({ id: true, fields: true, between: true });
    line.expect('to' in rest, null, 'between <a> <b>');
    return { op: 'insert', kind, ...rest };
  },
  print({ kind, id, fields, from, to }) {
    const tokens = printFields(fields);
    return tokens === null ? null : [kind, ...(id === undefined ? [] : [`id=${id}`]), ...tokens, 'between', from, to];
  },
  plan(operation, planning) {
    const a = findBox(operation.from, planning);
    if (isProblem(a)) return a;
    const b = findBox(operation.to, planning);
    if (isProblem(b)) return b;
    const arrow = arrowBetween(a, b, planning);
    if (isProblem(arrow)) return arrow;
    const placed = Object.keys(operation.fields ?? {}).find((name) => name === 'x' || name === 'y');
    if (placed !== undefined) return placesItself(placed);
    const made = elementByName(operation, planning);
    if (isProblem(made)) return made;
    if (!isBox(made.element)) return problem('invalid_value');
    const size = newSize(made.element, made.fieldNames);
    const room = makeRoom(size, a, b, planning);
    if (room === null) return planning.work.exhausted ? null : noSpot(made.element);
    const locked = planning.refuseLocked([arrow, ...Array.from(room.changes.values(), ({ box }) => box)]);
    if (locked !== null) return locked;
    planning.target(arrow.id);
    planning.unplaced.add(made.element.id);
    planning.put({ ...made.element, ...room.spot, z: keyOnTop(planning.draft) });
    const refusal = split(arrow, made.element, planning);
    return refusal ?? makeWayFor(made.element, room.changes, planning);
  },
});

/** The one arrow from a to b [I5]. */
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
  const back = a.id === b.id ? [] : arrowsBetween(b.id, a.id, planning.search);
  return problem('not_connected', {
    detail: `No arrow leads from ${nameOf(a)} to ${nameOf(b)}.`,
    hint: back.length > 0 ? `One leads the other way: between ${to} ${from}.` : `Connect them first: connect ${from} -> ${to}.`,
    elements: [from, to],
  });
}

const style = ['layer', 'opacity', 'fill', 'stroke', 'textColor', 'border', 'text', 'font', 'line', 'heads'] as const;

/** The arrow in two halves [I1] [I2]. */
function split(arrow: Arrow, element: Box, planning: Planning): Problem | null {
  const { points: _, ...straight } = arrow;
  planning.put({ ...straight, to: { element: element.id } });
  const id = newElementId(planning, undefined, undefined, 'arrow');
  if (isProblem(id)) return id;
  const drawn = Object.fromEntries(style.flatMap((name) => (arrow[name] === undefined ? [] : [[name, arrow[name]]])));
  const z = keyBetween(arrow.z, planning.draft.keyAbove(arrow.z)) ?? arrow.z;
  planning.put({ ...drawn, id, type: 'arrow', from: { element: element.id }, to: arrow.to, z });
  return null;
}

/** Puts what moved and grew where it now lies, with the reason that its line tells. */
function makeWayFor(element: Box, changes: ReadonlyMap<string, DisplacedBox>, planning: Planning): Problem | null {
  const shifts = new Map<string, Offset>();
  const reason = `made room for ${planning.draft.refOf(element.id)}`;
  for (const [id, { box, how, carriedBy }] of changes) {
    const was = planning.draft.get(id);
    if (how === 'moved' && was !== undefined && isBox(was)) shifts.set(id, { dx: box.x - was.x, dy: box.y - was.y });
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
