/**
 * operations-towards: the operations that turn a tab as it is on the server into a given content.
 *
 * They name elements by full ids, and only elements that differ. An element whose type changes is removed and added again under its id,
 * so that its comments and votes stay with it; so are the arrows that go with it. `origin` and what the engine notes for itself stay on
 * every element that is not added again.
 */
import { jsonEqual } from '#schema/json-equal.ts';

import type { Operation } from '../changeset/schema.ts';
import { lineName } from '../fields/field-table.ts';
import type { Json } from '../notation/json.ts';
import { longestIncreasing } from '../tab/longest-increasing.ts';
import { keyBetween } from '../tab/stacking.ts';
import { sameElement } from './content-changes.ts';
import { attachedTo } from './merge-contents.ts';
import { type ContentElement, elementOf, type TabContent } from './tab-content.ts';

/** The identity of the tab's elements, by slug of the content. */
export type Identities = ReadonlyMap<string, { readonly id: string; readonly z: string }>;

export type Towards = {
  readonly from: TabContent;
  readonly to: TabContent;
  readonly identities: Identities;
  readonly placeOf: (layer: Json | undefined) => number;
};

/** The operations, in an order in which each finds what it names; none if the contents are equal. */
export function operationsTowards({ from, to, identities, placeOf }: Towards): Operation[] {
  const idOf = (slug: string): string => identities.get(slug)?.id ?? slug;
  const replaced = replacedElements(from, to);
  const removed = [...from.keys()].filter((slug) => !to.has(slug));
  const added = [...to.keys()].filter((slug) => !from.has(slug));
  const { keys, moves } = stackTowards({ from, to, identities, placeOf });

  const remove = (slug: string): Operation => ({ op: 'rm', target: idOf(slug) });
  const add = (slug: string): Operation[] => {
    const content = to.get(slug);
    return content === undefined ? [] : [addition(content, idOf(slug), keys.get(slug) ?? identities.get(slug)?.z, idOf)];
  };
  const isArrowIn =
    (content: TabContent) =>
    (slug: string): boolean =>
      content.get(slug)?.type === 'arrow';
  const boxesFirst = (slugs: readonly string[]): string[] => [
    ...slugs.filter((slug) => !isArrowIn(to)(slug)),
    ...slugs.filter(isArrowIn(to)),
  ];
  // Arrows would go with their boxes.
  const arrowsFirst = (slugs: readonly string[]): string[] => [
    ...slugs.filter(isArrowIn(from)),
    ...slugs.filter((slug) => !isArrowIn(from)(slug)),
  ];
  const changed = [...to.keys()].filter((slug) => from.has(slug) && !replaced.includes(slug));
  return [
    ...arrowsFirst(replaced).map(remove),
    ...boxesFirst([...added, ...replaced]).flatMap(add),
    ...changed.flatMap((slug) => changesOf(slug, from.get(slug), to.get(slug), idOf)),
    ...moves.map(({ slug, above }): Operation => {
      const place = above === null ? ({ rel: 'back' } as const) : ({ rel: 'above', ref: idOf(above) } as const);
      return { op: 'order', target: idOf(slug), place };
    }),
    ...arrowsFirst(removed).map(remove),
  ];
}

/** Elements of another type, and the arrows at them, which would go with them. */
function replacedElements(from: TabContent, to: TabContent): string[] {
  const isRetyped = (before: ContentElement | undefined, after: ContentElement): boolean =>
    before !== undefined && fixedKind(before) !== fixedKind(after);
  const retyped = new Set([...to].filter(([slug, after]) => isRetyped(from.get(slug), after)).map(([slug]) => slug));
  const isAttached = ({ fields }: ContentElement): boolean =>
    [fields['from'], fields['to']].some((end) => retyped.has(attachedTo(end) ?? ''));
  return [...from]
    .filter(([slug, element]) => to.has(slug) && (retyped.has(slug) || (element.type === 'arrow' && isAttached(element))))
    .map(([slug]) => slug);
}

/** What `set` cannot change: the type, and of shapes whether it is a board or shows a sheet. */
function fixedKind({ type, fields }: ContentElement): Json {
  const shape = fields['shape'] ?? null;
  return shape === 'plan-board' || shape === 'plan-sheet' ? shape : type;
}

function addition(content: ContentElement, id: string, z: string | undefined, idOf: (slug: string) => string): Operation {
  const { z: key, ...element } = elementOf(content, id, z ?? '', idOf);
  // A board that is added without columns gets some.
  const board = element.type === 'shape' && element.shape === 'plan-board' ? { planBoard: element.planBoard ?? null } : {};
  return { op: 'add', element: { ...element, ...board, ...(key === '' ? {} : { z: key }) } as unknown as WholeElement };
}

type WholeElement = NonNullable<Extract<Operation, { op: 'add' }>['element']>;

function changesOf(
  slug: string,
  before: ContentElement | undefined,
  after: ContentElement | undefined,
  idOf: (slug: string) => string,
): Operation[] {
  if (before === undefined || after === undefined || sameElement(before, after)) return [];
  const id = idOf(slug);
  const [old, next] = [membersOf(before, id, idOf), membersOf(after, id, idOf)];
  const names = new Set([...old.keys(), ...next.keys()].filter((name) => !jsonEqual(old.get(name), next.get(name))));
  // With its size named, a box does not grow for its label.
  if ([...names].some((name) => textual.has(name)) && next.has('width')) for (const name of ['width', 'height']) names.add(name);
  const fields = Object.fromEntries([...names].map((name) => [lineName(name), next.get(name) ?? null]));
  return names.size === 0 ? [] : [{ op: 'set', target: id, fields }];
}

const textual: ReadonlySet<string> = new Set(['label', 'text', 'font', 'shape', 'sections', 'columns', 'rows']);

function membersOf(content: ContentElement, id: string, idOf: (slug: string) => string): Map<string, Json> {
  const members = new Map(Object.entries(elementOf(content, id, 'a0', idOf)) as [string, Json][]);
  for (const name of ['id', 'type', 'z']) members.delete(name);
  return members;
}

type StackMove = { readonly slug: string; readonly above: string | null };

/**
 * Stacking keys for what is added, and moves of what is in another order, to be made one after the other. Layers are drawn one over the
 * other, so only elements of one layer have an order.
 */
function stackTowards({ from, to, identities, placeOf }: Towards): {
  readonly keys: ReadonlyMap<string, string>;
  readonly moves: readonly StackMove[];
} {
  const keys = new Map<string, string>();
  const moves: StackMove[] = [];
  const keyOf = (slug: string): string | null => identities.get(slug)?.z ?? null;
  const layers = Map.groupBy(to.keys(), (slug) => placeOf(to.get(slug)?.fields['layer']));
  for (const [place, wanted] of layers) {
    const isHere = (slug: string): boolean => placeOf(from.get(slug)?.fields['layer']) === place;
    const present = [...from.keys()].filter(isHere);
    const index = new Map(present.map((slug, at) => [slug, at]));
    const kept = new Set(longestIncreasing(wanted.map((slug) => index.get(slug) ?? null)).map((at) => wanted[at]));
    let below: string | null = null;
    let next = 0;
    for (const [at, slug] of wanted.entries()) {
      const previous = wanted[at - 1] ?? null;
      if (kept.has(slug)) {
        below = keyOf(slug);
        next = (index.get(slug) ?? 0) + 1;
      } else if (from.has(slug)) moves.push({ slug, above: previous });
      else {
        const key = keyWithin(below, keyOf(present[next] ?? ''));
        if (key === null) moves.push({ slug, above: previous });
        else {
          keys.set(slug, key);
          below = key;
        }
      }
    }
  }
  return { keys, moves };
}

/** Null if there is no key between the two: editors may have given two elements one key. */
const keyWithin = (below: string | null, above: string | null): string | null =>
  below !== null && above !== null && below >= above ? null : keyBetween(below, above);
