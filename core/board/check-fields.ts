/**
 * check-fields: checks the values that a call writes to the fields of a card, or clears.
 *
 * A value that its field does not take is field_value_invalid with `field`; a missing, blank or cleared title is
 * title_required. Unknown fields and fields that only the server writes take nothing. A custom field takes values of its kind,
 * on cards of a type that defines it. A status is one of a board's columns; one that the card's type excludes is
 * status_excluded. A move changes only fields that a swimlane can change.
 */
import {
  type CardField,
  cardFields,
  type CustomField,
  customValues,
  isCardField,
  isCustomFieldId,
  isDay,
  type ItemType,
} from '#schema/board.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { validationErrors } from '#schema/validate.ts';

/** The document's types, statuses and so on for a card's fields. */
export type CardRules = {
  /** Undefined if the card's type is no longer in the catalog. */
  readonly type: ItemType | undefined;
  readonly statuses: ReadonlySet<string>;
  readonly isCard: (id: string) => boolean;
};
export type FieldChanges = { readonly set?: Readonly<Record<string, unknown>>; readonly clear?: readonly string[] };

/** Fields that a swimlane can change. */
const swimlaneFields: ReadonlySet<string> = new Set<CardField>([
  'assignee',
  'priority',
  'labels',
  'estimate',
  'start',
  'due',
  'archived',
]);

/** The values with their colors as they are stored: hex digits in lower case. */
export function withStoredColors(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { color, assignee } = fields;
  return {
    ...fields,
    ...(typeof color === 'string' && { color: color.toLowerCase() }),
    ...(isPerson(assignee) && { assignee: { ...assignee, color: assignee.color.toLowerCase() } }),
  };
}

const isPerson = (value: unknown): value is { readonly color: string } =>
  typeof value === 'object' && value !== null && 'color' in value && typeof value.color === 'string';

/** Null if all values are valid. */
export function refuseFields(
  { set = {}, clear = [] }: FieldChanges,
  rules: CardRules,
  only: 'all' | 'swimlane' = 'all',
): Problem | null {
  for (const [name, value] of Object.entries(set)) {
    const refusal = refuseReach(name, only) ?? refuseValue(name, value, rules);
    if (refusal !== null) return refusal;
  }
  for (const name of clear) {
    const refusal = refuseReach(name, only) ?? refuseClear(name, set);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Refuses a status that no board has or that the card type excludes. */
export function refuseStatus(status: string, { type, statuses }: CardRules): Problem | null {
  if (!statuses.has(status)) return invalid('status', 'No board of the document has a column of this status.');
  return refuseExcludedStatus(status, type);
}

/** A card keeps a status that no board has any more, but not one that its type excludes. */
export function refuseExcludedStatus(status: string | undefined, type: ItemType | undefined): Problem | null {
  if (status === undefined || type?.statuses === undefined || type.statuses.includes(status)) return null;
  return problem('status_excluded', { allowed: type.statuses });
}

function refuseReach(name: string, only: 'all' | 'swimlane'): Problem | null {
  if (only === 'all' || swimlaneFields.has(name) || isCustomFieldId(name)) return null;
  return invalid(name, 'A move changes only assignee, priority, labels, estimate, start, due, archived and custom fields.');
}

/** Refuses a value that its field does not take. */
function refuseValue(name: string, value: unknown, rules: CardRules): Problem | null {
  if (isCustomFieldId(name)) return refuseCustom(name, value, rules);
  if (!isCardField(name)) return invalid(name, 'No call that changes fields writes this one.');
  if (name === 'title' && (value === null || (typeof value === 'string' && value.trim() === '')))
    return problem('title_required');
  const [fault] = validationErrors(cardFields[name], value);
  if (fault !== undefined) return invalid(name, `${fault.pointer === '' ? 'It' : fault.pointer} ${fault.message}.`);
  if (name === 'status') return refuseStatus(String(value), rules);
  if ((name === 'start' || name === 'due') && !isDay(String(value))) return invalid(name, 'The calendar has no such day.');
  return null;
}

function refuseCustom(name: string, value: unknown, { type, isCard }: CardRules): Problem | null {
  const field = type?.custom.find(({ id }) => id === name);
  if (field === undefined) return invalid(name, 'The type of the card has no such field.');
  const [fault] = validationErrors(customValues[field.kind], value);
  if (fault !== undefined) return invalid(name, `It ${fault.message}.`);
  return refuseKind(field, String(value), isCard);
}

function refuseKind({ id, kind, options }: CustomField, value: string, isCard: (id: string) => boolean): Problem | null {
  if (kind === 'date' && !isDay(value)) return invalid(id, 'The calendar has no such day.');
  if (kind === 'choice' && options?.includes(value) !== true)
    return problem('field_value_invalid', { field: id, detail: 'It is not one of the options.', allowed: options ?? [] });
  return kind === 'card' && !isCard(value) ? invalid(id, 'There is no such card.') : null;
}

function refuseClear(name: string, set: Readonly<Record<string, unknown>>): Problem | null {
  if (name === 'title') return problem('title_required');
  if (!isCardField(name) && !isCustomFieldId(name)) return invalid(name, 'A card has no such field to clear.');
  return Object.hasOwn(set, name) ? invalid(name, 'One call both sets and clears it.') : null;
}

const invalid = (field: string, detail: string): Problem =>
  problem('field_value_invalid', { field, detail: `The field ${fieldName(field)} does not take this value. ${detail}` });

/** The name of a field in a message, unless it is too long or contains other characters. */
const fieldName = (field: string): string => (/^[\w.:~-]{1,64}$/.test(field) ? field : 'that was named');
