/** new-element: creates an element, by the name of its kind or given as a whole, before it has a place on the tab. */
import { type Element, elementSchemas, type ElementType, elementTypes, OrderKey } from '#schema/element.ts';
import type { ShapeKind } from '#schema/shape-kinds.ts';
import { isElementId, slugOf } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import { validationErrors, isValid } from '#schema/validate.ts';

import type { Json } from '../notation/json.ts';
import { exceeds } from '../notation/characters.ts';
import { kindOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { quoteShort, shownPointer } from '../notation/quote.ts';
import { assignFields, type Fields } from './assign.ts';
import { fieldRule } from '../fields/field-table.ts';
import { fieldExample, valueForms } from '../fields/examples.ts';
import { findKind, findShape, creationHints } from '../fields/kinds.ts';
import { coerceValue, valueText } from '../fields/coerce-value.ts';
import { newElementId } from './new-id.ts';
import { printFields } from './print-fields.ts';
import { skeletonOf } from './skeleton.ts';

/** An element that is not on the tab yet. Where no place, size or z was given, the element has placeholders. */
export type NewElement = { readonly element: Element; readonly fieldNames: ReadonlySet<string>; readonly z: string | null };
export type NewElementInput = { readonly kind?: string; readonly id?: string; readonly fields?: Fields };

/** Refusals: invalid_value, id_taken, unknown_field, too_large, element_locked. */
export function elementByName(
  { kind: name = '', id: requestedId, fields = {} }: NewElementInput,
  planning: Planning,
): NewElement | Problem {
  const instead = creationHints.get(name.toLowerCase());
  if (instead !== undefined) {
    const hint = name.toLowerCase() === 'arrow' ? (connectLine(requestedId, fields) ?? instead) : instead;
    return problem('invalid_value', { detail: `${name.toLowerCase()} cannot be created by name.`, hint, field: 'kind' });
  }
  const { kind, coercion } = findKind(name);
  const id = newElementId(planning, requestedId, labelIn(fields), kind.type === 'shape' ? kind.shape : kind.type);
  if (isProblem(id)) return id;
  const created = withFields(
    skeletonOf(id, kind.type, kind.type === 'shape' ? kind.shape : null, planning),
    fields,
    null,
    planning,
  );
  if (isProblem(created)) return created;
  if (coercion !== null) planning.warn(coercion, id, `${quoteShort(name, 60)} became ${kindOf(created.element)}.`);
  return created;
}

/** The line that draws the arrow which `add arrow from=a to=b` means; null without both ends. */
function connectLine(id: string | undefined, { from, to, ...fields }: Fields): string | null {
  const isPlain = (text: Json | undefined): text is string => typeof text === 'string' && /^[\w~.@-]+$/.test(text);
  if (!isPlain(from) || !isPlain(to) || !isPlain(id ?? 'none') || !Object.keys(fields).every(isPlain)) return null;
  const tokens = printFields(fields);
  if (tokens === null) return null;
  const line = ['connect', from, '->', to, ...(id === undefined ? [] : [`id=${id}`]), ...tokens].join(' ');
  return exceeds(line, limits.hintCharacters) ? null : `An arrow is drawn with: ${line}`;
}

/** Refuses in the same way, and with invalid_result for an arrow attached to a missing element. */
export function wholeElement(whole: Fields, requestedId: string | undefined, planning: Planning): NewElement | Problem {
  const { id: ownId, type: typeName, z = null, shape: ownShape, ...fields } = whole;
  const found = typeOfWhole(typeName, ownShape);
  if (found === null) {
    const detail = `An element's type is not ${valueText(typeName ?? null)}.`;
    return problem('invalid_value', {
      detail,
      hint: `Use one of: ${elementTypes.join(', ')}.`,
      allowed: elementTypes,
      field: 'type',
    });
  }
  const { type, shape: shapeValue = ownShape } = found;
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
  const id = idOfWhole(ownId ?? null, requestedId, labelIn(fields), kind, planning);
  if (isProblem(id)) return id;
  if (shape !== null && shape.coercion !== null)
    planning.warn(shape.coercion, id, `shape ${valueText(shapeValue ?? null)} became ${kind}.`);
  if (type !== typeName) {
    const instead = `type "${type}"${found.shape === undefined ? '' : ` with shape "${found.shape}"`}`;
    planning.warn('value_coerced', id, `type ${valueText(typeName ?? null)} became ${instead}.`);
  }
  return withFields(
    skeletonOf(id, type, shape === null ? null : kind, planning),
    rest,
    typeof z === 'string' ? z : null,
    planning,
  );
}

/** A kind of shape may stand for the type, if no other shape is given, and a type may be in the wrong case. */
function typeOfWhole(
  name: Json | undefined,
  ownShape: Json | undefined,
): { readonly type: ElementType; readonly shape?: ShapeKind } | null {
  if (typeof name !== 'string') return null;
  const lower = name.toLowerCase();
  const type = elementTypes.find((known) => known === lower);
  if (type !== undefined) return { type };
  const shape = findShape(lower);
  return shape === undefined || ownShape !== undefined ? null : { type: 'shape', shape };
}

/** The full id of a whole element: its own if that is a full id and free, otherwise a new one for its slug. */
function idOfWhole(
  ownId: Json,
  requestedId: string | undefined,
  label: string | undefined,
  kind: string,
  planning: Planning,
): string | Problem {
  if (ownId !== null && typeof ownId !== 'string')
    return problem('invalid_value', { detail: `id does not take ${valueText(ownId)}.`, field: 'id' });
  if (ownId === null || requestedId !== undefined || !isElementId(ownId))
    return newElementId(planning, requestedId ?? ownId ?? undefined, label, kind);
  const free = newElementId(planning, slugOf(ownId), label, kind);
  return isProblem(free) ? free : (planning.context.keptId?.(slugOf(ownId), kind) ?? ownId);
}

const labelIn = (fields: Fields): string | undefined => {
  const label = fields['label'] ?? fields['title'];
  return typeof label === 'string' || typeof label === 'number' ? String(label) : undefined;
};

/** Assigns the fields to the skeleton and checks that every required field is set. */
function withFields(skeleton: Element, fields: Fields, z: string | null, planning: Planning): NewElement | Problem {
  const assigned = assignFields(skeleton, fields, planning);
  if (isProblem(assigned)) return assigned;
  const element = z === null ? assigned : { ...assigned, z };
  const fieldNames = new Set(Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [name])));
  const [fault] = validationErrors(elementSchemas[element.type], element);
  if (fault !== undefined) return incomplete(element, fault.pointer, fault.message);
  if (element.type === 'shape' && element.shape === 'plan-sheet' && element.planSheet === undefined) {
    return problem('invalid_value', {
      detail: 'A plan-sheet needs a sheet.',
      hint: 'Give planSheet={"sheetId":"sheet_…"}.',
      field: 'planSheet',
    });
  }
  return { element, fieldNames, z };
}

function incomplete(element: Element, pointer: string, message: string): Problem {
  const field = pointer.split('/')[1] ?? '';
  const form = valueForms.get(field);
  return problem('invalid_value', {
    detail: `${kindOf(element)}: ${shownPointer(pointer.slice(1))} ${message}.`,
    hint: form === undefined ? `Give ${shownPointer(field)}.` : `Give ${form.takes}: ${fieldExample(field, form)}.`,
    field,
  });
}
