/**
 * origin: what an element was imported from, and whether a field is still as the import set it.
 *
 * The origin has a hash of each field that the import set: values that were changed since are told apart without keeping them twice.
 */
import type { Element } from '#schema/element.ts';

type Origin = NonNullable<Element['origin']>;

/** Values by field, as the import sets them. `parent` is the id of the group in the source, and no field. */
export type Made = ReadonlyMap<string, unknown>;

/** 32 bits of FNV-1a. */
function hashOf(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 0).toString(36);
}

export type Hashes = ReadonlyMap<string, string>;

export const hashesOf = (made: Made): Hashes => new Map(Array.from(made, ([name, value]) => [name, hashOf(value)]));

export const isAsMade = (hashes: Hashes, name: string, value: unknown): boolean =>
  hashes.get(name) === (value === undefined ? undefined : hashOf(value));

/** An id of the source as origins keep it: a long one is cut, and ends in a hash. */
export const originId = (id: string): string =>
  id.length <= longestId ? id : `${id.slice(0, longestId).toWellFormed()} ${hashOf(id)}`;
const longestId = 200;

export const originOf = (source: string, id: string, hashes: Hashes): Origin => ({
  source,
  id: originId(id),
  made: Array.from(hashes, ([name, hash]) => `${name}=${hash}`).join(' '),
});

export function madeOf({ made = '' }: Origin): Hashes {
  const parts = made.split(' ').map((part) => part.split('='));
  return new Map(parts.flatMap(([name = '', hash = '']) => (name === '' ? [] : [[name, hash] as const])));
}
