/** add: creates an element, either by the name of its kind or given as a whole. */
import Type from 'typebox';

import { type Arrow, type Box, type Frame, isArrow, isBox, isContainer, type Lane } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import type { Planning } from '../planning/planning.ts';
import { placeMember } from '../arranged/place-member.ts';
import { asUnplaced } from '../tab/unplaced.ts';
import { Placement, printPlace } from '../notation/place.ts';
import { deepMembersOf } from '../tab/membership.ts';
import { keyBehind, keyOnTop } from '../tab/stacking.ts';
import { Fields, KindName, SlugText, strict, WholeElement } from './members.ts';
import { elementByName, type NewElement, wholeElement } from './new-element.ts';
import { newSize } from './new-size.ts';
import { selectOperand } from '../selectors/select.ts';
import { noteSize } from '../text/fit-size.ts';
import { lettered, tabFont } from '../text/tab-font.ts';
import { defineOp } from './op.ts';
import { printFields } from './print-fields.ts';

export const add = defineOp({
  name: 'add',
  summary: 'Creates an element sized for its label.',
  usage: 'add <kind> ["<label>"] [id=<id>] key=value... [<placement>]',
  example: {
    before: 'add square id=api label="API" fill=blue',
    lines: `add cylinder id=orders label="Orders" below:api
add sticky label="Who reads this?" fill=yellow right-of:api gap:80
{"op":"add","element":{"type":"video","url":"https://example.org/tour","x":0,"y":-300,"width":320,"height":180}}`,
  },
  completion: { takesKind: true, takesPlacement: true, takesFields: true },
  input: Type.Object(
    {
      op: Type.Literal('add'),
      kind: Type.Optional(KindName),
      id: Type.Optional(SlugText),
      fields: Type.Optional(Fields),
      place: Type.Optional(Placement),
      element: Type.Optional(WholeElement),
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
    if (element === undefined) return kind === undefined && fields?.['icon'] === undefined ? 'kind or element' : null;
    return kind === undefined && fields === undefined ? null : 'either a whole element, or kind and fields';
  },
  read: (line) => ({
    op: 'add',
    ...(line.isAtField('icon')
      ? {}
      : { kind: line.name('a kind, such as square or sticky (a whole element is a JSON line: {"op":"add","element":{…}})') }),
    ...line.rest({ id: true, label: true, fields: true, place: true }),
  }),
  print({ kind, id, fields, place, element }) {
    const tokens = printFields(fields);
    if (element !== undefined || tokens === null) return null;
    // What has no kind begins with the icon.
    if (kind === undefined) tokens.sort((a, b) => Number(b.startsWith('icon=')) - Number(a.startsWith('icon=')));
    return [
      ...(kind === undefined ? tokens.splice(0, 1) : [kind]),
      ...(id === undefined ? [] : [`id=${id}`]),
      ...tokens,
      ...(place === undefined ? [] : printPlace(place)),
    ];
  },
  plan(operation, planning) {
    const { element: whole, id } = operation;
    const created =
      whole === undefined ? elementByName({ kind: 'icon', ...operation }, planning) : wholeElement(whole, id, planning);
    if (isProblem(created)) return created;
    const element = isArrow(created.element)
      ? placedArrow(created.element, operation.place)
      : placedBox(created, operation.place, planning);
    if (isProblem(element)) return element;
    planning.put({ ...element, z: created.z ?? keyOnTop(planning.draft) });
    if (created.z !== null) planning.keyed.add(element.id);
    const contents = created.z === null && isContainer(element) ? membersOf(element, planning) : [];
    const behind = keyBehind(contents, planning.draft);
    if (behind !== null) planning.put({ ...element, z: behind });
    return null;
  },
});

/** A sticky there is a note as low as its text, not a square. */
function isBesideMessage(place: Placement | undefined, planning: Planning): boolean {
  if (place === undefined || place.rel === 'at' || place.rel === 'inside') return false;
  const reference = selectOperand(place.ref, planning.search);
  return !isProblem(reference) && isArrow(reference);
}

/** The members of a frame or lane that has just been added. */
const membersOf = (container: Frame | Lane, { draft, work }: Planning): Box[] => deepMembersOf(container, draft, work.spend);

function placedArrow(arrow: Arrow, place: Placement | undefined): Arrow | Problem {
  if (place === undefined) return arrow;
  return problem('invalid_value', { detail: 'An arrow has no placement.', hint: 'Its ends say where it runs.', field: 'place' });
}

function placedBox({ element, fieldNames }: NewElement, place: Placement | undefined, planning: Planning): Box | Problem {
  if (!isBox(element)) return problem('invalid_value');
  const { settings } = planning.draft;
  const isNote =
    element.type === 'sticky' && isBesideMessage(place, planning) && !fieldNames.has('width') && !fieldNames.has('height');
  const box: Box = {
    ...element,
    ...(isNote ? noteSize(lettered(element, tabFont(settings))) : newSize(element, fieldNames, settings)),
  };
  const coordinate = (['x', 'y'] as const).find((name) => fieldNames.has(name));
  if (coordinate !== undefined && place !== undefined) {
    return problem('invalid_value', {
      detail: `${coordinate} and a placement exclude each other.`,
      hint: 'Leave one of them out: x and y together set the position, as at:x,y does.',
      field: coordinate,
    });
  }
  if (fieldNames.has('x') && fieldNames.has('y')) return box;
  if (fieldNames.has('x') !== fieldNames.has('y')) {
    return problem('invalid_value', {
      detail: 'x and y go together.',
      hint: 'Give both, or a placement such as at:x,y.',
      field: fieldNames.has('x') ? 'y' : 'x',
    });
  }
  if (place === undefined) planning.unplaced.add(box.id);
  const spot = placeMember({ id: box.id, label: box.label, width: box.width, height: box.height, now: null }, place, planning);
  if (isProblem(spot)) return spot;
  const placed: Box = { ...box, ...spot };
  return place === undefined ? asUnplaced(placed) : placed;
}
