/** sheet-title: the stored title of a sheet, unique within its tab, ignoring case. */
import { exceeds } from '#core/notation/characters.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { SheetState } from '#schema/sheet.ts';
import { cleanText } from '#schema/ydoc/coerce.ts';

/** `own`: the id of the sheet that is renamed. Refuses with invalid_value, title_taken. */
export function sheetTitle(
  requested: string,
  sheets: Iterable<Pick<SheetState, 'id' | 'tabId' | 'title'>>,
  tabId: string,
  ownId: string | null = null,
): string | Problem {
  const title = cleanText(requested, Infinity).trim();
  if (title === '' || exceeds(title, limits.nameCharacters)) {
    return problem('invalid_value', { field: 'title', detail: `A title has 1 to ${limits.nameCharacters} characters.` });
  }
  const folded = title.toLowerCase();
  for (const sheet of sheets) {
    if (sheet.tabId === tabId && sheet.id !== ownId && sheet.title.toLowerCase() === folded) return problem('title_taken');
  }
  return title;
}
