/**
 * add: a new element, made by the name of its kind or given whole.
 * D1  A kind by name is a shape kind, text, sticky, table, annotation or link-card; an unknown one becomes the nearest
 *     shape (shape_coerced). Frames, lanes, arrows, images, videos and strokes are not made by name (invalid_value).
 * D2  It is sized for its label and placed as place-box.ts says; `x=` with `y=` says where, `width=` and `height=` how large.
 * D3  A whole element runs the same checks and the same arrow binding, and keeps the size and place it is given. Its id
 *     (a slug or a full id), z, size and place may be left out and are made.
 * D4  It lies on top of everything; a frame or lane directly behind its contents.
 * D5  A plan board has the columns To do, Doing, Done with fresh status ids; a table three columns and two rows.
 * D6  A plan sheet needs its sheet.
 */
import Type from 'typebox';

import { type Arrow, type Box, type Frame, isArrow, isBox, isContainer, type Lane } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import type { Planning } from '../planning/planning.ts';
import { placeBox } from '../placement/place-box.ts';
import { Placement, printPlace } from '../notation/place.ts';
import { deepMembersOf } from '../tab/membership.ts';
import { keyBehind, keyOnTop } from '../tab/stacking.ts';
import { Fields, KindName, SlugText, strict } from './members.ts';
import { elementByName, type NewElement, wholeElement } from './new-element.ts';
import { newSize } from './new-size.ts';
import { defineOp } from './op.ts';
import { printFields } from './print-fields.ts';

export const add = defineOp({
  name: 'add',
  summary: 'Creates an element sized for its label.',
  usage: 'add <kind> [id=<id>] key=value... [<placement>]',
  input: Type.Object(
    {
      op: Type.Literal('add'),
      kind: Type.Optional(KindName),
      id: Type.Optional(SlugText),
      fields: Type.Optional(Fields),
      place: Type.Optional(Placement),
      element: Type.Optional(Fields),
    },
    strict,
  ),
  refuses: [
    'id_taken',
    'invalid_value',
    'unknown_field',
    'target_not_found',
    'target_ambiguous',
    'element_locked',
    'invalid_result',
    'too_large',
  ],
  fault({ kind, fields, element }) {
    if (element === undefined) return kind === undefined ? 'kind or element' : null;
    return kind === undefined && fields === undefined ? null : 'either a whole element, or kind and fields';
  },
  read: (line) => ({
    op: 'add',
    kind: line.name('a kind, such as square or sticky (a whole element is a JSON line: {"op":"add","element":{…}})'),
    ...line.rest({ id: true, fields: true, place: true }),
  }),
  print({ kind, id, fields, place, element }) {
    const tokens = printFields(fields);
    if (element !== undefined || kind === undefined || tokens === null) return null;
    return [kind, ...(id === undefined ? [] : [`id=${id}`]), ...tokens, ...(place === undefined ? [] : printPlace(place))];
  },
  plan(operation, planning) {
    const { element: whole, id } = operation;
    const made = whole === undefined ? elementByName(operation, planning) : wholeElement(whole, id, planning);
    if (isProblem(made)) return made;
    const element = isArrow(made.element)
      ? placedArrow(made.element, operation.place)
      : placedBox(made, operation.place, planning);
    if (isProblem(element)) return element;
    planning.put({ ...element, z: made.z ?? keyOnTop(planning.draft) });
    if (made.z !== null) planning.keyed.add(element.id);
    const contents = made.z === null && isContainer(element) ? membersOf(element, planning) : [];
    const behind = keyBehind(contents, planning.draft);
    if (behind !== null) planning.put({ ...element, z: behind });
    return null;
  },
});

/** What the frame or lane holds, now that it is there. */
const membersOf = (container: Frame | Lane, { draft, work }: Planning): Box[] => deepMembersOf(container, draft, work.spend);

function placedArrow(arrow: Arrow, place: Placement | undefined): Arrow | Problem {
  if (place === undefined) return arrow;
  return problem('invalid_value', { detail: 'An arrow has no placement.', hint: 'Its ends say where it runs.', field: 'place' });
}

function placedBox({ element, fieldNames: given }: NewElement, place: Placement | undefined, planning: Planning): Box | Problem {
  if (!isBox(element)) return problem('invalid_value');
  const box: Box = { ...element, ...newSize(element, given) };
  if (given.has('x') && given.has('y') && place === undefined) return box;
  if (given.has('x') !== given.has('y')) {
    return problem('invalid_value', {
      detail: 'x and y go together.',
      hint: 'Give both, or a placement such as at:x,y.',
      field: given.has('x') ? 'y' : 'x',
    });
  }
  if (place === undefined) planning.unplaced.add(box.id);
  const spot = placeBox({ id: box.id, label: box.label, width: box.width, height: box.height, now: null }, place, planning);
  return isProblem(spot) ? spot : { ...box, ...spot };
}
