/** exported-part: which elements or pages of a tab an export contains. */
import { writtenIds } from '#core/export/exported-elements.ts';
import { pagesIn } from '#core/pages/pages-in.ts';
import { drawnRect } from '#core/arrows/drawn-rect.ts';
import { centreX, centreY, holdsPoint, overlaps } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';
import type { ExportQuery } from '#schema/exchange-calls.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Page } from '#schema/tab.ts';

import { elementIdsIn } from './named-elements.ts';

/** At most one of both; neither for the whole tab. */
export type ExportedPart = { readonly elements: readonly string[] | null; readonly pages: readonly Page[] | null };

/** Errors: page_not_found, target_not_found, target_ambiguous, invalid_request. */
export function exportedPart(tab: TabView, { elements, pages }: Pick<ExportQuery, 'elements' | 'pages'>): ExportedPart | Problem {
  if (elements !== undefined && pages !== undefined) return oneOfBoth;
  if (elements !== undefined) {
    const ids = elementIdsIn(elements, tab);
    return isProblem(ids) ? ids : { elements: ids, pages: null };
  }
  if (pages === undefined) return { elements: null, pages: null };
  const named = pagesIn(pages, tab.settings.pages);
  return isProblem(named) ? named : { elements: null, pages: named };
}

/** The elements that a text of the part says, before what is in them and the arrows between them; null for all. */
export function elementsIn(tab: TabView, { elements, pages }: ExportedPart): readonly string[] | null {
  if (pages === null) return elements;
  const isOnPage = (x: number, y: number): boolean => pages.some(({ rect }) => holdsPoint(rect, x, y));
  return [...tab.boxes()].filter((box) => isOnPage(centreX(box), centreY(box))).map(({ id }) => id);
}

/** All elements of the part; null for all of the tab. */
export function allElementsIn(tab: TabView, part: ExportedPart): ReadonlySet<string> | null {
  const ids = elementsIn(tab, part);
  return ids === null ? null : new Set(writtenIds(tab, ids));
}

/** The number of boxes that no page of the tab shows. */
export function countBesidePages(tab: TabView): number {
  const { pages } = tab.settings;
  let count = 0;
  for (const box of tab.boxes()) if (!pages.some(({ rect }) => overlaps(rect, drawnRect(box)))) count += 1;
  return count;
}

const oneOfBoth = problem('invalid_request', {
  errors: [{ in: 'query', pointer: '/pages', message: 'is not taken together with elements' }],
});
