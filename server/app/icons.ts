/** The icons that shapes show, for callers that look for one (core/icons/SPEC.md). */
import type { IconList, IconQuery } from '#schema/icon.ts';
import { limits } from '#schema/limits.ts';
import { type Problem, problem } from '#schema/problem.ts';
import { installedIcons } from '#server/icons/installed-icons.ts';

export type Icons = {
  /** Problems: invalid_request. */
  list(query: IconQuery): IconList | Problem;
};

export const createIcons = (): Icons => ({
  list({ search = '', limit = limits.searchResultsDefault, cursor = '0' }) {
    // The icons are the same for as long as the server runs: a cursor is a place in the list.
    if (!/^\d{1,5}$/.test(cursor)) return invalid('/cursor', 'is not a cursor of this list');
    const set = installedIcons();
    const found = set.search(search);
    const [first, end] = [Number(cursor), Number(cursor) + limit];
    const icons = found.slice(first, end).map((name) => ({ name, tags: [...set.tagsOf(name)] }));
    return { icons, next: end < found.length ? String(end) : null };
  },
});

const invalid = (pointer: string, message: string): Problem =>
  problem('invalid_request', { errors: [{ in: 'query', pointer, message }] });
