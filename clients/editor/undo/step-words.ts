/**
 * step-words: what an undone or redone step did, in words: `Undone on Tab 2: Rectangle Ship removed`.
 *
 * Tabs are named unless everything is on the shown one. A single element or card is named, several are counted. People's texts
 * are shortened.
 */
import type { Element } from '#schema/element.ts';
import { sheetList } from '#schema/ydoc/sheets.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { elementTitle, spoken } from '../state/describe-selection.ts';
import type { Editor } from '../state/editor.ts';
import type { StepRecord } from '../live/step-record.ts';
import { undoTexts } from '../strings/undo.ts';

export type Way = 'undo' | 'redo';

type Looking = Pick<Editor, 'session' | 'tab'>;

const done: Readonly<Record<Way, string>> = { undo: undoTexts.undone, redo: undoTexts.redone };

export function stepWords(way: Way, record: StepRecord, looking: Looking): string {
  const what = [...elementWords(way, record, looking), ...sheetWords(way, record, looking), ...cardWords(way, record, looking), ...settingsWords(record, looking)]; // prettier-ignore
  const where = travelWords(way, tabNames(record, looking));
  return what.length === 0 ? where : `${where}: ${what.join(', ')}`;
}

/** `Undone on Tab 2`. */
export const travelWords = (way: Way, tabs: readonly string[]): string =>
  tabs.length === 0 ? done[way] : undoTexts.onTabs(done[way], tabs.length, tabs.join(' and '));

function tabNames({ tabs }: StepRecord, { session, tab }: Looking): string[] {
  const touched = session.tabs.get().filter(({ id }) => tabs.has(id));
  return touched.every(({ id }) => id === tab.id) ? [] : touched.map(({ name }) => spoken(name));
}

type Fate = 'restored' | 'added' | 'removed' | 'changed';

/** What happened to something that existed before, or exists now. */
function fateOf(way: Way, was: boolean, is: boolean): Fate {
  if (was && is) return 'changed';
  if (!is) return 'removed';
  return way === 'undo' ? 'restored' : 'added';
}

/** `3 elements removed`, `3 elements changed (1 removed)`. */
function counted(fates: readonly Fate[], text: (count: number) => string): string {
  const [first = 'changed'] = fates;
  const others = [...Map.groupBy(fates, (fate) => fate)].filter(([fate]) => fate !== 'changed');
  const thing = text(fates.length);
  if (fates.every((fate) => fate === first)) return undoTexts.oneFate(thing, undoTexts.fates[first]);
  return undoTexts.changedParts(thing, others.map(([fate, { length }]) => `${length} ${undoTexts.fates[fate]}`).join(', '));
}

function elementWords(way: Way, { tabs }: StepRecord, { session }: Looking): string[] {
  const fates: Fate[] = [];
  let only: Element | undefined;
  for (const [tab, { elements }] of tabs) {
    const view = session.tab(tab)?.view;
    for (const [id, before] of elements) {
      const now = view?.get(id);
      only = now ?? before ?? undefined;
      fates.push(fateOf(way, before !== null, now !== undefined));
    }
  }
  if (fates.length === 0) return [];
  return fates.length === 1 && only !== undefined
    ? [undoTexts.oneFate(elementTitle(only), undoTexts.fates[fates[0] ?? 'changed'])]
    : [counted(fates, undoTexts.elements)];
}

function sheetWords(way: Way, { sheets }: StepRecord, { session }: Looking): string[] {
  const titles = new Map(sheetList(session.doc).map(({ id, title }) => [id, spoken(title)]));
  return Array.from(sheets, ([id, { cells, whole }]) => {
    const title = titles.get(id);
    if (title === undefined) return undoTexts.sheetRemoved;
    if (whole) return undoTexts.oneFate(title, undoTexts.fates[fateOf(way, false, true)]);
    if (cells.size === 0) return undoTexts.changedOne(title);
    return undoTexts.cellsChanged(cells.size, title);
  });
}

function cardWords(way: Way, { cards }: StepRecord, { session }: Looking): string[] {
  if (cards.size === 0) return [];
  const { items } = session.cards;
  const fates = Array.from(cards, ([id, before]) => fateOf(way, before !== null, items.has(id)));
  const [[id, before]] = [...cards] as [[string, { readonly title: string } | null]];
  const title = spoken((items.get(id) ?? before)?.title ?? '');
  return cards.size === 1
    ? [undoTexts.cardChanged(title, undoTexts.fates[fates[0] ?? 'changed']).replace('  ', ' ')]
    : [counted(fates, undoTexts.cards)];
}

function settingsWords({ tabs }: StepRecord, { session }: Looking): string[] {
  const hasOther = (part: 'layers' | 'pages'): boolean =>
    Array.from(tabs).some(([id, { settings }]) => {
      const now = session.tab(id)?.settings.get();
      return settings !== null && now !== undefined && !jsonEqual(settings[part], now[part]);
    });
  return [...(hasOther('layers') ? [undoTexts.layersChanged] : []), ...(hasOther('pages') ? [undoTexts.pagesChanged] : [])];
}
