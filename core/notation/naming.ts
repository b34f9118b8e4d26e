/**
 * naming: how output speaks of an element.
 */
import type { Element, ShapeKind } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';

import { quoteShort } from './quote.ts';

/** The shape kind of a shape, else the type. */
export const kindOf = (element: Element): ShapeKind | Exclude<Element['type'], 'shape'> =>
  element.type === 'shape' ? element.shape : element.type;

/** A label or, for want of one, the slug, quoted. */
export const nameOf = (element: Element): string => quoteShort(element.label ?? slugOf(element.id), 60);
