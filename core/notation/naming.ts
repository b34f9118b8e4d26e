/** naming: how output refers to an element. */
import { type Arrow, type ArrowEnd, type Element, isArrow, isPinned } from '#schema/element.ts';
import type { ShapeKind } from '#schema/shape-kinds.ts';
import { slugOf } from '#schema/ids.ts';

import { hundredths } from '../tab/exact.ts';
import type { TabView } from '../tab/view.ts';
import { quoteShort } from './quote.ts';

/** The shape kind of a shape, otherwise the type. */
export const kindOf = (element: Element): ShapeKind | Exclude<Element['type'], 'shape'> =>
  element.type === 'shape' ? element.shape : element.type;

/** The same, and which icon an icon is, as `add` takes it. */
export const shownKind = (element: Element): string =>
  element.type === 'shape' && element.shape === 'icon' && element.icon !== undefined ? `icon=${element.icon}` : kindOf(element);

/** The label, or the slug if there is none, in quotes. */
export const nameOf = (element: Element): string => quoteShort(element.label ?? slugOf(element.id), 60);

/** `square "A" at 0,0 160×80`, `arrow a -> b`. */
export function summaryOf(element: Element, tab: TabView, length: 'full' | 'short' = 'full'): string {
  const label = element.label === undefined ? '' : ` ${quoteShort(element.label, 80)}`;
  if (isArrow(element)) return `${kindOf(element)} ${endsOf(element, tab)}${label}`;
  const place =
    length === 'short'
      ? ''
      : ` at ${shortNumber(element.x)},${shortNumber(element.y)} ${shortNumber(element.width)}×${shortNumber(element.height)}`;
  return `${shownKind(element)}${label}${place}`;
}

/** `a -> b`, with the coordinates of free ends and the ids of missing elements. */
export const endsOf = (arrow: Arrow, tab: TabView): string => `${endOf(arrow.from, tab)} -> ${endOf(arrow.to, tab)}`;

/** The name of one end, or its coordinates if it is free. */
export const endOf = (end: ArrowEnd, tab: TabView): string =>
  isPinned(end) ? tab.refOf(end.element) : `(${shortNumber(end.x)},${shortNumber(end.y)})`;

export const shortNumber = (value: number): string => String(hundredths(value));
