/** clean-texts: a value with no NUL and no lone surrogate in its texts, at any depth: no reader of a document would show them. */
import { cleanText } from '#schema/ydoc/coerce.ts';

/** The value itself where there is nothing to clean. Members of members bound the work. */
export function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value, Infinity);
  if (Array.isArray(value)) return value.map(cleanTexts);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cleanTexts(member)]));
}
