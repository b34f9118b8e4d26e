/** emphasis: bold, italic and struck labels, turned on and off for several elements together. */
import type { Element } from '#schema/element.ts';

import { isBold } from '#core/text/label-weight.ts';

import type { Change } from './change.ts';
import { setFields } from './set-fields.ts';

export const emphases = ['bold', 'italic', 'strike'] as const;
export type Emphasis = (typeof emphases)[number];

/** Whether the label of the element is drawn so: by its field, or by itself, as titles are bold. */
export const hasEmphasis = (element: Element, name: Emphasis): boolean =>
  name === 'bold' ? isBold(element) : element[name] === true;

export const haveEmphasis = (elements: readonly Element[], name: Emphasis): boolean =>
  elements.every((element) => hasEmphasis(element, name));

/** Off if all of the elements have it, on otherwise. */
export const toggleEmphasis = (elements: readonly Element[], name: Emphasis): Change =>
  setFields(
    elements.map(({ id }) => id),
    { [name]: !haveEmphasis(elements, name) },
  );
