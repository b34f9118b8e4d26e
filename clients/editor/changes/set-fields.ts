/**
 * set-fields: fields of several elements set at once, as the style bar does.
 *
 * Each element gets the fields that its type has; null unsets a field. Values are checked and coerced as by the engine's `set`; a
 * value that no element accepts is refused. A box grows when larger or wider letters no longer fit; a text keeps the size of its
 * words. Texts are made storable. An address without a scheme gets https. Labels are set by set-label.ts.
 */
import { type Element, isBox } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem } from '#schema/problem.ts';

import type { Json } from '#core/notation/json.ts';
import { assignFields, ruleFor } from '#core/ops/assign.ts';
import { lettered, measuredIn, tabFont } from '#core/text/tab-font.ts';

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
      const font = tabFont(planning.draft.settings);
      planning.put(measuredIn(changed, font, (whole) => resized(whole, lettered(element, font), rest)));
    }
    return null;
  };

/** The address that a person typed, or null if the text is empty. */
export function addressFrom(text: string): string | null {
  const trimmed = storable(text, limits.linkCharacters).trim();
  if (trimmed === '') return null;
  if (/^(https?:\/\/|mailto:)/i.test(trimmed)) return trimmed.replace(/^[a-zA-Z]+/, (scheme) => scheme.toLowerCase());
  return /^[^\s/@]+@[^\s/@]+\.[^\s/@]+$/.test(trimmed) ? `mailto:${trimmed}` : `https://${trimmed}`;
}

function resized(changed: Element, before: Element, fields: FieldValues): Element {
  const isLettering =
    Object.hasOwn(fields, 'text') ||
    Object.hasOwn(fields, 'font') ||
    Object.hasOwn(fields, 'bold') ||
    Object.hasOwn(fields, 'shape');
  if (!isLettering || !isBox(changed)) return changed;
  if (changed.type === 'text' && before.type === 'text' && isAsLargeAsItsWords(before)) return fitText(changed);
  return grown(changed);
}
