/** label-weight: how bold the label of an element is, by itself and as its field says. */
import type { Element } from '#schema/element.ts';

import { isCompartmented } from './compartments.ts';
import type { Weight } from './font-table.ts';
import { knownTextSize, labelWeight } from './sizes.ts';

const titled: ReadonlySet<Element['type']> = new Set(['frame', 'lane', 'table', 'link-card']);

/** Of an element without the field: titles, names of classes, and large texts are bold. */
export function usualWeight(element: Element): Weight {
  if (titled.has(element.type)) return 600;
  if (element.type !== 'shape') return labelWeight(element.type, knownTextSize(element));
  return element.shape === 'plan-board' || element.shape === 'plan-sheet' || isCompartmented(element.shape) ? 600 : 400;
}

export const isBold = (element: Element): boolean => element.bold ?? usualWeight(element) === 600;
