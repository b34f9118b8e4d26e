/** loose-texts: the texts of a document outside of elements: of its cards, and of the cells of its sheets as they were entered. */
import type * as Y from 'yjs';

import { readCards, keyOf } from '#schema/ydoc/cards.ts';
import { readCatalogue } from '#schema/ydoc/item-types.ts';
import { readSheet, sheetIds } from '#schema/ydoc/sheets.ts';

import { cellAddress } from '#core/sheet/address.ts';

import type { LooseText } from './find-in-document.ts';

export function* looseTexts(doc: Y.Doc): Generator<LooseText> {
  const types = new Map(readCatalogue(doc).types.map((type) => [type.id, type]));
  for (const [id, { title, description }] of readCards(doc, types)) {
    const where = `card #${keyOf(doc, id)}`;
    yield { key: `${id} title`, where, text: title };
    if (description !== undefined) yield { key: `${id} description`, where, text: description };
  }
  for (const id of sheetIds(doc)) yield* cellTexts(doc, id);
}

function* cellTexts(doc: Y.Doc, id: string): Generator<LooseText> {
  const sheet = readSheet(doc, id);
  if (sheet === null) return;
  for (const [key, { i: input }] of sheet.cells) {
    if (input === undefined || !('s' in input) || input.s.startsWith('=')) continue;
    const at = key.indexOf(':');
    const [row, col] = [sheet.rows.rank.get(key.slice(0, at)), sheet.cols.rank.get(key.slice(at + 1))];
    if (row !== undefined && col !== undefined)
      yield { key: `${id} ${key}`, where: `${sheet.title}, ${cellAddress(row, col)}`, text: input.s };
  }
}
