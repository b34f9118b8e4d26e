/** select: finds the elements that a selector matches, sorted by id (SL10 to SL13). */
import type { Element } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { isParseError } from '../notation/parse-error.ts';
import { quoteShort } from '../notation/quote.ts';
import { ambiguous } from './ambiguous.ts';
import { selectorKinds } from './selector-list.ts';
import { findOne } from './one.ts';
import { notFound } from './not-found.ts';
import type { Matches } from './selector.ts';
import type { Search } from '../planning/planning.ts';
import { type Operand, readOperand, readSelector, type Term } from './term.ts';

/** The one element that the selector matches. Refuses with parse_error, target_not_found, target_ambiguous. */
export function selectOne(selector: string, search: Search, hint?: string): Element | Problem {
  const elements = selectAll(selector, search);
  if (isProblem(elements)) return elements;
  const [element] = elements;
  if (element !== undefined && elements.length === 1) return element;
  return ambiguous(
    writtenSelector(selector),
    elements.map(({ id }) => id),
    search.tab,
    hint,
  ).about(selector);
}

/** Every element that the selector matches, at least one. Refuses with parse_error, target_not_found, target_ambiguous. */
export function selectAll(selector: string, search: Search): Element[] | Problem {
  const elements = matchesOf(selector, search);
  return isProblem(elements) ? elements.about(selector) : elements;
}

function matchesOf(selector: string, search: Search): Element[] | Problem {
  const terms = readSelector(selector);
  if (isParseError(terms)) return unreadable(terms.expected);
  const elements = intersect(terms, search);
  if (isProblem(elements)) return elements;
  return elements.length === 0 ? nothing(selector, terms, search) : elements;
}

/** The one element that the selector matches or, with `all`, every one. */
export function selectTargets(selector: string, all: boolean | undefined, search: Search): Element[] | Problem {
  if (all === true) return selectAll(selector, search);
  const element = selectOne(selector, search, 'Use the ref of one of the candidates, or add the flag all.');
  return isProblem(element) ? element : [element];
}

/** The elements that a list of refs, labels and terms names (for wrap and layout), each once. */
export function selectUnion(selector: string, search: Search): Element[] | Problem {
  const terms = readSelector(selector);
  if (isParseError(terms)) return unreadable(terms.expected);
  const found = new Map<string, Element>();
  const others: Term[] = [];
  for (const term of terms) {
    if (term.kind !== 'ref' && term.kind !== 'label') {
      others.push(term);
      continue;
    }
    const element = findOne(term, search);
    if (isProblem(element)) return element.about(term.text);
    found.set(element.id, element);
  }
  const more = others.length === 0 ? [] : intersect(others, search);
  if (isProblem(more)) return more.about(selector);
  for (const element of more) found.set(element.id, element);
  return found.size === 0 ? nothing(selector, terms, search).about(selector) : sorted([...found.values()]);
}

/** The element that an operand names. Refuses with parse_error, target_not_found, target_ambiguous. */
export function selectOperand(text: string, search: Search): Element | Problem {
  const operand: Operand | ReturnType<typeof readOperand> = readOperand(text);
  if (isParseError(operand)) return unreadable(operand.expected);
  const element = findOne(operand, search);
  return isProblem(element) ? element.about(text) : element;
}

function intersect(terms: readonly Term[], search: Search): Element[] | Problem {
  const founds: Matches[] = [];
  for (const term of terms) {
    const found = kindOfTerm(term).find(term, search);
    if (isProblem(found)) return found;
    founds.push(found);
  }
  const lists = founds.flatMap((found) => ('among' in found ? [found.among] : [])).toSorted((a, b) => a.length - b.length);
  const [shortest, ...others] = lists;
  const listed = shortest === undefined ? founds.find((found) => 'list' in found) : undefined;
  const tests = founds.flatMap((found) => ('where' in found && found !== listed ? [found.where] : []));
  tests.push(...others.map(membersTest));
  const candidates =
    shortest ?? (listed !== undefined && 'list' in listed ? listed.list?.() : undefined) ?? search.tab.elements();
  const matches: Element[] = [];
  for (const element of candidates) {
    if (!search.work.spend(1)) break;
    if (tests.every((test) => test(element))) matches.push(element);
  }
  return sorted(matches);
}

function membersTest(elements: readonly Element[]): (element: Element) => boolean {
  const ids = new Set(elements.map(({ id }) => id));
  return ({ id }) => ids.has(id);
}

function kindOfTerm(term: Term) {
  const kind = selectorKinds.find(({ kinds }) => kinds.includes(term.kind));
  if (kind === undefined) throw new Error(`No selector reads ${term.kind}.`);
  return kind;
}

const sorted = (elements: Element[]): Element[] => elements.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Suggests the labels nearest to the text that the terms look for in labels. */
function nothing(selector: string, terms: readonly Term[], search: Search): Problem {
  const text = terms.find(({ kind }) => kind === 'contains' || kind === 'label' || kind === 'ref');
  return notFound(writtenSelector(selector), text !== undefined && 'text' in text ? text.text : '', search);
}

/** A selector in a message. One that is only a quoted label keeps its quotes. */
function writtenSelector(selector: string): string {
  const terms = readSelector(selector);
  const [only] = isParseError(terms) ? [] : terms;
  return only?.kind === 'label' && !isParseError(terms) && terms.length === 1
    ? `label ${quoteShort(only.text, 60)}`
    : quoteShort(selector, 80);
}

const unreadable = (expected: string): Problem =>
  problem('parse_error', { detail: `The selector cannot be parsed: expected ${expected}.` });
