/**
 * spoken-board: the texts of a board for screen readers, beside the board and unseen, in reading order.
 *
 * The drawing itself is hidden from them. Links are links here, so that the keyboard reaches them too.
 */
import { elementText } from '#core/search/element-text.ts';
import type { TabView } from '#core/tab/view.ts';
import { outlineOrder, walk } from '#core/views/outline-order.ts';
import { type Arrow, type ArrowEnd, type Element, isPinned } from '#schema/element.ts';

import { publishedTexts } from '../strings/published.ts';

export type SpokenElement = { readonly id: string; readonly text: string };
export type SpokenBoard = { readonly elements: readonly SpokenElement[]; readonly left: number };

/** A list that is longer serves no one, and costs time with each change. */
export const spokenMax = 500;
const charactersMax = 400;

/** `left`: the number of those that are left out. Elements without words, and on hidden layers, are none of either. */
export function spokenBoard(tab: TabView): SpokenBoard {
  const hidden = new Set(tab.settings.layers.filter((layer) => layer.hidden).map(({ id }) => id));
  const { roots, arrows } = outlineOrder(tab);
  const boxes = Array.from(walk(roots), ({ node }) => node.box);
  const spoken = [...boxes, ...arrows]
    .filter(({ layer }) => layer === undefined || !hidden.has(layer))
    .map((element) => ({ id: element.id, text: element.type === 'arrow' ? arrowWords(element, tab) : words(element) }))
    .filter(({ text }) => text !== '');
  return { elements: spoken.slice(0, spokenMax), left: Math.max(0, spoken.length - spokenMax) };
}

function arrowWords(arrow: Arrow, tab: TabView): string {
  const [from, to] = [nameAt(arrow.from, tab), nameAt(arrow.to, tab)];
  if (from === null || to === null) return words(arrow);
  const label = words(arrow);
  return label === '' ? publishedTexts.arrow(from, to) : publishedTexts.arrowNamed(from, to, label);
}

function nameAt(end: ArrowEnd, tab: TabView): string | null {
  const element = isPinned(end) ? tab.get(end.element) : undefined;
  if (element === undefined) return null;
  return words(element) || publishedTexts.nameless;
}

/** On one line, without controls of direction. */
function words(element: Element): string {
  const plain = elementText(element)
    .slice(0, 4 * charactersMax)
    .replaceAll(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
  return plain.length > charactersMax ? `${plain.slice(0, charactersMax).toWellFormed()}…` : plain;
}
