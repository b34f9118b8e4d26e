/** label-alignment: where the lines of a label are in their box, by itself and as its fields say. */
import type { Element } from '#schema/element.ts';
import type { textAligns, verticalAligns } from '#schema/style-fields.ts';

import { isCompartmented } from './compartments.ts';

export type TextAlign = (typeof textAligns)[number];
export type VerticalAlign = (typeof verticalAligns)[number];
export type LabelAlignment = { readonly across: TextAlign; readonly down: VerticalAlign };

/** Of an element that has neither field. */
export const usualAlignment = (type: Element['type']): LabelAlignment =>
  type === 'text' ? { across: 'left', down: 'top' } : { across: 'center', down: 'middle' };

/** True if the element draws its label where the fields say. Boards, sheets, classes and entities have theirs in a strip, icons below. */
export function takesAlignment(element: Element): element is Extract<Element, { textAlign?: TextAlign }> {
  if (element.type === 'shape')
    return !['plan-board', 'plan-sheet', 'icon'].includes(element.shape) && !isCompartmented(element.shape);
  return element.type === 'text' || element.type === 'sticky';
}

export function alignmentOf(element: Element): LabelAlignment {
  const usual = usualAlignment(element.type);
  if (!takesAlignment(element)) return usual;
  return { across: element.textAlign ?? usual.across, down: element.verticalAlign ?? usual.down };
}
