/**
 * check-fields: whether the fields of a card take what a call wants to write or clear.
 *
 * F1  A value that its field does not take is field_value_invalid with `field`; a missing, blank or cleared title is
 *     title_required. A field that is no field of a card, or that only the server writes, takes nothing.
 * F2  A custom field takes what its kind does, on cards of a type that defines it.
 * F3  A status is one of a board's columns; one that the card's type leaves out is status_excluded.
 * F4  A move reaches only what a swimlane can change.
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

/** What the document offers to a card's fields. */
export type CardRules = {
  /** Undefined: the card's type is no longer in the catalogue. */
  readonly type: ItemType | undefined;
  readonly statuses: ReadonlySet<string>;
  readonly isCard: (id: string) => boolean;
};
export type FieldChanges = { readonly set?: Readonly<Record<string, unknown>>; readonly clear?: readonly string[] };

/** [F4] */
const swimlaneFields: ReadonlySet<string> = new Set<CardField>([
  'assignee',
  'priority',
  'labels',
  'estimate',
  'start',
  'due',
  'archived',
]);

/** Null when all is well. */
export function refuseFields(
  { set = {}, clear = [] }: FieldChanges,
  ground: CardRules,
  only: 'all' | 'swimlane' = 'all',
): Problem | null {
  for (const [name, value] of Object.entries(set)) {
    const refusal = refuseReach(name, only) ?? refuseValue(name, value, ground);
    if (refusal !== null) return refusal;
  }
  for (const name of clear) {
    const refusal = refuseReach(name, only) ?? refuseClear(name, set);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** [F3] */
export function refuseStatus(status: string, { type, statuses }: CardRules): Problem | null {
  if (!statuses.has(status)) return invalid('status', 'No board of the document has a column of this status.');
  return refuseExcludedStatus(status, type);
}

/** [F3] A card keeps a status that no board has any more, but not one that its type leaves out. */
export function refuseExcludedStatus(status: string | undefined, type: ItemType | undefined): Problem | null {
  if (status === undefined || type?.statuses === undefined || type.statuses.includes(status)) return null;
  return problem('status_excluded', { allowed: type.statuses });
}

function refuseReach(name: string, only: 'all' | 'swimlane'): Problem | null {
  if (only === 'all' || swimlaneFields.has(name) || isCustomFieldId(name)) return null;
  return invalid(name, 'A move changes only assignee, priority, labels, estimate, start, due, archived and custom fields.');
}

/** [F1] [F2] */
function refuseValue(name: string, value: unknown, ground: CardRules): Problem | null {
  if (isCustomFieldId(name)) return refuseCustom(name, value, ground);
  if (!isCardField(name)) return invalid(name, 'No call that changes fields writes this one.');
  if (name === 'title' && (value === null || (typeof value === 'string' && value.trim() === '')))
    return problem('title_required');
  const [fault] = validationErrors(cardFields[name], value);
  if (fault !== undefined) return invalid(name, `${fault.pointer === '' ? 'It' : fault.pointer} ${fault.message}.`);
  if (name === 'status') return refuseStatus(String(value), ground);
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
    return problem('field_value_invalid', { field: id, detail: 'It is none of the options.', allowed: options ?? [] });
  return kind === 'card' && !isCard(value) ? invalid(id, 'There is no such card.') : null;
}

function refuseClear(name: string, set: Readonly<Record<string, unknown>>): Problem | null {
  if (name === 'title') return problem('title_required');
  if (!isCardField(name) && !isCustomFieldId(name)) return invalid(name, 'A card has no such field to clear.');
  return Object.hasOwn(set, name) ? invalid(name, 'It is set and cleared by one call.') : null;
}

const invalid = (field: string, detail: string): Problem =>
  problem('field_value_invalid', { field, detail: `The field ${shown(field)} does not take this value. ${detail}` });

/** A name that a caller made up, short and on one line. */
const shown = (field: string): string => (/^[\w.:~-]{1,64}$/.test(field) ? field : 'that was named');
