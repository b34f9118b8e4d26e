/** page-name: unique names for the pages of a row. */
import { firstCharacters } from '../notation/characters.ts';
import { limits } from '#schema/limits.ts';
import type { PageKind } from '#schema/page.ts';

/** The name itself, or with the first number that makes it unique. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(numbered(name, number))) number += 1;
  return numbered(name, number);
}

/** `Slide 3` */
export function defaultPageName(kind: PageKind, taken: ReadonlySet<string>): string {
  const word = kind.charAt(0).toUpperCase() + kind.slice(1);
  let number = 1;
  while (taken.has(`${word} ${number}`)) number += 1;
  return `${word} ${number}`;
}

function numbered(name: string, number: number): string {
  const tail = ` ${number}`;
  return firstCharacters(name, limits.nameCharacters - tail.length) + tail;
}
