/**
 * new-id: finds the id of a new element: the slug that the operation asks for, or a free one made from its label or kind.
 * Replacing a tab keeps the ids of elements whose slugs stay the same.
 */
import { isSlug, reservedWords } from '#schema/ids.ts';
import { type Problem, problem } from '#schema/problem.ts';

import type { Planning } from '../planning/planning.ts';
import { quoteShort } from '../notation/quote.ts';
import { numberedSlug, slugFrom } from '../notation/slug.ts';

/** The full id for a new element. Refusals: invalid_value, id_taken. */
export function newElementId(
  planning: Planning,
  requestedSlug: string | undefined,
  label: string | undefined,
  kind: string,
): string | Problem {
  if (requestedSlug !== undefined) return namedId(planning, requestedSlug, kind);
  return withSuffix(freeSlug(planning, slugFrom(label ?? '') || kind), kind, planning);
}

function namedId(planning: Planning, requestedSlug: string, kind: string): string | Problem {
  if (!isSlug(requestedSlug)) {
    const detail = `id does not take ${quoteShort(requestedSlug, 60)}.`;
    const hint = 'An id is one lowercase letter, then up to 23 lowercase letters, digits, - or _.';
    return problem('invalid_value', { detail, hint, field: 'id' });
  }
  if (planning.draft.idsOfSlug(requestedSlug).length === 0) return withSuffix(requestedSlug, kind, planning);
  const suggestion = freeSlug(planning, requestedSlug);
  return problem('id_taken', {
    detail: `The id ${requestedSlug} is taken.`,
    hint: `Use ${suggestion}, or leave id= out.`,
    suggestion,
  });
}

/** The id that the slug had on the tab that is being replaced, or else a new one. */
function withSuffix(slug: string, kind: string, planning: Planning): string {
  const inherited = planning.context.keptId?.(slug, kind);
  if (inherited !== undefined && planning.draft.get(inherited) === undefined) return inherited;
  let id = `${slug}~${planning.context.newSuffix()}`;
  for (let tries = 0; tries < 8 && planning.draft.get(id) !== undefined; tries += 1)
    id = `${slug}~${planning.context.newSuffix()}`;
  return id;
}

/** The slug, with a number if needed, so that no element has it. Finds the number by doubling, then by bisection. */
function freeSlug(planning: Planning, slug: string): string {
  const isTaken = (number: number): boolean => {
    planning.work.spend(2);
    const candidate = numberedSlug(slug, number);
    return (number === 1 && reservedWords.has(candidate)) || planning.draft.idsOfSlug(candidate).length > 0;
  };
  if (!isTaken(1)) return slug;
  let high = 2;
  while (isTaken(high)) high *= 2;
  let low = high >> 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isTaken(middle)) low = middle;
    else high = middle;
  }
  return numberedSlug(slug, high);
}
