/**
 * The texts of a document apart from its elements. Their keys begin with a letter by which hits are ordered: the name, pages, elements,
 * cards, cells, comments.
 */
import type * as Y from 'yjs';

import { cellAddress } from '#core/sheet/address.ts';
import { holdsOn, readDocumentName, readTabs } from '#schema/ydoc/read.ts';
import { keyOf, readCards } from '#schema/ydoc/cards.ts';
import { readCatalogue } from '#schema/ydoc/item-types.ts';
import { readSheet } from '#schema/ydoc/sheets.ts';
import { readThreads } from '#schema/ydoc/threads.ts';
import type { FoundText } from '#storage/search/find-texts.ts';

import type { TabTexts } from './tab-texts.ts';

export type UnfoldedText = Omit<FoundText, 'documentId'>;

/** PostgreSQL stores neither NUL nor half of a pair. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '');

export const nameText = (doc: Y.Doc): UnfoldedText => ({
  key: 'a',
  type: 'document',
  tabId: null,
  ref: '',
  target: '',
  body: storable(readDocumentName(doc)),
});

export function* pageTexts(doc: Y.Doc): Generator<UnfoldedText> {
  for (const { id: tabId, pages } of readTabs(doc)) {
    for (const { id, name, article } of pages) {
      const body = storable(article === undefined ? name : `${name}\n${article}`);
      yield { key: `b ${tabId} ${id}`, type: 'page', tabId, ref: id, target: id, body };
    }
  }
}

export function* cardTexts(doc: Y.Doc): Generator<UnfoldedText> {
  const types = new Map(readCatalogue(doc).types.map((type) => [type.id, type]));
  for (const [id, card] of readCards(doc, types)) {
    const { title, description = '', labels = [], checklist = [] } = card;
    const custom = Object.entries(card).flatMap(([name, value]) =>
      name.startsWith('f-') && typeof value === 'string' && !value.startsWith('item_') ? [value] : [],
    );
    const parts = [title, description, ...checklist.map(({ text }) => text), ...labels, ...custom];
    const body = storable(parts.filter((part) => part.trim() !== '').join('\n'));
    yield { key: `d ${id}`, type: 'card', tabId: null, ref: cardRef(doc, id), target: id, body };
  }
}

const cardRef = (doc: Y.Doc, id: string): string => (keyOf(doc, id) === 0 ? id : `#${keyOf(doc, id)}`);

/** Texts as they were typed; formulas are not evaluated. */
export function* cellTexts(doc: Y.Doc, sheetId: string): Generator<UnfoldedText> {
  const sheet = readSheet(doc, sheetId);
  if (sheet === null || !readTabs(doc).some(({ id }) => id === sheet.tabId)) return;
  for (const [key, { i: input }] of sheet.cells) {
    if (input === undefined || !('s' in input) || input.s.startsWith('=') || input.s.trim() === '') continue;
    const at = key.indexOf(':');
    const [row, col] = [sheet.rows.rank.get(key.slice(0, at)), sheet.cols.rank.get(key.slice(at + 1))];
    if (row === undefined || col === undefined) continue;
    const ref = storable(`${sheet.title}!${cellAddress(row, col)}`);
    const place = `${String(row).padStart(4, '0')} ${String(col).padStart(3, '0')}`;
    yield {
      key: `e ${sheetId} ${place}`,
      type: 'cell',
      tabId: sheet.tabId,
      ref,
      target: `${sheetId}.${key}`,
      body: storable(input.s),
    };
  }
}

/** Those on elements and cards that exist. */
export function* commentTexts(doc: Y.Doc, tabs: ReadonlyMap<string, TabTexts>): Generator<UnfoldedText> {
  const threads = readThreads(doc);
  if (threads.size === 0) return;
  const places = readTabs(doc).map(({ id }) => ({ id, isOn: holdsOn(doc, id) }));
  const types = new Map(readCatalogue(doc).types.map((type) => [type.id, type]));
  const cards = readCards(doc, types);
  for (const [id, thread] of threads) {
    const tabId = cards.has(id) ? null : places.find(({ isOn }) => isOn(id))?.id;
    if (tabId === undefined) continue;
    const ref = tabId === null ? cardRef(doc, id) : (tabs.get(tabId)?.refOf(id) ?? id);
    for (const comment of thread.comments) {
      const key = `f ${id} ${String(comment.n).padStart(6, '0')} ${comment.id}`;
      yield { key, type: 'comment', tabId, ref, target: id, body: storable(comment.text) };
    }
  }
}
