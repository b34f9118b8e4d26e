/**
 * Finds texts in documents that the caller may read, in their order (SPEC.md, SE7, SE8).
 *
 * Grams tell which documents can contain the words; only their texts are read. Both are done for some documents at a time, so that frequent
 * words take little and no search keeps the event loop for long.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { gramsOfQuery } from '#core/search/grams.ts';
import { documentsWith, findTexts, type FoundText, type TextSelection } from '#storage/search/find-texts.ts';
import type { SearchStorage } from '#storage/search/open-search.ts';

const fewest = 100;
const most = { sqlite: 1_000, postgres: 5_000 } as const;
/** Grams may match where the words do not: the texts of these many documents are read at a time. */
const readAtOnce = 100;

export async function findInDocuments(
  search: SearchStorage,
  documentIds: readonly string[],
  selection: Omit<TextSelection, 'after'>,
): Promise<FoundText[]> {
  const { words, limit } = selection;
  const grams = gramsOfQuery(words);
  const found: FoundText[] = [];
  let size = fewest;
  for (let at = 0; at < documentIds.length && found.length < limit;) {
    const some = documentIds.slice(at, at + size);
    const possible = await documentsWith(search, some, grams);
    const ids = some.filter((id) => possible.has(id));
    for (let read = 0; read < ids.length && found.length < limit; read += readAtOnce) {
      const rest = { ...selection, after: '', limit: limit - found.length };
      found.push(...(await findTexts(search, ids.slice(read, read + readAtOnce), rest)));
      await nextTurn();
    }
    at += some.length;
    size = most[search.dialect];
    await nextTurn();
  }
  return found;
}
