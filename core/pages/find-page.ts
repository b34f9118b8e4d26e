/** find-page: finds the page that a change names by its id, its place in the row or its name, in this order. */
import { type Problem, problem } from '#schema/problem.ts';

import { quoteShort } from '../notation/quote.ts';
type Row<S> = { readonly sheets: readonly S[] };
type Named = { readonly page: { readonly id: string; readonly name: string } };

/** Refuses with page_not_found, and target_ambiguous if several have the name. */
export function findPage<S extends Named>({ sheets }: Row<S>, ref: number | string): S | Problem {
  const byId = sheets.find(({ page }) => page.id === ref);
  if (byId !== undefined) return byId;
  const byPlace = typeof ref === 'number' || digits.test(ref) ? sheets[Number(ref) - 1] : undefined;
  if (byPlace !== undefined) return byPlace;
  const matches = sheets.filter(({ page }) => page.name === ref);
  const [only, ...more] = matches;
  if (only !== undefined && more.length === 0) return only;
  const name = typeof ref === 'number' ? String(ref) : quoteShort(ref, 60);
  if (only === undefined) return problem('page_not_found', { detail: `The tab has no page ${name}.` });
  return problem('target_ambiguous', {
    detail: `Several pages are named ${name}.`,
    hint: 'Name it by its id or its place.',
    candidates: matches.map(({ page }) => page.id),
  });
}

const digits = /^[1-9][0-9]{0,8}$/;
