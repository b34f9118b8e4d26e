/**
 * coerce-value: turns a request's value into one that a field accepts, or refuses it.
 *
 * Text, choices, colors and booleans in the wrong case and numbers out of range are coerced with a warning (value_coerced), and
 * so are numbers and booleans in a text field or in a table. Any other value is refused with the allowed ones (invalid_value), text that is too long
 * with its limit (too_large). Quoted text is always text, never a number or boolean.
 */
import { Crop, cutSides, leavesEnough } from '#schema/crop.ts';
import { type Problem, problem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { isValid } from '#schema/validate.ts';

import { exceeds, firstCharacters } from '../notation/characters.ts';
import type { Json } from '../notation/json.ts';
import { jsonOnOneLine, quoteShort } from '../notation/quote.ts';
import type { FieldRule } from './field-table.ts';
import { fieldExample, valueForms } from './examples.ts';
import { nearestShape, findShape } from './kinds.ts';

export type CoercedValue = { readonly value: Json; readonly coercion: 'value_coerced' | 'shape_coerced' | null };

/** The value as the field stores it. Refuses with invalid_value, too_large. `value` is not null. */
export function coerceValue(rule: FieldRule, value: Json): CoercedValue | Problem {
  switch (rule.form) {
    case 'choice':
      return rule.name === 'shape' ? mendShape(rule, value) : mendChoice(rule, value);
    case 'choices':
      return mendChoices(rule, value);
    case 'colour':
      return mendColour(rule, value);
    case 'text':
      return mendText(rule, value);
    case 'size':
      return typeof value === 'number' ? mendNumber(rule, value) : mendChoice(rule, value);
    case 'number':
    case 'integer':
      return mendNumber(rule, value);
    case 'boolean':
      return mendBoolean(rule, value);
    case 'value':
      return mendValue(rule, value);
  }
}

/** Refuses a value and says what the field takes. */
export function refuseValue(rule: FieldRule, value: Json, allowed: readonly (string | boolean)[] = rule.allowed): Problem {
  return problem('invalid_value', {
    detail: `${rule.lineName} does not take ${valueText(value)}.`,
    field: rule.lineName,
    hint:
      allowed.length > 0
        ? `Use one of: ${allowed.join(', ')}${rule.form === 'size' ? `, or a number${rangeOf(rule)}` : ''}.`
        : `${rule.lineName} takes ${formName(rule)}.`,
    ...(allowed.length > 0 ? { allowed } : {}),
  });
}

/** A value in a message. */
export const valueText = (value: Json): string =>
  typeof value === 'string' ? quoteShort(value, 60) : shortened(jsonOnOneLine(value), 60);

const shortened = (text: string, characters: number): string =>
  exceeds(text, characters) ? `${firstCharacters(text, characters - 1)}…` : text;

const unchanged = (value: Json): CoercedValue => ({ value, coercion: null });
const coerced = (value: Json): CoercedValue => ({ value, coercion: 'value_coerced' });

function mendChoice(rule: FieldRule, value: Json): CoercedValue | Problem {
  if (typeof value !== 'string') return refuseValue(rule, value);
  if (rule.allowed.includes(value)) return unchanged(value);
  const lower = value.toLowerCase();
  return rule.allowed.includes(lower) ? coerced(lower) : refuseValue(rule, value);
}

/** One of the values, or a list of values. */
function mendChoices(rule: FieldRule, value: Json): CoercedValue | Problem {
  const lower = Array.isArray(value) ? value.map((entry: Json) => inLowerCase(entry)) : inLowerCase(value);
  if (!isValid(rule.schema, lower)) return refuseValue(rule, value);
  return jsonEqual(lower, value) ? unchanged(value) : coerced(lower);
}

const inLowerCase = (value: Json): Json => (typeof value === 'string' ? value.toLowerCase() : value);

/** `True` and `FALSE`, as other languages write them. The text "true" is a text. */
function mendBoolean(rule: FieldRule, value: Json): CoercedValue | Problem {
  if (typeof value === 'boolean') return unchanged(value);
  const lower = typeof value === 'string' ? value.toLowerCase() : '';
  if (value !== lower && (lower === 'true' || lower === 'false')) return coerced(lower === 'true');
  return refuseValue(rule, value, [true, false]);
}

function mendShape(rule: FieldRule, value: Json): CoercedValue | Problem {
  if (typeof value !== 'string') return refuseValue(rule, value);
  const exact = findShape(value);
  if (exact !== undefined) return unchanged(exact);
  const lower = findShape(value.toLowerCase());
  return lower === undefined ? { value: nearestShape(value), coercion: 'shape_coerced' } : coerced(lower);
}

function mendColour(rule: FieldRule, value: Json): CoercedValue | Problem {
  if (typeof value !== 'string') return refusedColour(rule, value);
  const lower = value.toLowerCase();
  // Hex digits in capitals are as good; they are stored in lower case.
  if (isValid(rule.schema, lower)) return lower === value || lower.startsWith('#') ? unchanged(lower) : coerced(lower);
  return refusedColour(rule, value);
}

function refusedColour(rule: FieldRule, value: Json): Problem {
  const { detail, allowed } = refuseValue(rule, value).members;
  const hint = `Use a slot (${rule.allowed.join(', ')}) or a hex color such as #1f6feb.`;
  return problem('invalid_value', { detail: String(detail), hint, allowed, field: rule.lineName });
}

function mendText(rule: FieldRule, value: Json): CoercedValue | Problem {
  const plain = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof plain !== 'string') return refuseValue(rule, value);
  const text = namesIn.get(rule.name)?.(plain) ?? plain;
  if (exceeds(text, rule.maxLength)) {
    const detail = `${rule.lineName} holds at most ${rule.maxLength} characters.`;
    return problem('too_large', { detail, hint: 'Say it in fewer words.', limit: rule.maxLength, field: rule.lineName });
  }
  if (!isValid(rule.schema, text)) return refuseValue(rule, value);
  return text === value ? unchanged(text) : coerced(text);
}

/** How texts that are names are written, by their fields. */
const namesIn: ReadonlyMap<string, (text: string) => string> = new Map([
  ['group', (text: string) => text.toLowerCase()],
  // `Shopping Cart` and `shopping_cart` are `shopping-cart`.
  [
    'icon',
    (text: string) =>
      text
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_]+/g, '-'),
  ],
]);

function mendNumber(rule: FieldRule, value: Json): CoercedValue | Problem {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuseValue(rule, value);
  if (rule.form === 'integer' && !Number.isInteger(value)) return refuseValue(rule, value);
  const within = Math.min(rule.maximum, Math.max(rule.minimum, value));
  return within === value ? unchanged(value + 0) : coerced(within);
}

/** A table's cells may be numbers, booleans and null, which become text. */
function mendValue(rule: FieldRule, value: Json): CoercedValue | Problem {
  if (rule.name === 'crop')
    return isValid(Crop, value) && leavesEnough(value) ? unchanged(cutSides(value)) : refuseValue(rule, value);
  if (isValid(rule.schema, value)) return unchanged(value);
  const texts = rule.name === 'columns' || rule.name === 'rows' ? cellTexts(value) : value;
  return isValid(rule.schema, texts) ? coerced(texts) : refuseValue(rule, value);
}

function cellTexts(value: Json): Json {
  if (Array.isArray(value)) return value.map((member: Json) => cellTexts(member));
  if (value === null) return '';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function formName(rule: FieldRule): string {
  switch (rule.form) {
    case 'text':
      return textForms.get(rule.name) ?? 'text';
    case 'number':
      return numberForms.get(rule.name) ?? `a number${rangeOf(rule)}`;
    case 'integer':
      return `a whole number${rangeOf(rule)}`;
    case 'boolean':
      return 'true or false';
    case 'choice':
    case 'choices':
    case 'colour':
      return `one of ${rule.allowed.join(', ')}`;
    case 'size':
      return `one of ${rule.allowed.join(', ')}, or a number${rangeOf(rule)}`;
    case 'value': {
      const form = valueForms.get(rule.name);
      return form === undefined ? 'JSON' : `${form.takes}: ${fieldExample(rule.lineName, form)}`;
    }
  }
}

const rangeOf = ({ minimum, maximum }: FieldRule): string =>
  Number.isFinite(minimum) && Number.isFinite(maximum) ? ` from ${minimum} to ${maximum}` : '';

const numberForms: ReadonlyMap<string, string> = new Map([
  ['labelAt', 'a number from 0 (the start of the arrow) to 1 (its end), such as labelAt=0.3, or nothing (labelAt=)'],
]);

const textForms: ReadonlyMap<string, string> = new Map([
  ['link', 'an address that starts with http://, https:// or mailto:, without a user name before the host'],
  ['url', 'an address that starts with http:// or https://, without a user name before the host'],
  ['imageId', 'the id of an uploaded image'],
  ['layer', 'the id of a layer'],
  [
    'group',
    'one to four names of a-z 0-9 - _, the outermost group first, such as payments or payments/icons, or nothing (group=)',
  ],
  ['icon', 'the name of an icon, such as database'],
]);
