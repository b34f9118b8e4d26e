/**
 * step-place: where an undone or redone step is shown.
 *
 * Elements come first, then sheets, then cards, then layers and pages of a tab: what changed together with elements is seen with
 * them. With a sheet open, sheets come first. Of several possible places the current one is kept: the open sheet, the open board,
 * the shown tab; otherwise the first in the order of the tabs. Deleted tabs, sheets and elements are no places.
 */
import type { Item } from '#schema/board.ts';
import type { Rect } from '#schema/tab.ts';
import { readFrame, sheetList } from '#schema/ydoc/sheets.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { layBoard } from '#core/render/boxes/board-layout.ts';

import { type BoardOnTab, boardsOf, holdsCard } from '../board/boards-in.ts';
import type { Editor } from '../state/editor.ts';
import type { StepRecord, TabRecord } from '../live/step-record.ts';
import { reachOnTab } from '../people/reach-on-tab.ts';
import type { WantedCells } from '../sheet/wanted-cells.ts';

export type StepPlace =
  | {
      readonly kind: 'canvas';
      readonly tab: string;
      /** To be selected; null leaves the selection as it is. */
      readonly elements: readonly string[] | null;
      /** What is to be in view. */
      readonly areas: readonly Rect[];
      /** Of these, what no selection shows. */
      readonly marked: readonly Rect[];
      readonly panel: 'layers' | null;
    }
  /** The board that is open over the canvas. */
  | { readonly kind: 'board'; readonly card: string | null }
  | { readonly kind: 'sheet'; readonly tab: string | null; readonly wanted: WantedCells }
  | { readonly kind: 'nowhere' };

type Looking = Pick<Editor, 'session' | 'tab' | 'sheet' | 'board'>;

export const stepPlace = (record: StepRecord, looking: Looking): StepPlace =>
  (looking.sheet.get() === null ? null : sheetPlace(record, looking)) ??
  elementPlace(record, looking) ??
  sheetPlace(record, looking) ??
  cardPlace(record, looking) ??
  settingsPlace(record, looking) ?? { kind: 'nowhere' };

/** Existing tabs, the shown one first. */
function tabsOf({ tabs }: StepRecord, { session, tab }: Looking): (TabRecord & { readonly id: string })[] {
  const known = session.tabs.get().flatMap(({ id }) => {
    const record = tabs.get(id);
    return record === undefined ? [] : [{ id, ...record }];
  });
  return [...known.filter(({ id }) => id === tab.id), ...known.filter(({ id }) => id !== tab.id)];
}

function elementPlace(record: StepRecord, looking: Looking): StepPlace | null {
  const { session, tab, board } = looking;
  const changed = tabsOf(record, looking).find(({ elements }) => elements.size > 0);
  const view = changed === undefined ? undefined : session.tab(changed.id)?.view;
  if (changed === undefined || view === undefined) return null;
  const ids = [...changed.elements.keys()];
  const there = ids.filter((id) => view.get(id) !== undefined);
  if (changed.id === tab.id && there.length > 0 && ids.every((id) => id === board.get())) return { kind: 'board', card: null };
  const { boxes, arrows } = changed.areas;
  const reached = there.flatMap((id) => reachOnTab(id, view) ?? []);
  return {
    kind: 'canvas',
    tab: changed.id,
    elements: there,
    areas: [...reached, ...boxes, ...arrows],
    marked: boxes.length > 0 ? boxes : arrows,
    panel: null,
  };
}

function sheetPlace({ sheets }: StepRecord, { session, sheet }: Looking): StepPlace | null {
  const changed = sheetList(session.doc).filter(({ id }) => sheets.has(id));
  const shown = changed.find(({ id }) => id === sheet.get()) ?? changed[0];
  const change = sheets.get(shown?.id ?? '');
  const frame = shown === undefined ? null : readFrame(session.doc, shown.id);
  if (shown === undefined || frame === null || change === undefined) return null;
  const hasTab = session.tabs.get().some(({ id }) => id === shown.tabId);
  const isLine = (id: string): boolean => Number.isInteger(frame.rows.rank.get(id) ?? frame.cols.rank.get(id));
  const lines = [...change.lines].filter(isLine);
  const cells = [...change.cells].filter((key) => key.split(':').every(isLine));
  return {
    kind: 'sheet',
    tab: shown.id === sheet.get() || !hasTab ? null : shown.tabId,
    wanted: { sheet: shown.id, cells, lines },
  };
}

function cardPlace({ cards }: StepRecord, looking: Looking): StepPlace | null {
  const { session, tab, board } = looking;
  const { items } = session.cards;
  const boards = boardsOf(session);
  const inOrder = [
    ...boards.filter((one) => one.tabId === tab.id && one.board.id === board.get()),
    ...boards.filter((one) => one.tabId === tab.id),
    ...boards,
  ];
  for (const [id, before] of cards) {
    const card = items.get(id) ?? before;
    const shown = card === null ? undefined : inOrder.find((one) => holdsCard(one.board, card));
    if (card === null || shown === undefined) continue;
    if (shown.tabId === tab.id && shown.board.id === board.get()) return { kind: 'board', card: id };
    const area = areaOfCard(shown, card, session);
    return { kind: 'canvas', tab: shown.tabId, elements: null, areas: [area], marked: [area], panel: null };
  }
  return null;
}

/** All of the board if it does not show the card. */
function areaOfCard({ board }: BoardOnTab, { id }: Item, { cards }: Looking['session']): Rect {
  for (const { visibleCards: seen } of layBoard(board, cards.faces))
    for (const { face, place } of seen) if (face.id === id) return place;
  const { x, y, width, height } = board;
  return { x, y, width, height };
}

function settingsPlace(record: StepRecord, looking: Looking): StepPlace | null {
  const [changed] = tabsOf(record, looking);
  if (changed === undefined) return null;
  const panel = hasOtherLayers(changed, looking) ? 'layers' : null;
  return { kind: 'canvas', tab: changed.id, elements: null, areas: [], marked: [], panel };
}

function hasOtherLayers({ id, settings }: TabRecord & { readonly id: string }, { session }: Looking): boolean {
  const layers = session.tab(id)?.settings.get().layers;
  return settings !== null && layers !== undefined && !jsonEqual(settings.layers, layers);
}
