/** selector: the definition of a kind of term. Each is one file, listed in selector-list.ts. */
import type { Element } from '#schema/element.ts';
import type { Problem } from '#schema/problem.ts';

import type { Search } from '../planning/planning.ts';
import type { Term } from './term.ts';

/**
 * The elements that a term matches, if an index has them; otherwise a predicate and, where that is cheaper than testing every
 * element of the tab, a list of candidates.
 */
export type Matches =
  | { readonly among: readonly Element[] }
  | { readonly where: (element: Element) => boolean; readonly list?: () => readonly Element[] };

export type SelectorKind<T extends Term = Term> = {
  readonly kinds: readonly T['kind'][];
  /** Its notation, for messages and the language reference. */
  readonly form: string;
  readonly matches: string;
  find(term: T, search: Search): Matches | Problem;
};

export const defineSelector = <const K extends Term['kind']>(
  definition: SelectorKind<Extract<Term, { kind: K }>> & { readonly kinds: readonly K[] },
): SelectorKind => definition as unknown as SelectorKind;
