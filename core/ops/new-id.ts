/**
 * new-id: the id of an element that an operation makes.
 * N1  `id=` is a slug that no element of the tab has: else id_taken, with a free one suggested; invalid_value when it is
 *     no slug.
 * N2  Without it the slug is made from the label, or from the kind when nothing of the label can stand in a slug; a
 *     number makes it unique (`arrow`, `arrow-2`). A reserved word counts as taken.
 * N3  The number is found by doubling and halving, so that ten thousand elements of one name cost a few look-ups.
 * N4  Where a tab is replaced, an element keeps the id of the one that had its slug.
 */
import { isSlug, reservedWords } from '#schema/ids.ts';
import { type Problem, problem } from '#schema/problem.ts';

import type { Planning } from '../planning/planning.ts';
import { quoteShort } from '../notation/quote.ts';

const slugLength = 24;

/** The full id for a new element. Refusals: invalid_value, id_taken. */
export function newElementId(
  planning: Planning,
  wanted: string | undefined,
  label: string | undefined,
  kind: string,
): string | Problem {
  if (wanted !== undefined) return namedId(planning, wanted, kind);
  return withSuffix(freeSlug(planning, slugFrom(label ?? '') || kind), kind, planning);
}

function namedId(planning: Planning, wanted: string, kind: string): string | Problem {
  if (!isSlug(wanted)) {
    const detail = `id does not take ${quoteShort(wanted, 60)}.`;
    const hint = 'An id is one lowercase letter, then up to 23 lowercase letters, digits, - or _.';
    return problem('invalid_value', { detail, hint, field: 'id' });
  }
  if (planning.draft.idsOfSlug(wanted).length === 0) return withSuffix(wanted, kind, planning);
  const suggestion = freeSlug(planning, wanted);
  return problem('id_taken', { detail: `The id ${wanted} is taken.`, hint: `Use ${suggestion}, or leave id= out.`, suggestion });
}

/** The id that the slug had on the tab that is being replaced [N4], else a new one. */
function withSuffix(slug: string, kind: string, planning: Planning): string {
  const kept = planning.context.keptId?.(slug, kind);
  if (kept !== undefined && planning.draft.get(kept) === undefined) return kept;
  let id = `${slug}~${planning.context.newSuffix()}`;
  for (let tries = 0; tries < 8 && planning.draft.get(id) !== undefined; tries += 1)
    id = `${slug}~${planning.context.newSuffix()}`;
  return id;
}

/** The slug itself, or the slug with a number, such that no element has it. */
function freeSlug(planning: Planning, slug: string): string {
  const taken = (number: number): boolean => {
    planning.work.spend(2);
    const candidate = numberedSlug(slug, number);
    return (number === 1 && reservedWords.has(candidate)) || planning.draft.idsOfSlug(candidate).length > 0;
  };
  if (!taken(1)) return slug;
  let high = 2;
  while (taken(high)) high *= 2;
  let low = high >> 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (taken(middle)) low = middle;
    else high = middle;
  }
  return numberedSlug(slug, high);
}

/** The slug for the first of its name; the others have their number behind it. */
export function numberedSlug(slug: string, number: number): string {
  if (number === 1) return slug;
  const tail = `-${number}`;
  return slug.slice(0, slugLength - tail.length) + tail;
}

/** What of a label can stand in a slug; empty when nothing can. */
export function slugFrom(label: string): string {
  const plain = label
    .slice(0, 4 * slugLength)
    .normalize('NFKD')
    .toLowerCase();
  let slug = '';
  for (const character of plain) {
    if (slug.length > slugLength) break;
    const code = character.charCodeAt(0);
    const letter = code >= 97 && code <= 122;
    const digit = code >= 48 && code <= 57;
    if (letter || (digit && slug !== '')) slug += character;
    else if (!isMark(code) && slug !== '' && !slug.endsWith('-')) slug += '-';
  }
  const cut = slug.length <= slugLength ? slug : cutAtWord(slug.slice(0, slugLength));
  return cut.endsWith('-') ? cut.slice(0, -1) : cut;
}

/** Combining marks, which decomposition splits off their letters. */
const isMark = (code: number): boolean => code >= 0x300 && code <= 0x36f;

function cutAtWord(slug: string): string {
  const dash = slug.lastIndexOf('-');
  return dash > slugLength / 2 ? slug.slice(0, dash) : slug;
}
