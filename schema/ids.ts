/**
 * The forms of all identifiers, and how new ones are generated.
 *
 * An id that the server assigns is `<kind>_` and 20 lowercase base-36 characters: 9 for the clock in milliseconds, so that ids sort
 * by time, and 11 random ones (56 bits), so that they neither collide nor can be guessed.
 * An element's full id is `<slug>~<suffix>`: a readable slug and 8 random base-36 characters.
 */
import { customAlphabet } from 'nanoid';

const base36 = '0123456789abcdefghijklmnopqrstuvwxyz';
const randomTail = customAlphabet(base36, 11);

export const idKinds = [
  'doc',
  'tab',
  'cs',
  'cmt',
  'item',
  'sheet',
  'img',
  'page',
  'user',
  'tok',
  'session',
  'link',
  'row',
  'col',
  'hook',
  'msg',
  'task',
  'lease',
  'ver',
  'pr',
  'folder',
  'vote',
] as const;
export type IdKind = (typeof idKinds)[number];

/** A new id, which sorts by its time in milliseconds. */
export function newId(kind: IdKind, now: number = Date.now()): string {
  return `${idsFrom(kind, now)}${randomTail()}`;
}

/** Ids of this kind that were made before this time are smaller, the others are greater. */
export function idsFrom(kind: IdKind, time: number): string {
  return `${kind}_${Math.max(0, Math.floor(time)).toString(36).padStart(9, '0')}`;
}

/** True if the text has the form of an id of that kind. */
export function isId(kind: IdKind, text: string): boolean {
  return text.length <= 64 && text.startsWith(`${kind}_`) && /^[a-z0-9]{16,40}$/.test(text.slice(kind.length + 1));
}

/** The suffix of a new element's id: 41 bits, next to a slug that is unique on its tab anyway. */
export const newElementSuffix: () => string = customAlphabet(base36, 8);

export const slugPattern = '^[a-z][a-z0-9_-]{0,23}$';
export const elementIdPattern = '^[a-z][a-z0-9_-]{0,23}~[0-9a-z]{8}$';

const slugForm = new RegExp(slugPattern);
const elementIdForm = new RegExp(elementIdPattern);
const elementPrefixForm = /^[a-z][a-z0-9_-]{0,23}(?:~[0-9a-z]{0,8})?$/;

export const isSlug = (text: string): boolean => slugForm.test(text);
export const isElementId = (text: string): boolean => elementIdForm.test(text);

/** True if the full id of an element can start with this text. */
export const isElementPrefix = (text: string): boolean => elementPrefixForm.test(text);

/** The slug of a full element id; the id itself if it has no suffix. */
export function slugOf(elementId: string): string {
  const end = elementId.indexOf('~');
  return end === -1 ? elementId : elementId.slice(0, end);
}

/** Words of the changeset language. A slug that equals one needs quotes or a longer ref. */
export const reservedWords: ReadonlySet<string> = new Set([
  'selected',
  'all',
  'again',
  'tidy',
  'absorb',
  'make-room',
  'keep-arrows',
  'between',
  'in',
  'frame',
  'lane',
  'front',
  'back',
]);
