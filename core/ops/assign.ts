/** assign: checks, coerces and assigns fields. `add`, `set` and `insert` all write fields through it. */
import type { Element } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { exceeds } from '../notation/characters.ts';
import type { Json } from '../notation/json.ts';
import { kindOf, nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { bindEnd } from './arrow-end.ts';
import { isCompartmented } from '../text/compartments.ts';
import { takesAlignment, usualAlignment } from '../text/label-alignment.ts';
import { usualWeight } from '../text/label-weight.ts';
import { fieldNames, type FieldRule, fieldRule, storedName } from '../fields/field-table.ts';
import { capLabel } from '../fields/label-cap.ts';
import { findShape } from '../fields/kinds.ts';
import { coerceValue, refuseValue, valueText } from '../fields/coerce-value.ts';

export type Fields = { readonly [name: string]: Json };

/** Returns a copy of the element with the fields assigned. Warnings go to the planning. */
export function assignFields(element: Element, fields: Fields, planning: Planning): Element | Problem {
  const members = new Map<string, unknown>(Object.entries(element));
  // A shape that becomes an icon has the field from then on.
  const { shape } = fields;
  const becomesIcon = element.type === 'shape' && typeof shape === 'string' && findShape(shape.toLowerCase()) === 'icon';
  const assignee: Element = becomesIcon ? { ...element, shape: 'icon' } : element;
  for (const [name, value] of Object.entries(fields)) {
    // An element that was read and is added again has it; the engine alone writes it.
    if (name === 'unplacedAt' || name === 'lifeline' || name === 'origin') continue;
    const rule = ruleFor(assignee, name);
    if (isProblem(rule)) return rule;
    const refusal = assign(members, rule, value, element, planning);
    if (refusal !== null) return refusal;
  }
  if (element.type === 'shape' && Object.hasOwn(fields, 'label')) {
    const refusal = cap(members, element, planning);
    if (refusal !== null) return refusal;
  }
  const assigned = Object.fromEntries(members) as Element;
  if (assigned.type === 'shape' && assigned.shape === 'icon' && assigned.icon === undefined) return nameless(assigned);
  // A label may be bold by itself at the size or with the shape that it has now.
  if (!Object.hasOwn(fields, 'bold') || assigned.bold !== (usualWeight(assigned) === 600)) return assigned;
  const { bold: _usual, ...bare } = assigned;
  return bare as Element;
}

/**
 * The rule of a field, for this element: `fill` of a sticky is its color, the stroke width of a freehand line its thickness, and board
 * fields belong to their shapes.
 */
export function ruleFor(element: Element, name: string): FieldRule | Problem {
  const own = ownNames.get(element.type)?.get(storedName(name));
  const rule = fieldRule(element.type, own ?? name);
  if (rule !== undefined && belongs(rule, element)) return own === undefined ? rule : { ...rule, lineName: name };
  const fields = fieldNames(element.type).filter((field) => belongs({ name: field }, element));
  const instead = name === 'icon' ? 'An icon is an element of its own: `add icon=database "Orders"`. ' : '';
  return problem('unknown_field', {
    detail: `${nameOf(element)} (${kindOf(element)}) has no field ${valueText(name)}.`,
    hint: `${instead}Its fields: ${fields.join(', ')}.`,
    field: name,
    fields,
  });
}

/** What some types call a field of the others. */
const ownNames: ReadonlyMap<Element['type'], ReadonlyMap<string, string>> = new Map([
  ['sticky', new Map([['fill', 'color']])],
  ['stroke', new Map([['strokeWidth', 'thickness']])],
]);

function belongs(rule: Pick<FieldRule, 'name'>, element: Element): boolean {
  if (rule.name === 'planBoard') return element.type === 'shape' && element.shape === 'plan-board';
  if (rule.name === 'planSheet') return element.type === 'shape' && element.shape === 'plan-sheet';
  if (rule.name === 'textAlign' || rule.name === 'verticalAlign') return takesAlignment(element);
  if (rule.name === 'sections') return element.type === 'shape' && isCompartmented(element.shape);
  if (rule.name === 'icon') return element.type === 'shape' && element.shape === 'icon';
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
  if (rule.name === 'layer' && isMissingLayer(value, planning) && planning.draft.get(element.id) === undefined) {
    // The element may come from a tab that has the layer. An existing one is not moved to a layer by mistake: it is refused.
    planning.warn('value_coerced', element.id, `The tab has no layer ${valueText(value)}, so the element is on none.`);
    members.delete(rule.name);
    return null;
  }
  // The label of a shape may be longer than its field allows: it is capped afterwards, and the full text goes into the note.
  const lenient =
    rule.name === 'label' && element.type === 'shape' ? { ...rule, maxLength: limits.noteCharacters, schema: anyText } : rule;
  const bound = element.type === 'arrow' && (rule.name === 'from' || rule.name === 'to') ? bindEnd(value, planning) : value;
  if (isProblem(bound)) return bound;
  const result = coerceValue(lenient, bound);
  if (isProblem(result)) return result;
  const coerced = result.value;
  const refusal = refusalOf(rule, coerced, element, planning);
  if (refusal !== null) return refusal;
  if (result.coercion !== null) {
    planning.warn(result.coercion, element.id, `${rule.lineName} ${valueText(value)} became ${valueText(coerced)}.`);
  }
  if (rule.form === 'colour' && typeof coerced === 'string' && coerced.startsWith('#')) {
    planning.warn('colour_overrides_theme', element.id, `${rule.lineName} ${coerced} stays as it is when the theme changes.`);
  }
  if (rule.name !== 'bold' && isNothing(rule, coerced, element)) members.delete(rule.name);
  else members.set(rule.name, coerced);
  return null;
}

const isMissingLayer = (value: Json, { draft }: Planning): boolean =>
  typeof value === 'string' && !draft.settings.layers.some(({ id }) => id === value);

const anyText = { type: 'string' } as const;

const emptyIsNone: ReadonlySet<string> = new Set(['label', 'note', 'title', 'alt']);

/** True for a value that is stored as if the field were unset. */
export const isNothing = (rule: FieldRule, value: Json, element: Element): boolean =>
  (value === '' && emptyIsNone.has(rule.name)) ||
  (value === false && (rule.name === 'locked' || rule.name === 'italic' || rule.name === 'strike')) ||
  (rule.name === 'bold' && value === (usualWeight(element) === 600)) ||
  (value === 'none' && rule.name === 'arrange') ||
  (rule.name === 'crop' && jsonEqual(value, {})) ||
  (rule.name === 'textAlign' && value === usualAlignment(element.type).across) ||
  (rule.name === 'verticalAlign' && value === usualAlignment(element.type).down);

/** Refuses values that are valid in general but not for this element or tab. */
function refusalOf(rule: FieldRule, value: Json, element: Element, planning: Planning): Problem | null {
  switch (rule.name) {
    case 'layer': {
      const layers = planning.draft.settings.layers;
      const layer = layers.find(({ id }) => id === value);
      if (layer === undefined)
        return refuseValue(
          rule,
          value,
          layers.map(({ id }) => id),
        );
      return layer.locked ? problem('element_locked', { detail: `The layer ${valueText(layer.name)} is locked.` }) : null;
    }
    case 'imageId':
      return typeof value === 'string' && planning.context.mayReference('image', value) ? null : unknownReference(rule, value);
    case 'planSheet': {
      const id = value !== null && typeof value === 'object' && 'sheetId' in value ? value.sheetId : null;
      return typeof id === 'string' && planning.context.mayReference('sheet', id) ? null : unknownReference(rule, value);
    }
    case 'icon':
      return typeof value === 'string' ? unknownIcon(value, planning) : null;
    case 'shape': {
      if (element.type !== 'shape' || value === element.shape || !(isBoard(value) || isBoard(element.shape))) return null;
      const hint = 'Add a plan-board or plan-sheet as a new element.';
      return problem('invalid_value', { detail: `${element.shape} cannot become ${valueText(value)}.`, hint, field: 'shape' });
    }
    default:
      return null;
  }
}

function unknownIcon(name: string, { context: { icons } }: Planning): Problem | null {
  if (icons?.has(name) !== false) return null;
  return problem('invalid_value', {
    detail: `There is no icon ${valueText(name)}.`,
    hint: `Similar ones: ${icons.nearest(name).join(', ')}. Search: atelier icons, or GET /api/v1/icons?search=.`,
    field: 'icon',
  });
}

const nameless = (element: Element): Problem =>
  problem('invalid_value', {
    detail: `${nameOf(element)} is an icon without a name.`,
    hint: 'Name the icon: icon=database.',
    field: 'icon',
  });

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
    const detail = `A note has at most ${limits.noteCharacters} characters, and the full label moves there.`;
    return problem('too_large', { detail, hint: 'Use a shorter label.', limit: limits.noteCharacters, field: 'label' });
  }
  members.set('label', capped.label);
  members.set('note', capped.note);
  planning.warn('label_capped', element.id, `The label keeps its heading; its full text is now in the note.`);
  return null;
}
