/** tab-text: a tab of a server and working copies of it, without a server: pulling, editing and pushing text. */
import fc from 'fast-check';

import { type Element, isArrow, isContainer, isPinned } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import type { TabState } from '#schema/tab.ts';

import { type ChangesetPlan, planChangeset } from '../changeset/plan.ts';
import { parseOperations } from '../changeset/parse.ts';
import type { Json } from '../notation/json.ts';
import { apply, contextFor } from '../ops/drawn.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { keyAtBack, keyOnTop } from '../tab/stacking.ts';
import { lines } from '../views/lines.ts';
import { uniqueSlugs } from '../views/unique-slugs.ts';
import { type ContentMerge, mergeContents, type MergeConflict, type MergeSide } from './merge-contents.ts';
import { type Identities, operationsTowards } from './operations-towards.ts';
import { printTabText } from './print-tab-text.ts';
import { readTabText, type TabText } from './read-tab-text.ts';
import { shownPlaces, type TabContent } from './tab-content.ts';

/** The text of a tab as a pull writes it. */
export const pulled = (tab: TabIndex): string => printTabText(tab.settings, lines(tab));

/** What a text without faults says. */
export function readWell(text: string): TabText {
  const read = readTabText(text);
  if ('errors' in read) throw new Error(`${JSON.stringify(read.errors)}\n${text}`);
  return read;
}

/** Their content. A law reads the same texts several times. */
export function contentIn(text: string): TabContent {
  const cached = contents.get(text) ?? readWell(text).content;
  if (contents.size > 20) contents.clear();
  contents.set(text, cached);
  return cached;
}

const contents = new Map<string, TabContent>();

export function placesOn(tab: TabIndex): (layer: Json | undefined) => number {
  const placeOf = shownPlaces(tab.settings);
  return (layer) => placeOf(typeof layer === 'string' ? { layer } : {});
}

export type Texts = { readonly base: string; readonly file: string };
export type Pushed = {
  readonly merge: ContentMerge;
  /** Why the changeset was refused; null if it was applied, or if there was nothing to write. */
  readonly refusal: string | null;
  readonly plan: ChangesetPlan | null;
};

/** Merges a text with the tab and applies one changeset to it, unless there is a conflict that no side wins. */
export function push(tab: TabIndex, { base, file }: Texts, winner?: MergeSide): Pushed {
  const theirs = contentIn(pulled(tab));
  const placeOf = placesOn(tab);
  const merge = mergeContents({ base: contentIn(base), ours: contentIn(file), theirs }, placeOf, winner);
  if (merge.conflicts.length > 0 && winner === undefined) return { merge, refusal: null, plan: null };
  const parsed = parseOperations(
    operationsTowards({ from: theirs, to: merge.content, identities: identitiesOn(tab), placeOf }),
    Infinity,
  );
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors));
  if (parsed.operations.length === 0) return { merge, refusal: null, plan: null };
  const plan = planChangeset(tab, parsed.operations, contextFor({}, 1_000_000));
  if ('errors' in plan)
    return { merge, refusal: plan.errors.map(({ code, message }) => `${code}: ${message}`).join('\n'), plan: null };
  apply(tab, plan.edits);
  return { merge, refusal: null, plan };
}

function identitiesOn(tab: TabIndex): Identities {
  const elements = [...tab.elements()];
  const slugs = uniqueSlugs(elements);
  return new Map(elements.map(({ id, z }) => [slugs.get(id) ?? id, { id, z }]));
}

export const stateWith = (tab: TabIndex): TabState => ({
  ...tab.settings,
  elements: new Map(Array.from(tab.elements(), (element) => [element.id, element])),
  skipped: [],
});

/** A tab without what no text can express: sheets without an id, arrows attached to nothing, a slug that two elements have. */
export function expressible(state: TabState): TabState {
  const kept = new Map<string, Element>();
  const slugs = new Set<string>();
  const isExpressible = (element: Element): boolean =>
    isArrow(element)
      ? [element.from, element.to].every((end) => !isPinned(end) || kept.has(end.element))
      : element.type !== 'shape' || element.shape !== 'plan-sheet';
  const boxesFirst = [...state.elements.values()].toSorted((a, b) => Number(isArrow(a)) - Number(isArrow(b)));
  for (const element of boxesFirst) {
    if (slugs.has(slugOf(element.id)) || !isExpressible(element)) continue;
    slugs.add(slugOf(element.id));
    kept.set(element.id, element);
  }
  return { ...state, elements: kept };
}

export const hasFrames = (tab: TabIndex): boolean => [...tab.elements()].some(isContainer);

/** A change as an editor makes it, of an element that is picked by number. */
export type RandomEdit = {
  readonly pick: number;
  readonly other: number;
  readonly how: keyof typeof edits;
  readonly value: number;
};

type EditOf = (
  element: Element,
  other: Element | undefined,
  value: number,
  tab: TabIndex,
) => (readonly [string, Element | null])[];

const edits = {
  label: (element, _, value) => [[element.id, { ...element, label: `text ${value}` }]],
  fill: (element, _, value) => [[element.id, { ...element, fill: (['red', 'green', 'none'] as const)[value % 3]! }]],
  note: (element, _, value) => [[element.id, { ...element, note: `note ${value}` }]],
  plain(element) {
    const plain: Element = { ...element };
    delete plain.label;
    return [[element.id, plain]];
  },
  move: (element, _, value) =>
    isArrow(element) ? [] : [[element.id, { ...element, x: element.x + 20 * (value - 2), y: element.y - 15 * value }]],
  resize: (element, _, value) => (isArrow(element) ? [] : [[element.id, { ...element, width: 60 + 20 * value }]]),
  // The server refuses a frame in front of its contents, which an editor may bring about.
  front: (element, _, __, tab) => (hasFrames(tab) ? [] : [[element.id, { ...element, z: keyOnTop(tab) }]]),
  back: (element, _, __, tab) => (hasFrames(tab) ? [] : [[element.id, { ...element, z: keyAtBack(tab) }]]),
  remove: (element, _, __, tab) =>
    [element.id, ...Array.from(tab.arrowsAt(element.id), ({ id }) => id)].map((id) => [id, null] as const),
  add(_, __, value, tab) {
    const id = `new-${value}~0000000${value}`;
    if (tab.get(id) !== undefined) return [];
    const box = { x: 100 * value, y: 700, width: 120, height: 60, z: keyOnTop(tab), label: `new ${value}` };
    return [[id, { id, type: 'shape', shape: 'square', ...box }]];
  },
  connect(element, other, value, tab) {
    const id = `link-${value}~0000000${value}`;
    if (other === undefined || isArrow(element) || isArrow(other) || tab.get(id) !== undefined) return [];
    return [[id, { id, type: 'arrow', from: { element: element.id }, to: { element: other.id }, z: keyOnTop(tab) }]];
  },
  reattach: (element, other) =>
    isArrow(element) && other !== undefined && !isArrow(other) ? [[element.id, { ...element, to: { element: other.id } }]] : [],
} satisfies Readonly<Record<string, EditOf>>;

export const anyEdits: fc.Arbitrary<readonly RandomEdit[]> = fc.array(
  fc.record({
    pick: fc.nat({ max: 99 }),
    other: fc.nat({ max: 99 }),
    how: fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[])),
    value: fc.nat({ max: 4 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A copy of the tab after the edits. */
export function edited(tab: TabIndex, by: readonly RandomEdit[]): TabIndex {
  const copy = TabIndex.of(stateWith(tab));
  for (const { pick, other, how, value } of by) {
    const elements = [...copy.elements()];
    const element = elements[pick % Math.max(1, elements.length)];
    if (element === undefined) continue;
    const edit: EditOf = edits[how];
    copy.update(edit(element, elements[other % elements.length], value, copy).map(([id, after]) => ({ id, element: after })));
  }
  return copy;
}

/** A conflict seen from the other side. */
export const exchanged = ({ ref, field, ours, theirs }: MergeConflict): MergeConflict => ({
  ref,
  field,
  ours: theirs,
  theirs: ours,
});
