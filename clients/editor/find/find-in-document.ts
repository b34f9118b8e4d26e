/**
 * find-in-document: finds text in a document: on elements, in notes and tables, on cards, in cells of sheets.
 *
 * Case and diacritics are ignored; whitespace counts as one blank. The shown tab comes first, in reading order (top to bottom,
 * left to right), then the others in order, then cards and cells. Returns at most `hitsMax` hits and a flag when there are more.
 */
import { type Box, type Element, isArrow } from '#schema/element.ts';
import type { TabSettings } from '#schema/tab.ts';

import type { TabView } from '#core/tab/view.ts';
import { titleOf } from '../state/tools.ts';
import { findTexts } from '../strings/find.ts';

export type Hit = {
  readonly key: string;
  /** The tab to show; null for a text that is on no tab. */
  readonly tabId: string | null;
  readonly elementId: string | null;
  /** The place: `Rectangle`, `Note on Rectangle`, `Sheet 1, B3`, `card #4`. */
  readonly where: string;
  /** The text around the match. */
  readonly text: string;
};

/** Text outside of elements: of a card or a cell. */
export type LooseText = { readonly key: string; readonly where: string; readonly text: string };
export type Searched = {
  readonly tabs: readonly { readonly settings: TabSettings; readonly view: TabView }[];
  readonly loose: Iterable<LooseText>;
};
export type FindResult = { readonly hits: readonly Hit[]; readonly isAll: boolean };

export const hitsMax = 200;

/** No hits for a blank text. */
export function findInDocument({ tabs, loose }: Searched, words: string): FindResult {
  const needle = plain(words);
  const hits: Hit[] = [];
  if (needle === '') return { hits, isAll: true };
  for (const { settings, view } of tabs) {
    for (const element of inReadingOrder(view)) {
      for (const { where, text } of textsOf(element)) {
        if (!plain(text).includes(needle)) continue;
        if (hits.length === hitsMax) return { hits, isAll: false };
        const key = `${settings.id} ${element.id} ${where}`;
        hits.push({ key, tabId: settings.id, elementId: element.id, where, text: around(text, needle) });
      }
    }
  }
  for (const { key, where, text } of loose) {
    if (!plain(text).includes(needle)) continue;
    if (hits.length === hitsMax) return { hits, isAll: false };
    hits.push({ key, tabId: null, elementId: null, where, text: around(text, needle) });
  }
  return { hits, isAll: true };
}

function inReadingOrder(view: TabView): Element[] {
  const boxes = Array.from(view.boxes()).toSorted(byPlace);
  return [...boxes, ...view.arrows()];
}

const byPlace = (a: Box, b: Box): number => a.y - b.y || a.x - b.x || (a.id < b.id ? -1 : 1);

function* textsOf(element: Element): Generator<{ readonly where: string; readonly text: string }> {
  const kind = titleOf(isArrow(element) ? 'arrow' : element.type === 'shape' ? element.shape : element.type);
  if (element.label !== undefined) yield { where: kind, text: element.label };
  if (element.note !== undefined) yield { where: findTexts.noteOf(kind), text: element.note };
  if (element.type === 'table') {
    for (const [row, cells] of [element.columns, ...element.rows].entries())
      for (const text of cells) yield { where: findTexts.tableRow(row), text };
  }
  if ((element.type === 'link-card' || element.type === 'video') && element.url !== undefined)
    yield { where: kind, text: element.url };
  if (element.type === 'image' && element.alt !== undefined) yield { where: kind, text: element.alt };
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();

const shownCharacters = 80;

function around(text: string, needle: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= shownCharacters) return line;
  const at = Math.max(0, plain(line).indexOf(needle));
  const start = Math.max(0, Math.min(at - 20, line.length - shownCharacters));
  return `${start > 0 ? '…' : ''}${line.slice(start, start + shownCharacters)}…`;
}
