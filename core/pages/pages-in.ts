/** pages-in: the pages that a list names, as in the dialog of a printer: `2`, `1,4-6`, `Cover,3`. */
import type { Page } from '#schema/tab.ts';
import { isProblem, type Problem } from '#schema/problem.ts';

import { findPage } from './find-page.ts';

/** In the order of the list, each once. A name with a comma or a dash is found as it is. Refuses as `findPage` does. */
export function pagesIn(list: string, pages: readonly Page[]): Page[] | Problem {
  const row = { sheets: pages.map((page) => ({ page })) };
  const whole = findPage(row, list);
  if (!isProblem(whole)) return [whole.page];
  const named = new Set<Page>();
  for (const part of list.split(',').map((one) => one.trim())) {
    const found = findPage(row, part);
    const range = isProblem(found) ? placesIn(part, pages) : [found.page];
    if (isProblem(found) && range.length === 0) return found;
    for (const page of range) named.add(page);
  }
  return [...named];
}

/** The pages of a range of places; none if it is not one, or ends beyond the last page. */
function placesIn(part: string, pages: readonly Page[]): Page[] {
  const [, first, last] = /^([1-9]\d{0,3})\s*-\s*([1-9]\d{0,3})$/.exec(part) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return first === undefined || to > pages.length ? [] : pages.slice(from - 1, to);
}
