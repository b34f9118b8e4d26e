/**
 * set-fields: fields of many elements set at once, as the style bar does.
 * F1  Each element takes the fields that its type has, and is passed over for the others. null unsets.
 * F2  Values are checked and mended as the engine's `set` does it; a value that no element takes is refused.
 * F3  A box grows when larger or wider letters no longer fit it; a text that is as large as its words stays so.
 * F4  Texts are made fit to be stored. Labels are set-label.ts's.
 * F5  An address to which nobody wrote a scheme gets https.
 */
import { type Element, isBox } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem } from '#schema/problem.ts';

import type { Json } from '#core/notation/json.ts';
import { assignFields, ruleFor } from '#core/ops/assign.ts';

import { type Change, freeElements } from './change.ts';
import { fitText, grown, isAsLargeAsItsWords } from './set-label.ts';
import { storable, storableIn } from './text.ts';

export type FieldValues = { readonly [name: string]: Json };

export const setFields =
  (ids: Iterable<string>, fields: FieldValues): Change =>
  (planning) => {
    for (const element of freeElements(ids, planning)) {
      const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !isProblem(ruleFor(element, name))));
      const { label: _full, ...rest } = storableIn(own);
      const changed: Element | Problem = assignFields(element, rest, planning);
      if (isProblem(changed)) return changed;
      planning.put(resized(changed, element, rest));
    }
    return null;
  };

/** An address as people type it, or null when they typed nothing [F5]. */
export function addressFrom(text: string): string | null {
  const trimmed = storable(text, limits.linkCharacters).trim();
  if (trimmed === '') return null;
  if (/^(https?:\/\/|mailto:)/i.test(trimmed)) return trimmed.replace(/^[a-zA-Z]+/, (scheme) => scheme.toLowerCase());
  return /^[^\s/@]+@[^\s/@]+\.[^\s/@]+$/.test(trimmed) ? `mailto:${trimmed}` : `https://${trimmed}`;
}

function resized(changed: Element, before: Element, fields: FieldValues): Element {
  const isLettering = Object.hasOwn(fields, 'text') || Object.hasOwn(fields, 'font') || Object.hasOwn(fields, 'shape');
  if (!isLettering || !isBox(changed)) return changed;
  if (changed.type === 'text' && before.type === 'text' && isAsLargeAsItsWords(before)) return fitText(changed);
  return grown(changed);
}
