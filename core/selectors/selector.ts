/**
 * selector: how one kind of term finds elements. Each kind is a file with one definition, listed in list.ts.
 */
import type { Element } from '#schema/element.ts';
import type { Problem } from '#schema/problem.ts';

import type { Search } from '../planning/planning.ts';
import type { Term } from './term.ts';

/**
 * The elements that a term matches, where an index knows them; else how to tell one, and where it is cheaper than
 * asking every element of the tab, how to list them.
 */
export type Matches =
  | { readonly among: readonly Element[] }
  | { readonly where: (element: Element) => boolean; readonly list?: () => readonly Element[] };

export type SelectorKind<T extends Term = Term> = {
  readonly kinds: readonly T['kind'][];
  /** How it is written, for messages and the language reference. */
  readonly form: string;
  readonly matches: string;
  find(term: T, search: Search): Matches | Problem;
};

export const defineSelector = <const K extends Term['kind']>(
  definition: SelectorKind<Extract<Term, { kind: K }>> & { readonly kinds: readonly K[] },
): SelectorKind => definition as unknown as SelectorKind;
