/**
 * new-element: an element that an operation makes, by the name of its kind or given whole, before it has its place.
 *
 * What is given is checked and mended field by field (assign.ts); what its type cannot be without must be there.
 */
import { type Element, elementSchemas, elementTypes, OrderKey } from '#schema/element.ts';
import { isElementId, slugOf } from '#schema/ids.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import { validationErrors, isValid } from '#schema/validate.ts';

import type { Json } from '../notation/json.ts';
import { kindOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { quoteShort, shownPointer } from '../notation/quote.ts';
import { assignFields, type Fields } from './assign.ts';
import { fieldRule } from '../fields/field-table.ts';
import { findKind, madeOtherwise } from '../fields/kinds.ts';
import { coerceValue, valueText } from '../fields/coerce-value.ts';
import { newElementId } from './new-id.ts';
import { skeletonOf } from './skeleton.ts';

/** An element that is not yet on the tab: what of place, size and order it was given stands in it. */
export type NewElement = { readonly element: Element; readonly fieldNames: ReadonlySet<string>; readonly z: string | null };
export type Named = { readonly kind?: string; readonly id?: string; readonly fields?: Fields };

/** Refusals: invalid_value, id_taken, unknown_field, too_large, element_locked. */
export function elementByName({ kind: name = '', id: wanted, fields = {} }: Named, planning: Planning): NewElement | Problem {
  const otherwise = madeOtherwise.get(name.toLowerCase());
  if (otherwise !== undefined)
    return problem('invalid_value', { detail: `${name.toLowerCase()} is not made by name.`, hint: otherwise, field: 'kind' });
  const { kind, coercion: mended } = findKind(name);
  const id = newElementId(planning, wanted, labelIn(fields), kind.type === 'shape' ? kind.shape : kind.type);
  if (isProblem(id)) return id;
  const made = filled(skeletonOf(id, kind.type, kind.type === 'shape' ? kind.shape : null, planning), fields, null, planning);
  if (isProblem(made)) return made;
  if (mended !== null) planning.warn(mended, id, `${quoteShort(name, 60)} became ${kindOf(made.element)}.`);
  return made;
}

/** The same refusals, and invalid_result for an arrow pinned to a missing element. */
export function wholeElement(whole: Fields, wanted: string | undefined, planning: Planning): NewElement | Problem {
  const { id: ownId, type: typeName, z = null, shape: shapeValue, ...fields } = whole;
  const type = elementTypes.find((known) => known === typeName);
  if (type === undefined) {
    const detail = `An element's type is not ${valueText(typeName ?? null)}.`;
    return problem('invalid_value', {
      detail,
      hint: `Use one of: ${elementTypes.join(', ')}.`,
      allowed: elementTypes,
      field: 'type',
    });
  }
  if (z !== null && !isValid(OrderKey, z)) {
    return problem('invalid_value', {
      detail: `z does not take ${valueText(z)}.`,
      hint: 'Leave z out: the element goes on top.',
      field: 'z',
    });
  }
  const rule = type === 'shape' ? fieldRule('shape', 'shape') : undefined;
  const shape = rule === undefined ? null : coerceValue(rule, shapeValue ?? null);
  if (isProblem(shape)) return shape;
  const rest = rule === undefined && shapeValue !== undefined ? { ...fields, shape: shapeValue } : fields;
  const kind = typeof shape?.value === 'string' ? shape.value : type;
  const id = idOfWhole(ownId ?? null, wanted, labelIn(fields), kind, planning);
  if (isProblem(id)) return id;
  if (shape !== null && shape.coercion !== null)
    planning.warn(shape.coercion, id, `shape ${valueText(shapeValue ?? null)} became ${kind}.`);
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
    return problem('invalid_value', { detail: `id does not take ${valueText(own)}.`, field: 'id' });
  if (own === null || wanted !== undefined || !isElementId(own))
    return newElementId(planning, wanted ?? own ?? undefined, label, kind);
  const free = newElementId(planning, slugOf(own), label, kind);
  return isProblem(free) ? free : (planning.context.keptId?.(slugOf(own), kind) ?? own);
}

const labelIn = (fields: Fields): string | undefined => {
  const label = fields['label'] ?? fields['title'];
  return typeof label === 'string' || typeof label === 'number' ? String(label) : undefined;
};

/** The skeleton with the fields on it, whole: every required field is there. */
function filled(skeleton: Element, fields: Fields, z: string | null, planning: Planning): NewElement | Problem {
  const assigned = assignFields(skeleton, fields, planning);
  if (isProblem(assigned)) return assigned;
  const element = z === null ? assigned : { ...assigned, z };
  const given = new Set(Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [name])));
  const [fault] = validationErrors(elementSchemas[element.type], element);
  if (fault !== undefined) return incomplete(element, fault.pointer, fault.message);
  if (element.type === 'shape' && element.shape === 'plan-sheet' && element.planSheet === undefined) {
    return problem('invalid_value', {
      detail: 'A plan-sheet needs its sheet.',
      hint: 'Give planSheet={"sheetId":"sheet_…"}.',
      field: 'planSheet',
    });
  }
  return { element, fieldNames: given, z };
}

function incomplete(element: Element, pointer: string, message: string): Problem {
  const field = pointer.split('/')[1] ?? '';
  return problem('invalid_value', {
    detail: `${kindOf(element)}: ${shownPointer(pointer.slice(1))} ${message}.`,
    hint: `Give ${shownPointer(field)}.`,
    field,
  });
}
