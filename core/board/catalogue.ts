/**
 * catalogue: completes and checks a catalog of card types from a client.
 *
 * Ids of types are unique, ids of custom fields are unique within their type, and a choice has options. `fields` names standard
 * fields, custom fields of the type, and `comments`.
 */
import { cardFieldNames, type Catalogue, isCardField, type ItemType, type NewCatalogue } from '#schema/board.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';

const usualColour = '#64748b';

/** Refuses with too_large, invalid_request. */
export function completeCatalogue({ types }: NewCatalogue): Catalogue | Problem {
  if (types.length > limits.itemTypes) return problem('too_large', { limit: limits.itemTypes });
  const whole = types.map(completeType);
  const seen = new Set<string>();
  for (const [index, type] of whole.entries()) {
    const at = `/itemTypes/types/${index}`;
    if (seen.has(type.id)) return wrong(`${at}/id`, 'is the id of another type');
    seen.add(type.id);
    const refusal = refuseType(type, at);
    if (refusal !== null) return refusal;
  }
  return { version: 1, types: whole };
}

function completeType({
  id,
  label,
  newTitle,
  glyph,
  color,
  fields,
  custom = [],
  statuses,
}: NewCatalogue['types'][number]): ItemType {
  return {
    id,
    label,
    newTitle: newTitle ?? `New ${label}`,
    glyph: glyph ?? '',
    color: color?.toLowerCase() ?? usualColour,
    fields: fields ?? [...cardFieldNames, ...custom.map((field) => field.id), 'comments'],
    custom,
    ...(statuses !== undefined && { statuses }),
  };
}

function refuseType({ fields, custom }: ItemType, at: string): Problem | null {
  const ids = new Set<string>();
  for (const [index, { id, kind, options }] of custom.entries()) {
    if (ids.has(id)) return wrong(`${at}/custom/${index}/id`, 'is the id of another field of the type');
    ids.add(id);
    if (kind === 'choice' && (options ?? []).length === 0) return wrong(`${at}/custom/${index}/options`, 'is needed by a choice');
    if (kind !== 'choice' && options !== undefined) return wrong(`${at}/custom/${index}/options`, 'is for choices only');
  }
  const unknown = fields.findIndex((name) => !isCardField(name) && name !== 'comments' && !ids.has(name));
  return unknown === -1 ? null : wrong(`${at}/fields/${unknown}`, 'is no standard field, custom field of the type, or comments');
}

const wrong = (pointer: string, message: string): Problem =>
  problem('invalid_request', { errors: [{ in: 'body', pointer, message }] });
