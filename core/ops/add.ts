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

import { type Arrow, type Box, type Element, elementSchemas, elementTypes, isArrow, isBox, isContainer, OrderKey } from '#schema/element.ts';
import { isElementId, slugOf } from '#schema/ids.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import { faultsOf, fits } from '#schema/validate.ts';

import type { Json } from '../changeset/json.ts';
import { kindOf } from '../changeset/naming.ts';
import type { Planning } from '../changeset/planning.ts';
import { quoteShort } from '../changeset/quote.ts';
import { assignFields, type Fields } from '../fields/assign.ts';
import { fieldRule } from '../fields/field-table.ts';
import { kindNamed, madeOtherwise } from '../fields/kinds.ts';
import { mendValue, shown } from '../fields/mend.ts';
import { placeBox } from '../placement/place-box.ts';
import { Place, printPlace } from '../placement/place.ts';
import { keyForNew } from '../tab/stacking.ts';
import { Fields as FieldsSchema, KindName, SlugText, strict } from './members.ts';
import { newElementId } from './new-id.ts';
import { newSize } from './new-size.ts';
import { skeletonOf } from './skeleton.ts';
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
      fields: Type.Optional(FieldsSchema),
      place: Type.Optional(Place),
      element: Type.Optional(FieldsSchema),
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
    kind: line.word('a kind, such as square or sticky'),
    ...line.rest({ id: true, fields: true, place: true }),
  }),
  print({ kind, id, fields, place, element }) {
    const tokens = printFields(fields);
    if (element !== undefined || kind === undefined || tokens === null) return null;
    return [kind, ...(id === undefined ? [] : [`id=${id}`]), ...tokens, ...(place === undefined ? [] : printPlace(place))];
  },
  plan(operation, planning) {
    const made =
      operation.element === undefined ? fromName(operation, planning) : fromWhole(operation.element, operation.id, planning);
    if (isProblem(made)) return made;
    const element = isArrow(made.element)
      ? placedArrow(made.element, operation.place)
      : placedBox(made, operation.place, planning);
    if (isProblem(element)) return element;
    // A frame's contents are known once it is there, so it is put twice when its key is made.
    if (made.z !== null || isContainer(element)) planning.put(element);
    if (made.z === null) planning.put({ ...element, z: keyForNew(element, planning.draft, planning.work.spend) });
    return null;
  },
});

/** An element that is not yet on the tab: what of place, size and order it was given stands in it. */
type Made = { readonly element: Element; readonly given: ReadonlySet<string>; readonly z: string | null };
type Named = { readonly kind?: string; readonly id?: string; readonly fields?: Fields };

function fromName({ kind: name = '', id: wanted, fields = {} }: Named, planning: Planning): Made | Problem {
  const otherwise = madeOtherwise.get(name.toLowerCase());
  if (otherwise !== undefined)
    return problem('invalid_value', { detail: `${name.toLowerCase()} is not made by name.`, hint: otherwise, field: 'kind' });
  const { kind, mended } = kindNamed(name);
  const id = newElementId(planning, wanted, labelIn(fields), kind.type === 'shape' ? kind.shape : kind.type);
  if (isProblem(id)) return id;
  const made = filled(skeletonOf(id, kind.type, kind.type === 'shape' ? kind.shape : null, planning), fields, null, planning);
  if (isProblem(made)) return made;
  if (mended !== null) planning.warn(mended, id, `${quoteShort(name, 60)} became ${kindOf(made.element)}.`);
  return made;
}

function fromWhole(whole: Fields, wanted: string | undefined, planning: Planning): Made | Problem {
  const { id: ownId, type: typeName, z = null, shape: shapeValue, ...fields } = whole;
  const type = elementTypes.find((known) => known === typeName);
  if (type === undefined) {
    const detail = `An element's type is not ${shown(typeName ?? null)}.`;
    return problem('invalid_value', {
      detail,
      hint: `Use one of: ${elementTypes.join(', ')}.`,
      allowed: elementTypes,
      field: 'type',
    });
  }
  if (z !== null && !fits(OrderKey, z)) {
    return problem('invalid_value', {
      detail: `z does not take ${shown(z)}.`,
      hint: 'Leave z out: the element goes on top.',
      field: 'z',
    });
  }
  const rule = type === 'shape' ? fieldRule('shape', 'shape') : undefined;
  const shape = rule === undefined ? null : mendValue(rule, shapeValue ?? null);
  if (isProblem(shape)) return shape;
  const rest = rule === undefined && shapeValue !== undefined ? { ...fields, shape: shapeValue } : fields;
  const kind = typeof shape?.value === 'string' ? shape.value : type;
  const id = idOfWhole(ownId ?? null, wanted, labelIn(fields), kind, planning);
  if (isProblem(id)) return id;
  if (shape !== null && shape.mended !== null)
    planning.warn(shape.mended, id, `shape ${shown(shapeValue ?? null)} became ${kind}.`);
  return filled(skeletonOf(id, type, shape === null ? null : kind, planning), rest, typeof z === 'string' ? z : null, planning);
}

/** The full id of a whole element: its own when it is a full one that is free, else one made from its slug. */
function idOfWhole(
  own: Json,
  wanted: string | undefined,
  label: string | undefined,
  kind: string,
  planning: Planning,
): string | Problem {
  if (own !== null && typeof own !== 'string')
    return problem('invalid_value', { detail: `id does not take ${shown(own)}.`, field: 'id' });
  if (own === null || wanted !== undefined || !isElementId(own))
    return newElementId(planning, wanted ?? own ?? undefined, label, kind);
  const free = newElementId(planning, slugOf(own), label, kind);
  return isProblem(free) ? free : own;
}

const labelIn = (fields: Fields): string | undefined => {
  const label = fields['label'] ?? fields['title'];
  return typeof label === 'string' || typeof label === 'number' ? String(label) : undefined;
};

/** The skeleton with the fields on it, whole: every required field is there. */
function filled(skeleton: Element, fields: Fields, z: string | null, planning: Planning): Made | Problem {
  const assigned = assignFields(skeleton, fields, planning);
  if (isProblem(assigned)) return assigned;
  const element = z === null ? assigned : { ...assigned, z };
  const given = new Set(Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [name])));
  const [fault] = faultsOf(elementSchemas[element.type], element);
  if (fault !== undefined) return incomplete(element, fault.pointer, fault.message);
  if (element.type === 'shape' && element.shape === 'plan-sheet' && element.planSheet === undefined) {
    return problem('invalid_value', {
      detail: 'A plan-sheet needs its sheet.',
      hint: 'Give planSheet={"sheetId":"sheet_…"}.',
      field: 'planSheet',
    });
  }
  return { element, given, z };
}

function incomplete(element: Element, pointer: string, message: string): Problem {
  const field = pointer.split('/')[1] ?? '';
  return problem('invalid_value', {
    detail: `${kindOf(element)}: ${pointer.slice(1)} ${message}.`,
    hint: `Give ${field}.`,
    field,
  });
}

function placedArrow(arrow: Arrow, place: Place | undefined): Arrow | Problem {
  if (place === undefined) return arrow;
  return problem('invalid_value', { detail: 'An arrow has no placement.', hint: 'Its ends say where it runs.', field: 'place' });
}

function placedBox({ element, given }: Made, place: Place | undefined, planning: Planning): Box | Problem {
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
  const spot = placeBox({ id: box.id, width: box.width, height: box.height, now: null }, place, planning);
  return isProblem(spot) ? spot : { ...box, ...spot };
}
