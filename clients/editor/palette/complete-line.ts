/**
 * complete-line: what can be inserted at the caret of a changeset line, from the engine's own tables and the elements of the tab.
 *
 * The first word is an operation; a kind follows `add` and `insert`. Fields of the kind complete to `name=`, and to their values
 * if these are a list. Where an operation takes an element, refs are offered, found by slug or label; a placement completes to
 * its ref. Every option leaves a line that is read as it was meant: refs and values need no quotes.
 */
import { type ElementType, type Element, elementTypes } from '#schema/element.ts';
import { shapeKinds } from '#schema/shape-kinds.ts';

import { fieldNames, fieldRule } from '#core/fields/field-table.ts';
import { namedTypes, findShape } from '#core/fields/kinds.ts';
import type { OperationCompletion } from '#core/ops/op.ts';
import { operationKinds } from '#core/ops/operation-list.ts';
import { relations } from '#core/notation/place.ts';
import type { TabView } from '#core/tab/view.ts';

export type Completion = {
  /** Replaces the word at the caret. */
  readonly insert: string;
  readonly detail: string;
};
export type Completions = { readonly from: number; readonly options: readonly Completion[] };

const optionsMax = 8;
const completions: ReadonlyMap<string, OperationCompletion> = new Map(
  operationKinds.map(({ name, completion }) => [name, completion ?? {}]),
);

/** What can be inserted at `caret`, the best first; `from` is where the word at the caret begins. */
export function completeLine(line: string, caret: number, tab: TabView): Completions {
  const from = startOfWord(line, caret);
  const word = line.slice(from, caret);
  const [operation = '', second = ''] = line
    .slice(0, from)
    .split(/\s+/)
    .filter((part) => part !== '');
  const options = operation === '' ? operations(word) : afterOperation({ operation, second, word, tab });
  return { from, options: fitting(options, word).slice(0, optionsMax) };
}

type At = { readonly operation: string; readonly second: string; readonly word: string; readonly tab: TabView };

function afterOperation({ operation, second, word, tab }: At): Completion[] {
  const { takesKind = false, takesPlacement = false, takesFields = false, words = [] } = completions.get(operation) ?? {};
  if (takesKind && second === '') return kinds();
  const equals = word.indexOf('=');
  if (equals > 0) return values(word.slice(0, equals), typesFor(operation, second, tab), tab);
  const colon = word.indexOf(':');
  if (colon > 0 && takesPlacement) return refs(word.slice(colon + 1), tab.boxes(), { tab, before: `${word.slice(0, colon)}:` });
  const places = takesPlacement && second !== '' ? placements() : [];
  const fields = takesFields && second !== '' ? fieldsOf(typesFor(operation, second, tab)) : [];
  const endings = words.map((insert) => ({ insert, detail: '' }));
  const elements = takesKind ? [] : refs(word, tab.elements(), { tab, before: '' });
  return second === '' ? elements : [...places, ...fields, ...endings, ...elements];
}

const operations = (word: string): Completion[] =>
  operationKinds.filter(({ name }) => name.startsWith(word)).map(({ name, summary }) => ({ insert: name, detail: summary }));

const kinds = (): Completion[] =>
  [...shapeKinds, ...namedTypes]
    .filter((name) => name !== 'plan-sheet' && name !== 'icon')
    .map((insert) => ({ insert, detail: '' }));

const placements = (): Completion[] => [...relations, 'inside'].map((name) => ({ insert: `${name}:`, detail: '' }));

function fieldsOf(types: readonly ElementType[]): Completion[] {
  const names = new Set(types.flatMap((type) => fieldNames(type)));
  return [...names].map((name) => ({ insert: `${name}=`, detail: '' }));
}

function values(name: string, types: readonly ElementType[], tab: TabView): Completion[] {
  if (name === 'from' || name === 'to' || name === 'above' || name === 'below')
    return refs('', tab.boxes(), { tab, before: `${name}=` });
  const allowed = new Set(types.flatMap((type) => fieldRule(type, name)?.allowed ?? []));
  return [...allowed].map((value) => ({ insert: `${name}=${value}`, detail: '' }));
}

type Around = { readonly tab: TabView; readonly before: string };

function refs(word: string, elements: Iterable<Element>, { tab, before }: Around): Completion[] {
  const wanted = word.toLowerCase().replace(/^"/, '');
  const found: (Completion & { readonly rank: number })[] = [];
  for (const element of elements) {
    const ref = tab.refOf(element.id);
    const label = element.label ?? '';
    const rank = ref.startsWith(wanted) ? 0 : label.toLowerCase().includes(wanted) ? 1 : 2;
    if (rank < 2) found.push({ insert: `${before}${ref}`, detail: label.replaceAll('\n', ' '), rank });
  }
  return found.toSorted((a, b) => a.rank - b.rank || (a.insert < b.insert ? -1 : 1)).slice(0, optionsMax);
}

/** The types of element that the line can be about. */
function typesFor(operation: string, second: string, tab: TabView): readonly ElementType[] {
  if (operation === 'connect') return ['arrow'];
  if (operation === 'wrap') return ['frame', 'lane'];
  const named = namedTypes.find((type) => type === second);
  if (completions.get(operation)?.takesKind === true)
    return named !== undefined ? [named] : findShape(second) === undefined ? elementTypes : ['shape'];
  const element = elementOf(second, tab);
  return element === undefined ? elementTypes : [element.type];
}

function elementOf(ref: string, tab: TabView): Element | undefined {
  const [id] = tab.get(ref) === undefined ? tab.idsOfSlug(ref) : [ref];
  return id === undefined ? undefined : tab.get(id);
}

/** The options that begin with the word, then those that contain it; refs are filtered before. */
function fitting(options: readonly Completion[], word: string): Completion[] {
  const wanted = word.toLowerCase();
  const rank = ({ insert, detail }: Completion): number => {
    const text = insert.toLowerCase();
    if (text.startsWith(wanted)) return 0;
    return text.includes(wanted) || (detail !== '' && detail.toLowerCase().includes(wanted.replace(/^.*[:=]/, ''))) ? 1 : 2;
  };
  return options.filter((option) => rank(option) < 2 && option.insert !== word).toSorted((a, b) => rank(a) - rank(b));
}

/** Words end at a blank outside of quotes. */
function startOfWord(line: string, caret: number): number {
  let start = 0;
  let quoted = false;
  for (let at = 0; at < caret; at += 1) {
    if (line[at] === '\\' && quoted) at += 1;
    else if (line[at] === '"') quoted = !quoted;
    else if (!quoted && (line[at] === ' ' || line[at] === '\t')) start = at + 1;
  }
  return start;
}
