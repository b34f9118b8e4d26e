/**
 * The keys that maps of the document may have: 1 to 64 characters of A–Z a–z 0–9 _ ~ . : - in Y.Maps, up to 64 characters of any kind in plain
 * values, and never a name with a special meaning for JavaScript objects.
 */
import { limits } from '#schema/limits.ts';

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function isMapKey(key: string): boolean {
  if (key.length === 0 || key.length > limits.keyCharacters) return false;
  for (let index = 0; index < key.length; index += 1) if (!isKeyCharacter(key.charCodeAt(index))) return false;
  return !forbidden.has(key);
}

export const isMemberName = (name: string): boolean => name.length <= limits.keyCharacters && !forbidden.has(name);

function isKeyCharacter(code: number): boolean {
  if (code >= 97) return code <= 122 || code === 126;
  if (code >= 65) return code <= 90 || code === 95;
  return (code >= 48 && code <= 58) || code === 45 || code === 46;
}
