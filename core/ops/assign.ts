/**
 * assign: fields put on an element, each checked and mended: the one way in which `add`, `set` and `insert` write them.
 * A1  A name that is no field of the element's type is refused (unknown_field) with the fields that are.
 * A2  null unsets; what the element cannot be without is not unset (invalid_value).
 * A3  An empty label, note, title or alternative text, and `locked` false, are the same as none and are not stored.
 * A4  `fill` of a sticky is its `color`, which takes the sticky's own colour names.
 * A5  A hex fill, stroke or text colour is taken with a warning (colour_overrides_theme).
 * A6  A shape's label over 40 characters is capped (label_capped, core/fields/label-cap.ts).
 * A7  An image and a sheet must be ones that the writer may name, a layer one of the tab that is not locked.
 * A8  The end of an arrow is bound to the element that it names (arrow-end.ts).
 * A9  `planBoard` belongs to shape plan-board, `planSheet` to plan-sheet, and neither shape comes or goes by `shape`.
 */
import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { exceeds } from '../notation/characters.ts';
import type { Json } from '../notation/json.ts';
import { kindOf, nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { bindEnd } from './arrow-end.ts';
import { fieldNames, type FieldRule, fieldRule } from '../fields/field-table.ts';
import { capLabel } from '../fields/label-cap.ts';
import { coerceValue, refuseValue, valueText } from '../fields/coerce-value.ts';

export type Fields = { readonly [name: string]: Json };

/** The element with the fields put on it; the element itself is not changed. Warnings go to the planning. */
export function assignFields(element: Element, fields: Fields, planning: Planning): Element | Problem {
  const members = new Map<string, unknown>(Object.entries(element));
  for (const [name, value] of Object.entries(fields)) {
    const rule = ruleFor(element, name);
    if (isProblem(rule)) return rule;
    const fault = assign(members, rule, value, element, planning);
    if (fault !== null) return fault;
  }
  if (element.type === 'shape' && Object.hasOwn(fields, 'label')) {
    const fault = cap(members, element, planning);
    if (fault !== null) return fault;
  }
  return Object.fromEntries(members) as Element;
}

/** The rule of a field of this very element (A1, A4, A9). */
export function ruleFor(element: Element, name: string): FieldRule | Problem {
  const isColor = element.type === 'sticky' && name === 'fill';
  const rule = fieldRule(element.type, isColor ? 'color' : name);
  if (rule !== undefined && belongs(rule, element)) return isColor ? { ...rule, lineName: name } : rule;
  const fields = fieldNames(element.type).filter((known) => belongs({ name: known }, element));
  return problem('unknown_field', {
    detail: `${nameOf(element)} (${kindOf(element)}) has no field ${valueText(name)}.`,
    hint: `Its fields: ${fields.join(', ')}.`,
    field: name,
    fields,
  });
}

function belongs(rule: Pick<FieldRule, 'name'>, element: Element): boolean {
  if (rule.name === 'planBoard') return element.type === 'shape' && element.shape === 'plan-board';
  if (rule.name === 'planSheet') return element.type === 'shape' && element.shape === 'plan-sheet';
  return true;
}

function assign(
  members: Map<string, unknown>,
  rule: FieldRule,
  value: Json,
  element: Element,
  planning: Planning,
): Problem | null {
  if (value === null) {
    if (rule.required) {
      const detail = `${rule.lineName} cannot be unset.`;
      return problem('invalid_value', { detail, hint: 'Give it another value.', field: rule.lineName });
    }
    members.delete(rule.name);
    return null;
  }
  const room =
    rule.name === 'label' && element.type === 'shape' ? { ...rule, maxLength: limits.noteCharacters, schema: anyText } : rule;
  const bound = element.type === 'arrow' && (rule.name === 'from' || rule.name === 'to') ? bindEnd(value, planning) : value;
  if (isProblem(bound)) return bound;
  const result = coerceValue(room, bound);
  if (isProblem(result)) return result;
  const mended = result.value;
  const fault = faultOf(rule, mended, element, planning);
  if (fault !== null) return fault;
  if (result.coercion !== null) {
    planning.warn(result.coercion, element.id, `${rule.lineName} ${valueText(value)} became ${valueText(mended)}.`);
  }
  if (rule.form === 'colour' && typeof mended === 'string' && mended.startsWith('#')) {
    planning.warn('colour_overrides_theme', element.id, `${rule.lineName} ${mended} stays as it is when the theme changes.`);
  }
  if (isNothing(rule, mended)) members.delete(rule.name);
  else members.set(rule.name, mended);
  return null;
}

const anyText = { type: 'string' } as const;

const emptyIsNone: ReadonlySet<string> = new Set(['label', 'note', 'title', 'alt']);

/** True for a value that is the same as none (A3). */
export const isNothing = (rule: FieldRule, value: Json): boolean =>
  (value === '' && emptyIsNone.has(rule.name)) || (value === false && rule.name === 'locked');

/** Why this value may not stand in this element of this tab (A7, A9). */
function faultOf(rule: FieldRule, value: Json, element: Element, planning: Planning): Problem | null {
  switch (rule.name) {
    case 'layer': {
      const layers = planning.draft.settings.layers;
      const layer = layers.find((known) => known.id === value);
      if (layer === undefined)
        return refuseValue(
          rule,
          value,
          layers.map((known) => known.id),
        );
      return layer.locked ? problem('element_locked', { detail: `The layer ${valueText(layer.name)} is locked.` }) : null;
    }
    case 'imageId':
      return typeof value === 'string' && planning.context.mayReference('image', value) ? null : unknownReference(rule, value);
    case 'planSheet': {
      const id = value !== null && typeof value === 'object' && 'sheetId' in value ? value.sheetId : null;
      return typeof id === 'string' && planning.context.mayReference('sheet', id) ? null : unknownReference(rule, value);
    }
    case 'shape': {
      if (element.type !== 'shape' || value === element.shape || !(isBoard(value) || isBoard(element.shape))) return null;
      const hint = 'Add a plan-board or plan-sheet as a new element.';
      return problem('invalid_value', { detail: `${element.shape} cannot become ${valueText(value)}.`, hint, field: 'shape' });
    }
    default:
      return null;
  }
}

const isBoard = (shape: Json): boolean => shape === 'plan-board' || shape === 'plan-sheet';

function unknownReference(rule: FieldRule, value: Json): Problem {
  const what = rule.name === 'imageId' ? 'an image that you may see' : 'a sheet of this document';
  return problem('invalid_value', { detail: `${valueText(value)} is not ${what}.`, hint: `Name ${what}.`, field: rule.lineName });
}

function cap(members: Map<string, unknown>, element: Element, planning: Planning): Problem | null {
  const label = members.get('label');
  const note = members.get('note');
  const capped = typeof label === 'string' ? capLabel(label, typeof note === 'string' ? note : undefined) : null;
  if (capped === null) return null;
  if (exceeds(capped.note, limits.noteCharacters)) {
    const detail = `A note holds at most ${limits.noteCharacters} characters, and the full label moves there.`;
    return problem('too_large', { detail, hint: 'Use a shorter label.', limit: limits.noteCharacters, field: 'label' });
  }
  members.set('label', capped.label);
  members.set('note', capped.note);
  planning.warn('label_capped', element.id, `The label keeps its heading; its full text is now in the note.`);
  return null;
}
