/** sheet-title: a sheet's title as it is stored: one of its tab's alone, whatever the case of its letters. */
import { exceeds } from '#core/notation/characters.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { SheetState } from '#schema/sheet.ts';
import { cleanText } from '#schema/ydoc/coerce.ts';

/** `own`: the sheet that is renamed. Problems: invalid_value, title_taken. */
export function sheetTitle(
  given: string,
  sheets: Iterable<Pick<SheetState, 'id' | 'tabId' | 'title'>>,
  tabId: string,
  own: string | null = null,
): string | Problem {
  const title = cleanText(given, Infinity).trim();
  if (title === '' || exceeds(title, limits.nameCharacters)) {
    return problem('invalid_value', { field: 'title', detail: `A title has 1 to ${limits.nameCharacters} characters.` });
  }
  const folded = title.toLowerCase();
  for (const sheet of sheets) {
    if (sheet.tabId === tabId && sheet.id !== own && sheet.title.toLowerCase() === folded) return problem('title_taken');
  }
  return title;
}
