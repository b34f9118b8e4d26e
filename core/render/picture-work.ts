/** How much a picture of a tab has to measure and write, in characters and points. */
import { type Element, isArrow } from '#schema/element.ts';

import type { CardFaces } from '../board/card-face.ts';
import type { SheetFaces } from '../sheet/face.ts';
import type { TabView } from '../tab/view.ts';

/** The cost of an element without text. */
const base = 20;

export function pictureWork(
  tab: Pick<TabView, 'elements'>,
  cards: CardFaces = new Map(),
  sheets: SheetFaces = new Map(),
): number {
  let work = 0;
  for (const element of tab.elements())
    work +=
      base + (element.label?.length ?? 0) + elementWork(element) + workOnBoard(element, cards) + workOnSheet(element, sheets);
  return work;
}

/** At most the cards that the board has room for if each has the minimum height. */
function workOnBoard(element: Element, cards: CardFaces): number {
  if (element.type !== 'shape' || element.planBoard === undefined) return 0;
  const room = Math.ceil(element.height / lowestCard) + 1;
  let work = 0;
  for (const { status } of element.planBoard.columns)
    for (const { title, labels } of (cards.get(status) ?? []).slice(0, room))
      work += cardBase + title.length + labels.reduce((sum, label) => sum + label.length, 0);
  return work;
}

function workOnSheet(element: Element, sheets: SheetFaces): number {
  if (element.type !== 'shape' || element.planSheet === undefined) return 0;
  const { cells = [] } = sheets.get(element.planSheet.sheetId) ?? {};
  return cells.reduce((sum, { text }) => sum + base * 2 + text.length, base * 10);
}

/** The cost of a card besides its text, and its minimum height in pixels. */
const cardBase = 120;
const lowestCard = 50;

function elementWork(element: Element): number {
  if (isArrow(element)) return base + (element.points?.length ?? 0);
  if (element.type === 'stroke') return element.points.length;
  if (element.type === 'image') return element.alt?.length ?? 0;
  const cells =
    element.type === 'table' ? [element.columns, ...element.rows] : element.type === 'shape' ? (element.sections ?? []) : [];
  return cells.reduce((sum, row) => row.reduce((most, text) => most + text.length + base, sum), 0);
}
