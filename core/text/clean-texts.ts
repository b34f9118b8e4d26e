/**
 * clean-texts: removes NUL and lone surrogates from the strings of a value, at any depth, as readers of documents reject them.
 */
import { cleanText } from '#schema/ydoc/coerce.ts';

/** Returns the value itself if it is clean already. The caller bounds its depth. */
export function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value, Infinity);
  if (Array.isArray(value)) return value.map(cleanTexts);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cleanTexts(member)]));
}
